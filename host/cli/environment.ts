import { httpPortsIn } from "../contract/limits.js";

/** Whether this process was only started to see whether it answers (`SVC_PROBE=1`): nothing of it may look like a browser or an agent. */
export function isProbe(env: NodeJS.ProcessEnv = process.env): boolean {
  return env["SVC_PROBE"] === "1";
}

/** The port that the project's HTTP process is to try first (`SVC_PORT`, as svc-init writes it for agents); undefined for none of ours. */
export function preferredPort(env: NodeJS.ProcessEnv = process.env): number | undefined {
  return httpPortsIn(env["SVC_PORTS"]).find((port) => String(port) === env["SVC_PORT"]);
}

/** Ends the process after `ms` milliseconds, whatever is under way. The timer alone keeps nothing alive. */
export function forceExitAfter(ms: number): void {
  setTimeout(() => process.exit(), ms).unref();
}
