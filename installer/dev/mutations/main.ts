import { existsSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { parseOptions } from "../../../host/command-line.js";
import { readEngine } from "../../../host/testing/engine.js";
import { projectRoot } from "../../../host/testing/paths.js";
import { sharedPages } from "../../../host/testing/shared-pages.js";
import { runCommand } from "../command.js";
import { comparisons, type Measure, measurePages } from "./run.js";
import { verdicts } from "./verdicts.js";

const usage = `npm run mutations -- [folder …] [--only NAME] [--seeds N] [--misses] [--verdicts]

Opens every page of the folders (the project's fixtures, and shared pages beside the project where there are any) in Chromium, captures it,
changes some elements, captures it again, and holds the comparison of both captures against what was changed.

  --only NAME   pages whose name contains NAME
  --seeds N     how many choices of mutations a page (10)
  --misses      each row that was wrong or missing
  --verdicts    instead: what verdicts say of checks that were fulfilled and of checks that were not`;

const options = {
  only: { type: "string", default: "" },
  seeds: { type: "string", default: "10" },
  misses: { type: "boolean", default: false },
  verdicts: { type: "boolean", default: false },
  help: { type: "boolean", default: false },
} as const;

/** Prints the table of one of the two measurements. */
async function main(): Promise<void> {
  const { values, positionals } = parseOptions(process.argv.slice(2), options, true);
  if (values.help) return console.log(usage);
  const accepts = (page: string) => page.includes(values.only);
  const given = { engine: await readEngine(), accepts, progress: console.error, seeds: Number(values.seeds), each: 2 };
  const show = async <Case>(measure: Measure<Case>) => {
    const cases: Case[] = [];
    for (const folder of positionals.length === 0 ? ownFolders() : positionals) cases.push(...(await measurePages(folder, given, measure)));
    console.log(measure.table(cases));
    if (values.misses) console.log(`\n${measure.misses(cases)}`);
  };
  await (values.verdicts ? show(verdicts) : show(comparisons));
}

function ownFolders(): string[] {
  const fixtures = join(projectRoot, "extension/fixtures");
  if (existsSync(sharedPages)) return [fixtures, sharedPages];
  console.error("There are no shared pages beside the project: only its fixtures are measured.");
  return [fixtures];
}

await runCommand(usage, main);
