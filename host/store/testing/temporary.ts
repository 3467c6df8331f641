import { mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach } from "vitest";

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

afterEach(async () => {
  for (const fn of cleanups.splice(0).reverse()) await fn();
});
