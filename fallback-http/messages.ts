import { win32 } from "node:path";
import type { Presence } from "../host/contract/presence.js";
import { printable, printableJson } from "../host/contract/printable.js";

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
