import { parseArgs } from "node:util";
import { parseOptions } from "../command-line.js";
import { UsageError } from "../contract/errors.js";

/** For whom the annotations are printed: a person, a program, or an agent's hook. */
export const noteFormats = ["text", "json", "claude-code", "cursor", "codex", "gemini", "copilot", "opencode"] as const;
export type NoteFormat = (typeof noteFormats)[number];

export type Command = ReturnType<typeof parseCommand>;
export type ProofOptions = Extract<Command, { readonly kind: "proof" }>;
export type NotesOptions = Extract<Command, { readonly kind: "notes" }>;

/** Reads the arguments after the program's name. Throws UsageError. */
export function parseCommand(args: readonly string[]) {
  // Browsers append what they like: the extension's origin, the manifest's path, a window handle.
  if (args.includes("--native-host")) return { kind: "native", caller: args.filter((argument) => argument !== "--native-host") } as const;
  if (args.includes("--http")) return forHttp(args);
  if (args[0] === "notes") return forNotes(args.slice(1));
  if (args[0] === "proof") return forProof(args.slice(1));
  const { values } = parseOptions(args, {
    project: { type: "string" },
    tools: { type: "string" },
    // Read above; here they complete the list of what is allowed.
    http: { type: "boolean" },
    "native-host": { type: "boolean" },
    version: { type: "boolean" },
    help: { type: "boolean", short: "h" },
  });
  if (values.help) return { kind: "help" } as const;
  if (values.version) return { kind: "version" } as const;
  const tools = values.tools ?? "all";
  if (tools !== "core" && tools !== "all") throw new UsageError(`--tools must be core or all, not "${tools}".`);
  return { kind: "mcp", project: values.project, tools } as const;
}

export const usage = `Usage: svc-capture [options]
       svc-capture notes [--since-last] [--format NAME] [--wait SECONDS] [--project DIR]
       svc-capture proof [--since REF] [--out DIR] [--project DIR]

Serves the captures of a project to a coding agent: MCP over stdio.

  --project DIR     the project; otherwise the nearest folder upward that has .svc or .git, else this one
  --tools core|all  how many tools the agent gets (default: all)
  --http            become the project's HTTP process (for WSL and browsers without a native host); \`--http --help\` shows its options
  --native-host     serve a browser over native messaging; browsers start it so
  --version, --help

notes prints the open annotations, and nothing when there are none.
  --since-last      only what is new since the last call with this format: for an agent's hooks
  --format NAME     ${noteFormats.join(", ")} (default: text)
  --wait SECONDS    waits for the first that is new and prints it to stderr, with exit code 2: for hooks that wake an idle agent

proof prints what became of the notes as Markdown, for \`gh pr create --body-file\`: words, checks, what else changed, files.
  --since REF       only notes that were resolved since this branch left REF
  --out DIR         writes DIR/proof.md instead, with pictures of before and after beside it, where pictures are stored

SVC_HOME: folder of the per-user state. SVC_PORT: the port to try first when HTTP is needed. SVC_DEBUG=1: log to stderr.
`;

const text = { type: "string" } as const;
const help = { type: "boolean", short: "h" } as const;

function forNotes(args: readonly string[]) {
  const { values } = parseOptions(args, { project: text, format: text, wait: text, "since-last": { type: "boolean" }, help });
  if (values.help) return { kind: "help" } as const;
  const { wait = "0" } = values;
  if (!/^\d{1,5}$/.test(wait)) throw new UsageError(`--wait takes seconds, a number from 0 to 99999, not "${wait}".`);
  const asked = values.format ?? "text";
  const format = noteFormats.find((one) => one === asked);
  if (format === undefined) throw new UsageError(`--format must be one of ${noteFormats.join(", ")}, not "${asked}".`);
  return { kind: "notes", project: values.project, sinceLast: values["since-last"] === true, format, waitSeconds: Number(wait) } as const;
}

function forProof(args: readonly string[]) {
  const { values } = parseOptions(args, { project: text, since: text, out: text, help });
  const { project, since, out } = values;
  if (values.help) return { kind: "help" } as const;
  if (since === "" || out === "")
    throw new UsageError(`--${since === "" ? "since names a branch, a tag or a commit" : "out names a folder"}, not "".`);
  return { kind: "proof", project, since, out } as const;
}

/** The project is found here, as for the other commands; the HTTP process judges all else, and takes the last project that is named. */
function forHttp(args: readonly string[]) {
  const { values } = parseArgs({ args: [...args], options: { project: { type: "string" } }, strict: false });
  const { project } = values;
  if (project !== undefined && typeof project !== "string") throw new UsageError("--project must name a folder.");
  return { kind: "http", project, rest: args.filter((argument) => argument !== "--http") } as const;
}
