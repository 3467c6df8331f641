import { parseArgs } from "node:util";

/** What the command line asks for. */
export type Command =
  | { readonly kind: "mcp"; readonly project: string | undefined; readonly tools: "core" | "all" }
  | { readonly kind: "native"; readonly caller: readonly string[] }
  | { readonly kind: "http"; readonly project: string | undefined; readonly rest: readonly string[] }
  | { readonly kind: "version" }
  | { readonly kind: "help" };

/** The command line cannot be understood. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/** Reads the arguments after the program's name. Throws UsageError. */
export function parseCommand(args: readonly string[]): Command {
  // Browsers append what they like: the extension's origin, the manifest's path, a window handle.
  if (args.includes("--native-host")) return { kind: "native", caller: args.filter((argument) => argument !== "--native-host") };
  const { values, positionals } = parse(args);
  if (values.help) return { kind: "help" };
  if (values.version) return { kind: "version" };
  if (positionals.length > 0) throw new UsageError(`unexpected argument "${positionals[0]}"`);
  if (values.http) return { kind: "http", project: values.project, rest: values["require-signed"] ? ["--require-signed"] : [] };
  const tools = values.tools ?? "all";
  if (tools !== "core" && tools !== "all") throw new UsageError(`--tools must be core or all, not "${tools}"`);
  return { kind: "mcp", project: values.project, tools };
}

export const usage = `Usage: svc-capture [options]

Serves the captures of a project to a coding agent: MCP over stdio.

  --project DIR     the project; otherwise the nearest folder upward that has .svc or .git, else this one
  --tools core|all  how many tools the agent gets (default: all)
  --http            become the project's HTTP process (for WSL and browsers without a native host)
  --require-signed  with --http: refuse unsigned requests
  --native-host     serve a browser over native messaging; browsers start it so
  --version, --help

SVC_HOME: folder of the per-user state. SVC_DEBUG=1: log to stderr.
`;

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        project: { type: "string" },
        tools: { type: "string" },
        http: { type: "boolean" },
        "require-signed": { type: "boolean" },
        version: { type: "boolean" },
        help: { type: "boolean", short: "h" },
      },
    });
  } catch (error) {
    // Every error of parseArgs is about the arguments; its first sentence says which.
    throw new UsageError(error instanceof Error ? (error.message.split(". ")[0] ?? error.message) : String(error), { cause: error });
  }
}
