import { randomUUID } from "node:crypto";
import { mkdirSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { configureGlobal } from "fast-check";
import { afterAll, afterEach, beforeAll } from "vitest";
import { runCleanups } from "../../host/store/testing/temporary.js";

// Properties that do not state their number of runs take this one: `SVC_FUZZ_RUNS=20000 npm run test:long` for many. A seed repeats a run.
const [runs, seed] = [process.env["SVC_FUZZ_RUNS"], process.env["SVC_TEST_SEED"]].map((text) => Number(text ?? 0));
configureGlobal({ ...(runs ? { numRuns: runs } : {}), ...(seed ? { seed } : {}) });

// Each test file is a user of its own, on ports of its own: what it makes or accepts leaves no receipt with the person who runs the
// tests, and neither a program on the usual ports nor another test file stands in its way.
const folder = join(tmpdir(), `svc-state-${randomUUID()}`);
process.env["SVC_HOME"] = folder;
process.env["SVC_PORTS"] = String(await reservePorts());
// Not before: where all tests of a file are skipped, nothing runs after them that could remove it.
beforeAll(() => mkdirSync(folder, { mode: 0o700 }));
afterEach(runCleanups);
afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));

/**
 * Four ports of this process, below those that systems hand out by themselves. A fifth one before them is held as long as the process lives:
 * who holds it has the four.
 */
async function reservePorts(): Promise<readonly number[]> {
  const [first, blocks, size] = [10_000, 4_000, 5];
  for (let attempt = 0; attempt < blocks; attempt += 1) {
    const reservation = first + ((process.pid + attempt) % blocks) * size;
    if (!(await hold(reservation))) continue;
    const ports = Array.from({ length: size - 1 }, (_, index) => reservation + 1 + index);
    if ((await Promise.all(ports.map(isFree))).every(Boolean)) return ports;
  }
  throw new Error(`no four free ports from ${first} to ${first + blocks * size}`);
}

function hold(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer().once("error", () => resolve(false));
    server.listen(port, "127.0.0.1", () => resolve(true)).unref();
  });
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer().once("error", () => resolve(false));
    server.listen(port, "127.0.0.1", () => server.close(() => resolve(true)));
  });
}
