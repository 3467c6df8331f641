import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { scores } from "../../../../host/analysis/source/scores.js";
import type { App } from "./apps.js";
import { fetchApp, withRecipes } from "./checkout.js";
import { type Judged, judgeApp } from "./judge.js";
import { recordApp } from "./record.js";
import { report } from "./report.js";

const help = `npx tsx installer/dev/bench/sources/main.ts <fetch | record | judge> [apps] [--cache folder] [--misses] [--without score]

fetch   clones the apps and installs their packages, where there is a recipe
record  runs each app twice, as it is and instrumented, and keeps captures and truth
judge   asks find_source about a sample of elements and prints how often it is right
        --without NAME: as if a score of host/analysis/source/scores.ts were 0, which shows what is lost without it

The apps' own programs run here, with what they install: use a machine without secrets, and no network while they are recorded.

The cache folder holds what is no part of this project: recipes.json says how each app is installed and served (Recipe in apps.ts, by the
app's name).
`;

/** Measures find_source on open-source apps. */
async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      cache: { type: "string", default: join(homedir(), ".cache", "svc-bench-sources") },
      misses: { type: "boolean", default: false },
      without: { type: "string", multiple: true, default: [] },
    },
  });
  const [step, ...names] = positionals;
  const { cache } = values;
  for (const name of values.without) {
    if (!Object.hasOwn(scores, name)) throw new Error(`${name} is none of ${Object.keys(scores).join(", ")}`);
    Reflect.set(scores, name, 0);
  }
  const chosen = (await withRecipes(cache)).filter(({ name, half }) => names.length === 0 || names.includes(name) || names.includes(half));
  const isRecorded = ({ name }: App) => existsSync(join(cache, "recorded", `${name}.json`));
  if (step === "fetch") for (const app of chosen) await fetchApp(cache, app);
  else if (step === "record") {
    for (const app of chosen) {
      // One app that does not start is no reason to leave the others out.
      await recordApp(cache, app).catch((error: unknown) => {
        console.error(`${app.name} was not recorded: ${String(error).slice(0, 500)}`);
        process.exitCode = 1;
      });
    }
  } else if (step === "judge") {
    const judged: Judged[] = [];
    for (const app of chosen) if (isRecorded(app)) judged.push(...(await judgeApp(cache, app)));
    console.log(report(judged, values.misses));
  } else throw new Error(help);
}

await main();
