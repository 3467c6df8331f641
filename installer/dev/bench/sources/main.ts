import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { homedir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { type App, apps, swappedApps } from "./apps.js";
import { fetchApp } from "./checkout.js";
import { type Judged, type JudgedNote, judgeApp, judgeNotes } from "./judge.js";
import { recordApp } from "./record.js";
import { report, reportHalves, reportNotes } from "./report.js";

const help = `npx tsx installer/bench/sources/main.ts <fetch | record | judge | notes> [apps] [--cache folder] [--mirror folder] [--apps file] [--per-kind n] [--quick] [--misses]

fetch   clones the apps and installs their packages
record  runs each app twice, as it is and instrumented, and keeps captures and truth
judge   asks find_source about a sample of elements and prints how often it is right, also with two apps in each other's half
notes   asks get_annotation_context about notes and prints how often the file to edit comes first

--apps  a JSON file with more apps, as in apps.ts
`;

/** Measures find_source on open-source apps. */
async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      cache: { type: "string", default: join(homedir(), ".cache", "svc-bench-sources") },
      mirror: { type: "string" },
      apps: { type: "string" },
      "per-kind": { type: "string", default: "14" },
      quick: { type: "boolean", default: false },
      misses: { type: "boolean", default: false },
    },
  });
  const [step, ...names] = positionals;
  const more: readonly App[] = values.apps === undefined ? [] : JSON.parse(await readFile(values.apps, "utf8"));
  const chosen = [...apps, ...more].filter(({ name, half }) => names.length === 0 || names.includes(name) || names.includes(half));
  const { cache, mirror } = values;
  const isRecorded = ({ name }: App) => existsSync(join(cache, "recorded", `${name}.json`));
  if (step === "fetch") for (const app of chosen) await fetchApp(cache, app, mirror);
  else if (step === "record") {
    for (const app of chosen) {
      // One app that does not start is no reason to leave the others out.
      await recordApp(cache, app).catch((error: unknown) => console.error(`${app.name} was not recorded: ${String(error).slice(0, 500)}`));
    }
  } else if (step === "notes") {
    const judged: JudgedNote[] = [];
    for (const app of chosen) if (isRecorded(app)) judged.push(...(await judgeNotes(cache, app, values.quick)));
    console.log(reportNotes(judged));
  } else if (step === "judge") {
    const judged: Judged[] = [];
    for (const app of chosen) if (isRecorded(app)) judged.push(...(await judgeApp(cache, app, Number(values["per-kind"]), values.quick)));
    console.log(report(judged, values.misses));
    console.log(`\n${swappedApps.join(" and ")} in each other's half`);
    console.log(reportHalves(judged.map((one) => ({ ...one, app: swapped(one.app) }))));
    await writeFile(
      join(cache, "judged.json"),
      JSON.stringify(
        judged.map(({ question, app, ...rest }) => ({
          app: app.name,
          ...rest,
          kind: question.kind,
          ref: question.element.ref,
          url: question.page.url,
          sites: question.sites,
        })),
      ),
    );
  } else throw new Error(help);
}

/** The app in the other half, where it is one of the two that change places. */
function swapped(app: App): App {
  return swappedApps.includes(app.name) ? { ...app, half: app.half === "a" ? "b" : "a" } : app;
}

await main();
