import { UsageError } from "../host/contract/errors.js";
import { casesName } from "../host/contract/note-cases.js";
import { printable } from "../host/contract/printable.js";
import { version } from "../host/contract/version.js";
import { keepNotes } from "../host/operations/keep.js";
import { explainEnd } from "../host/store/failures.js";
import { debugLog } from "../host/store/log.js";
import { type CommandName, commands, readArguments } from "./cli/arguments.js";
import { helpFor } from "./cli/help.js";
import { makeTerminal, printError, safeJson } from "./cli/terminal.js";
import { runDoctor } from "./doctor/run.js";
import { runImport } from "./import.js";
import { withStore } from "./init/project.js";
import { type Command, initContextOf, runInit } from "./init/run.js";
import { thisMachine } from "./machine.js";
import { runPair } from "./pair.js";
import { findPrograms } from "./programs.js";
import { runStatus } from "./status.js";
import { runTrust } from "./trust.js";
import { runUninstall } from "./uninstall/run.js";

const run: Readonly<Record<CommandName, (command: Command) => Promise<number>>> = {
  init: runInit,
  doctor: runDoctor,
  status: runStatus,
  pair: runPair,
  trust: runTrust,
  import: runImport,
  keep: runKeep,
  uninstall: runUninstall,
};

/** `svc-init keep [NOTE]…`: accepted notes, those named by id or all of them, become cases of the project's tests. Returns the exit code. */
async function runKeep(command: Command): Promise<number> {
  const { operands = [], terminal } = command;
  const context = await initContextOf(command);
  const { added, known } = await withStore(context, (store) => keepNotes(store, operands.length === 0 ? undefined : operands));
  terminal.json({ ok: true, project: context.root, file: casesName, added, known });
  terminal.print(`${added.length} note${added.length === 1 ? "" : "s"} added to ${casesName}, ${known.length} there already.`);
  if (added.length > 0) terminal.print(`A spec runs them all: import { testNotes } from "svc-capture/playwright"; testNotes();`, 2);
  return 0;
}

/** The program `svc-init`. Exit codes: 0 done, 1 failed, 2 wrong usage. */
async function main(args: readonly string[]): Promise<number> {
  try {
    const { command, values, operands } = readArguments(args);
    if (values.help) process.stdout.write(helpFor(command, Math.min(process.stdout.columns || 80, 100)));
    else if (values.version) process.stdout.write(`${version}\n`);
    else {
      const terminal = makeTerminal({ json: values.json === true, yes: values.yes === true });
      return await run[command]({ machine: thisMachine(), programs: findPrograms(import.meta.url), values, operands, terminal });
    }
    return 0;
  } catch (error) {
    if (!(error instanceof UsageError)) return fail(error, args.includes("--json"));
    const asked = commands.filter((command) => command === args[0] && command !== "init");
    printError(`${printable(error.message)}\nRun \`${["svc-init", ...asked, "--help"].join(" ")}\` for all options.`);
    return 2;
  }
}

/** Prints what failed in words; the stack goes to the debug log. */
function fail(error: unknown, isJson: boolean): number {
  debugLog(error instanceof Error ? (error.stack ?? error.message) : String(error));
  const message = explainEnd(error);
  if (isJson) process.stdout.write(safeJson({ ok: false, version, errors: [message] }));
  printError(message);
  return 1;
}

// `svc-init | head` closes the pipe; what was to be done is done all the same.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") throw error;
});

process.exitCode = await main(process.argv.slice(2));
