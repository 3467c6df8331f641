import { type ParseArgsConfig, parseArgs } from "node:util";
import { UsageError } from "./contract/errors.js";

/**
 * Reads a command line as `parseArgs` of node:util does. Throws UsageError: the first sentence of Node's message, which names the argument,
 * and the options that are allowed.
 */
export function parseOptions<const Options extends NonNullable<ParseArgsConfig["options"]>>(
  args: readonly string[],
  options: Options,
  allowPositionals = false,
) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals });
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    const allowed = Object.keys(options).map((name) => `--${name}`);
    throw new UsageError(`${error.message.split(/\.(?:\s|$)/)[0]?.replace(/\s+/g, " ")}. Allowed: ${allowed.join(", ")}.`, {
      cause: error,
    });
  }
}
