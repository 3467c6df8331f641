import { parseArgs } from "node:util";
import { parseOptions } from "../command-line.js";
import { UsageError } from "../contract/errors.js";

/** What the command line asks for. */
export type Command =
  | { readonly kind: "mcp"; readonly project: string | undefined; readonly tools: "core" | "all" }
  | { readonly kind: "native"; readonly caller: readonly string[] }
  | { readonly kind: "http"; readonly project: string | undefined; readonly rest: readonly string[] }
  | { readonly kind: "version" }
  | { readonly kind: "help" };

/** Reads the arguments after the program's name. Throws UsageError. */
export function parseCommand(args: readonly string[]): Command {
  // Browsers append what they like: the extension's origin, the manifest's path, a window handle.
  if (args.includes("--native-host")) return { kind: "native", caller: args.filter((argument) => argument !== "--native-host") };
  if (args.includes("--http")) return { kind: "http", ...forHttp(args) };
  const { values } = parseOptions(args, {
    project: { type: "string" },
    tools: { type: "string" },
    version: { type: "boolean" },
    help: { type: "boolean", short: "h" },
  });
  if (values.help) return { kind: "help" };
  if (values.version) return { kind: "version" };
  const tools = values.tools ?? "all";
  if (tools !== "core" && tools !== "all") throw new UsageError(`--tools must be core or all, not "${tools}".`);
  return { kind: "mcp", project: values.project, tools };
}

export const usage = `Usage: svc-capture [options]

Serves the captures of a project to a coding agent: MCP over stdio.

  --project DIR     the project; otherwise the nearest folder upward that has .svc or .git, else this one
  --tools core|all  how many tools the agent gets (default: all)
  --http            become the project's HTTP process (for WSL and browsers without a native host); \`--http --help\` shows its options
  --native-host     serve a browser over native messaging; browsers start it so
  --version, --help

SVC_HOME: folder of the per-user state. SVC_PORT: the port to try first when HTTP is needed. SVC_DEBUG=1: log to stderr.
`;

/** The project is found here, as for the other commands; all else is for the HTTP process to judge. */
function forHttp(args: readonly string[]): { project: string | undefined; rest: readonly string[] } {
  const { values, tokens } = parseArgs({
    args: [...args],
    options: { project: { type: "string" }, http: { type: "boolean" } },
    strict: false,
    tokens: true,
  });
  const { project } = values;
  if (project !== undefined && typeof project !== "string") throw new UsageError("--project must name a folder.");
  const ours = tokens.flatMap((token) => {
    if (token.kind !== "option" || (token.name !== "project" && token.name !== "http")) return [];
    return token.name === "project" && token.inlineValue === false ? [token.index, token.index + 1] : [token.index];
  });
  return { project, rest: args.filter((_argument, index) => !ours.includes(index)) };
}
