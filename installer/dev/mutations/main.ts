import { existsSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { parseOptions } from "../../../host/command-line.js";
import { UsageError } from "../../../host/contract/errors.js";
import { projectRoot } from "../../../host/testing/paths.js";
import { sharedPages } from "../../../host/testing/shared-pages.js";
import { readEngine } from "../fidelity/engine.js";
import { kinds } from "./actions.js";
import { missesOf, tableOf } from "./report.js";
import { measureMutations, type Options } from "./run.js";
import { precisionOf, recallOf, sum } from "./score.js";
import { idleNoise, idleTable, measureIdle, measureVerdicts, verdictTable, wrongVerdicts } from "./verdicts.js";

const usage = `tsx installer/dev/mutations/main.ts [folder …] [--only NAME] [--seeds N] [--each N] [--misses] [--min SHARE] [--fresh]

Opens every page of the folders (the project's fixtures, and shared pages beside the project where there are any) in Chromium, captures it,
changes some elements, captures it again, and holds the comparison of both captures against what was changed.

  --only NAME   pages whose name contains NAME
  --seeds N     how many choices of mutations a page (10)
  --each N      mutations of each kind made at once (2)
  --misses      each row that was wrong or missing
  --verdicts    instead: makes edits that fulfil a check or do not, and counts the verdicts that say so
  --idle        instead: does nothing, and counts the verdicts that change all the same
  --min SHARE   exit 1 when a total of precision or recall is below (0 to 1)
  --fresh       bundle the engine from its sources instead of taking the built one`;

const fixtures = join(projectRoot, "extension/fixtures");

/** Exits 0 when done, 1 when below the minimum, 2 on wrong usage. */
async function main(): Promise<number> {
  const options = read();
  if (options === undefined) return 2;
  const { values, folders } = options;
  const engine = await readEngine(values.fresh);
  const accepts = (page: string) => page.includes(values.only);
  const given = { engine, accepts, progress: console.error, seeds: Number(values.seeds), each: Number(values.each) };
  const inAll = async <Case>(measure: (folder: string, options: Options) => Promise<Case[]>): Promise<Case[]> => {
    const cases: Case[] = [];
    for (const folder of folders) cases.push(...(await measure(folder, given)));
    return cases;
  };
  if (values.idle) {
    const cases = await inAll(measureIdle);
    console.log(idleTable(cases));
    if (values.misses) console.log(`\n${idleNoise(cases)}`);
    return cases.filter(({ twice }) => twice.status === "pass").length / cases.length < Number(values.min) ? 1 : 0;
  }
  if (values.verdicts) {
    const cases = await inAll(measureVerdicts);
    console.log(verdictTable(cases));
    if (values.misses) console.log(`\n${wrongVerdicts(cases)}`);
    return cases.filter(({ isRight }) => isRight).length / cases.length < Number(values.min) ? 1 : 0;
  }
  const results = await inAll(measureMutations);
  console.log(tableOf(results));
  if (values.misses) console.log(`\n${missesOf(results)}`);
  const total = sum(results.map(({ counts }) => counts));
  const least = Math.min(...kinds.flatMap((kind) => [precisionOf(total[kind]), recallOf(total[kind])]));
  return least < Number(values.min) ? 1 : 0;
}

function read() {
  try {
    const { values, positionals } = parseOptions(
      process.argv.slice(2),
      {
        only: { type: "string", default: "" },
        seeds: { type: "string", default: "10" },
        each: { type: "string", default: "2" },
        min: { type: "string", default: "0" },
        misses: { type: "boolean", default: false },
        verdicts: { type: "boolean", default: false },
        idle: { type: "boolean", default: false },
        fresh: { type: "boolean", default: false },
      },
      true,
    );
    return { values, folders: positionals.length === 0 ? ownFolders() : positionals };
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    console.error(`${error.message}\n\n${usage}`);
    return undefined;
  }
}

function ownFolders(): string[] {
  if (existsSync(sharedPages)) return [fixtures, sharedPages];
  console.error("There are no shared pages beside the project: only its fixtures are measured.");
  return [fixtures];
}

process.exitCode = await main();
