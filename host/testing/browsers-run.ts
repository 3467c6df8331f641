import { appendFileSync } from "node:fs";

/** Adds a browser that was started to the list that a test run prints at its end; `SVC_TEST_BROWSERS` names the list's file. */
export function noteBrowser(nameAndVersion: string): void {
  const file = process.env["SVC_TEST_BROWSERS"];
  if (file !== undefined) appendFileSync(file, `${nameAndVersion}\n`);
}
