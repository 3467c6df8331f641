import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { weights } from "../../../../host/analysis/source/weights.js";
import type { App } from "./apps.js";
import { fetchApp, withRecipes } from "./checkout.js";
import { type Example, examplesOf } from "./examples.js";
import { fitReport } from "./fit.js";
import { judge, report } from "./rates.js";
import { recordApp } from "./record.js";

const help = `npx tsx installer/dev/bench/sources/main.ts <fetch | record | judge | fit> [apps or halves] [--cache folder] [--misses] [--without feature]

fetch   clones the apps and installs their packages, where there is a recipe
record  runs each app twice, as it is and instrumented, and keeps captures and truth
judge   asks find_source about a sample of elements and prints how often it is right
fit     prints the weights for host/analysis/source/weights.ts under which the apps' elements are found best, and how often they are right
        for each app where they were fitted on others; --without NAME: what of that is lost without a feature, the others fitted anew

The apps' own programs run here, with what they install: use a machine without secrets, and no network while they are recorded.

The cache folder holds what is no part of this project: recipes.json says how each app is installed and served (Recipe in apps.ts, by the
app's name).
`;

/** Elements of each kind that weights are fitted on: as many as are judged. */
const forFit = 14;

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
  const unknown = values.without.find((name) => !Object.hasOwn(weights, name));
  if (unknown !== undefined) throw new Error(`${unknown} is none of ${Object.keys(weights).join(", ")}`);
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
  } else if (step === "judge" || step === "fit") {
    const examples: Example[] = [];
    for (const app of chosen) if (isRecorded(app)) examples.push(...(await examplesOf(cache, app, step === "fit" ? forFit : undefined)));
    console.log(step === "fit" ? fitReport(examples, values.without) : report(judge(examples), values.misses));
  } else throw new Error(help);
}

await main();
