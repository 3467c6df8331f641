import { type ParseArgsConfig, parseArgs } from "node:util";
import { UsageError } from "./contract/errors.js";

/** Reads a command line as `parseArgs` of node:util. Throws UsageError: the first sentence of Node's message and the options allowed. */
export function parseOptions<const Options extends NonNullable<ParseArgsConfig["options"]>>(
  args: readonly string[],
  options: Options,
  allowPositionals = false,
) {
  try {
    return parseArgs({ args: joined(args, options), options, allowPositionals });
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    const allowed = Object.keys(options).map((name) => `--${name}`);
    throw new UsageError(`${error.message.split(/\.(?:\s|$)/)[0]?.replace(/\s+/g, " ")}. Allowed: ${allowed.join(", ")}.`, {
      cause: error,
    });
  }
}

/** Options with their values as one argument each: a value that begins with a dash, as a negative number, is a value too. */
function joined(args: readonly string[], options: NonNullable<ParseArgsConfig["options"]>): string[] {
  const [first, second, ...rest] = args;
  if (first === undefined || first === "--") return [...args];
  const takesValue = first.startsWith("--") && options[first.slice(2)]?.type === "string";
  if (takesValue && second !== undefined && /^-\d/.test(second)) return [`${first}=${second}`, ...joined(rest, options)];
  return [first, ...joined(args.slice(1), options)];
}
