import { appendFileSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Adds a browser that was started to the list that a test run prints at its end; `SVC_TEST_BROWSERS` names the list's file. */
export function noteBrowser(nameAndVersion: string): void {
  const file = process.env["SVC_TEST_BROWSERS"];
  if (file !== undefined) appendFileSync(file, `${nameAndVersion}\n`);
}

/**
 * Makes a folder for a browser's profile and temporary files. It lies in the folder of the test run, which `SVC_TEST_RUN` names and which
 * ends with the run: what a killed browser leaves goes with it.
 */
export function makeBrowserFolder(): string {
  // Short names: Chromium makes a socket in it, whose path may have 107 characters.
  return mkdtempSync(join(process.env["SVC_TEST_RUN"] ?? tmpdir(), "svc-"));
}
