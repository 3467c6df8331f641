import { existsSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { parseOptions } from "../../../host/command-line.js";
import { readEngine } from "../../../host/testing/engine.js";
import { projectRoot } from "../../../host/testing/paths.js";
import { sharedPages } from "../../../host/testing/shared-pages.js";
import { runCommand } from "../command.js";
import { findMisses, findTable, measureFindAgain } from "./find-again.js";
import { missesOf, tableOf } from "./report.js";
import { measureMutations, type Options } from "./run.js";
import { measureVerdicts, verdictTable, wrongVerdicts } from "./verdicts.js";

const usage = `npm run mutations -- [folder …] [--only NAME] [--seeds N] [--misses] [--verdicts | --find-again]

Opens every page of the folders (the project's fixtures, and shared pages beside the project where there are any) in Chromium, captures it,
changes some elements, captures it again, and holds the comparison of both captures against what was changed.

  --only NAME   pages whose name contains NAME
  --seeds N     how many choices of mutations a page (10)
  --misses      each row that was wrong or missing
  --verdicts    instead: makes edits that fulfil a check or do not, and counts the verdicts that say so
  --find-again  instead: edits picked elements, and counts those that are found again, taken for others or for gone`;

const fixtures = join(projectRoot, "extension/fixtures");

/** Prints the table of one of the three measurements. */
async function main(): Promise<void> {
  const { values, positionals } = parseOptions(process.argv.slice(2), options, true);
  if (values.help) return console.log(usage);
  const engine = await readEngine();
  const accepts = (page: string) => page.includes(values.only);
  const given = { engine, accepts, progress: console.error, seeds: Number(values.seeds), each: 2 };
  const inAll = async <Case>(measure: (folder: string, options: Options) => Promise<Case[]>): Promise<Case[]> => {
    const cases: Case[] = [];
    for (const folder of positionals.length === 0 ? ownFolders() : positionals) cases.push(...(await measure(folder, given)));
    return cases;
  };
  const show = (table: string, misses: string) => console.log(values.misses ? `${table}\n\n${misses}` : table);
  if (values["find-again"]) {
    const cases = await inAll(measureFindAgain);
    show(findTable(cases), findMisses(cases));
  } else if (values.verdicts) {
    const cases = await inAll(measureVerdicts);
    show(verdictTable(cases), wrongVerdicts(cases));
  } else {
    const results = await inAll(measureMutations);
    show(tableOf(results), missesOf(results));
  }
}

const options = {
  only: { type: "string", default: "" },
  seeds: { type: "string", default: "10" },
  misses: { type: "boolean", default: false },
  verdicts: { type: "boolean", default: false },
  "find-again": { type: "boolean", default: false },
  help: { type: "boolean", default: false },
} as const;

function ownFolders(): string[] {
  if (existsSync(sharedPages)) return [fixtures, sharedPages];
  console.error("There are no shared pages beside the project: only its fixtures are measured.");
  return [fixtures];
}

await runCommand(usage, main);
