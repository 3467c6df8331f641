import { mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** An empty folder that is removed after the test. */
export async function temporaryFolder(): Promise<string> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), "svc-test-")));
  cleanups.push(() => rm(folder, { recursive: true, force: true, maxRetries: 3 }));
  return folder;
}

/** Runs after the test, last added first. */
export function cleanup(fn: () => unknown): void {
  cleanups.push(fn);
}

const cleanups: (() => unknown)[] = [];

/** Runs what tests have added. A hook in this module would hold for the first of a process's test files alone: `test-setup.ts` calls it. */
export async function runCleanups(): Promise<void> {
  for (const fn of cleanups.splice(0).reverse()) await fn();
}
