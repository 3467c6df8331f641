import { appendFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { aligned } from "../../table.js";
import { readData } from "../sources/checkout.js";
import { measureApp, type Outcome } from "./run.js";
import { kinds, type MeasuredApp } from "./tasks.js";

const help = `npx tsx installer/dev/bench/proof/main.ts [apps] [--cache folder]

Edits the sources of open-source apps over their own development servers and counts the right verdicts. The apps are those that
installer/dev/bench/sources/main.ts fetches into the same cache, which also holds what is no part of this project: tasks.json with the edits
(MeasuredApp in tasks.ts) and recipes.json.
`;

/** Measures the verdicts on scripted edits of real apps. */
async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      cache: { type: "string", default: join(homedir(), ".cache", "svc-bench-sources") },
    },
  });
  const measuredApps = await readData<readonly MeasuredApp[]>(values.cache, "tasks.json", []);
  if (measuredApps.length === 0) throw new Error(`There is no tasks.json in ${values.cache}.\n${help}`);
  const unknown = positionals.filter((name) => !measuredApps.some((app) => app.name === name));
  if (unknown.length > 0) throw new Error(`${unknown.join(", ")}: no such app.\n${help}`);
  const outcomes: Outcome[] = [];
  for (const app of measuredApps.filter(({ name }) => positionals.length === 0 || positionals.includes(name))) {
    const report = (outcome: Outcome) => {
      outcomes.push(outcome);
      appendFileSync(join(values.cache, "verdicts.jsonl"), `${JSON.stringify(outcome)}\n`);
      console.error(lineOf(outcome));
    };
    // One app that does not start is no reason to leave the others out.
    await measureApp(values.cache, app, report).catch((error: unknown) =>
      console.error(`${app.name} was not measured: ${String(error).slice(0, 1_000)}`),
    );
  }
  console.log(table(outcomes));
  const tokens = outcomes.flatMap((one) => (one.status === "pass" ? [one.tokens] : [])).sort((a, b) => a - b);
  console.log(`\nAnswers with a pass: ${tokens[Math.floor(tokens.length / 2)] ?? 0} tokens in the median, ${tokens.at(-1) ?? 0} at most`);
}

function lineOf({ app, kind, at, status, isRight, named, alsoChanged, seconds }: Outcome): string {
  const collateral = named === undefined ? "" : ` named: ${named.answer ? "answer" : ""} ${named.note ? "note" : ""}`;
  return `${isRight ? "right" : "WRONG"} ${app} [${kind}] ${at}: ${status}, ${alsoChanged} also changed, ${seconds.toFixed(1)} s${collateral}`;
}

/** A row for each app and kind of edit: cases, right verdicts, false passes, collateral named in the answer and on the note. */
function table(outcomes: readonly Outcome[]): string {
  const rows = [...new Set(outcomes.map(({ app }) => app)), "all"].flatMap((app) =>
    kinds.map((kind) => {
      const of = outcomes.filter((one) => one.kind === kind && (app === "all" || one.app === app));
      const more = of.flatMap(({ named }) => (named === undefined ? [] : [named]));
      const share = (count: number) => (more.length === 0 ? "–" : `${count}/${more.length}`);
      return [
        app,
        kind,
        of.length,
        of.filter(({ isRight }) => isRight).length,
        of.filter(({ isRight, status }) => !isRight && status === "pass").length,
        share(more.filter(({ answer }) => answer).length),
        share(more.filter(({ note }) => note).length),
      ];
    }),
  );
  return aligned([["app", "edit", "cases", "right", "false pass", "named (answer)", "named (note)"], ...rows]);
}

await main();
