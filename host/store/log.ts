import { printable } from "../contract/printable.js";

/** Takes one line about something that was handled and may help to find a cause. */
export type Log = (line: string) => void;

/** Writes one line, control characters shown, to stderr when SVC_DEBUG=1, else nowhere: stdout carries protocol only. */
export const debugLog: Log = (line) => {
  if (process.env["SVC_DEBUG"] === "1") process.stderr.write(`svc: ${printable(line)}\n`);
};
