import "./cli/stdout-guard.js";
import { isMainThread } from "node:worker_threads";
import { type Command, parseCommand, usage } from "./cli/args.js";
import { UsageError } from "./contract/errors.js";
import { printable } from "./contract/printable.js";
import { version } from "./contract/version.js";
import { explainEnd } from "./store/failures.js";

/** Reads the command line of `svc-capture` and becomes the process that it asks for. */
async function main(args: readonly string[]): Promise<number> {
  try {
    return await run(parseCommand(args));
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    process.stderr.write(`svc-capture: ${printable(error.message)} \`svc-capture --help\` shows what is allowed.\n`);
    return 2;
  }
}

async function run(command: Command): Promise<number> {
  switch (command.kind) {
    case "help":
      process.stdout.write(usage);
      return 0;
    case "version":
      process.stdout.write(`${version}\n`);
      return 0;
    case "notes":
      return (await import("./cli/notes.js")).runNotes(command);
    case "proof":
      return (await import("./cli/proof.js")).runProof(command);
    case "mcp":
      return (await import("./cli/mcp.js")).runMcp(command);
    case "native":
      return (await import("./cli/native.js")).runNative(command);
    case "http":
      return (await import("./cli/http.js")).runHttp(command);
  }
}

try {
  if (isMainThread) process.exitCode = await main(process.argv.slice(2));
  else (await import("./cli/apart.js")).serveApart();
} catch (error) {
  process.stderr.write(`svc-capture failed: ${printable(explainEnd(error))}\n`);
  process.exitCode = 1;
}
