import { printable } from "../contract/printable.js";

/**
 * Writes one line about something that was handled and may help to find a cause, control characters shown, to stderr when SVC_DEBUG=1,
 * else nowhere: stdout carries protocol only.
 */
export function debugLog(line: string): void {
  if (process.env["SVC_DEBUG"] === "1") process.stderr.write(`svc: ${printable(line)}\n`);
}
