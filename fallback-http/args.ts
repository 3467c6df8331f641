import { win32 } from "node:path";
import { parseOptions } from "../host/command-line.js";
import { UsageError } from "../host/contract/errors.js";
import { httpPorts, httpPortsIn, limits } from "../host/contract/limits.js";
import type { Presence } from "../host/contract/presence.js";
import { printable, printableJson } from "../host/contract/printable.js";

/** The options of the HTTP process. Times in milliseconds. */
export type Args = Exclude<ReturnType<typeof readArgs>, string>;

export const usage = `Usage: svc-capture --http [--project DIR] [--prefer-port N] [--require-signed] [--json]

  --project DIR     the project to serve (default: the current folder)
  --prefer-port N   try this one of ${httpPorts.join(", ")} first
  --require-signed  refuse every request that is not signed with the project's key
  --json            print where it listens as one line of JSON
  --version         print the version
  --help            print this text`;

const options = {
  project: { type: "string" },
  "require-signed": { type: "boolean" },
  json: { type: "boolean" },
  "prefer-port": { type: "string" },
  // Set by whoever opens a port that the user did not ask for.
  "until-native": { type: "boolean" },
  help: { type: "boolean" },
  version: { type: "boolean" },
  // For tests: one port instead of the four (0: any), and the times after which the process ends.
  port: { type: "string" },
  "linger-ms": { type: "string" },
  "idle-ms": { type: "string" },
  "check-ms": { type: "string" },
} as const;

/** Reads the command line. `"help"` or `"version"` when that is wanted; throws UsageError. */
export function readArgs(argv: readonly string[], currentFolder: string) {
  const { values } = parseOptions(argv, options);
  if (values.help === true) return "help";
  if (values.version === true) return "version";
  return {
    project: values.project ?? currentFolder,
    requireSigned: values["require-signed"] ?? false,
    json: values.json ?? false,
    /** Ends as soon as native messaging serves this user's browsers. */
    untilNative: values["until-native"] ?? false,
    ports: values.port === undefined ? portsFrom(values["prefer-port"]) : [wholeNumber("--port", values.port, 65_535)],
    lingerMs: wholeNumber("--linger-ms", values["linger-ms"] ?? String(limits.lingerAfterLastAgentMs)),
    idleMs: wholeNumber("--idle-ms", values["idle-ms"] ?? String(limits.idleExitMs)),
    checkMs: wholeNumber("--check-ms", values["check-ms"] ?? String(limits.registryRefreshMs)),
  };
}

/** All four: a port that is taken must not keep the project from being served. */
function portsFrom(preferred: string | undefined): readonly number[] {
  const ports = httpPortsIn(process.env["SVC_PORTS"]);
  if (preferred === undefined) return ports;
  const first = ports.find((port) => String(port) === preferred);
  if (first === undefined) throw new UsageError(`--prefer-port must be one of ${ports.join(", ")}.`);
  return [first, ...ports.filter((port) => port !== first)];
}

/** Timers hold no more than 31 bits. */
function wholeNumber(name: string, text: string, max = 2 ** 31 - 1): number {
  const value = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
  if (value <= max) return value;
  throw new UsageError(`${name} must be a whole number from 0 to ${max}.`);
}

/** Where a project's HTTP process is to be found; pid and port are unknown while it is still starting. */
interface ServerLocation {
  readonly project: { readonly id: string; readonly name: string };
  readonly pid: number | undefined;
  readonly port: number | undefined;
  /** Another process serves the project, not this one. */
  readonly already: boolean;
}

/** Where the project is served: a sentence, or JSON for programs. */
export function locationMessage({ project, pid, port, already }: ServerLocation, asJson: boolean): string {
  if (asJson) return printableJson(JSON.stringify({ project: project.id, name: project.name, pid, port, already }));
  const name = printable(project.name);
  if (port === undefined) return `Another process is just starting to serve ${name}.`;
  return `${name} is ${already ? "already " : ""}served on http://127.0.0.1:${port} (process ${pid}).`;
}

/** The message when no port is free: which of our projects hold them. */
export function noFreePortMessage(ports: readonly number[], ours: readonly Pick<Presence, "port" | "projectRoot">[]): string {
  const holders = ports.map((port) => {
    const root = ours.find((presence) => presence.port === port)?.projectRoot;
    return `${port}: ${root === undefined ? "another program" : `project ${printable(win32.basename(root))}`}`;
  });
  return `No port is free for HTTP (${holders.join("; ")}). End one of them, or use native messaging, which needs no port.`;
}
