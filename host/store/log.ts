import { printable } from "../contract/printable.js";

/** One line, control characters shown, to stderr where SVC_DEBUG=1, else nowhere: stdout carries protocol only. */
export function debugLog(line: string): void {
  if (process.env["SVC_DEBUG"] === "1") process.stderr.write(`svc: ${printable(line)}\n`);
}
