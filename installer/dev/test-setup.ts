import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { configureGlobal } from "fast-check";
import { afterAll } from "vitest";

// Properties that do not state their number of runs take this one; `npm run fuzz` asks for many. A seed repeats a run.
const [runs, seed] = [process.env["SVC_FUZZ_RUNS"], process.env["SVC_TEST_SEED"]].map((text) => Number(text ?? 0));
configureGlobal({ ...(runs ? { numRuns: runs } : {}), ...(seed ? { seed } : {}) });

// Each test file is a user of its own, on ports of its own: what it makes or accepts leaves no receipt with the person who runs the
// tests, and neither a program on the usual ports nor another test file stands in its way.
const folder = mkdtempSync(join(tmpdir(), "svc-state-"));
process.env["SVC_HOME"] = folder;
process.env["SVC_PORTS"] = String(await freePorts());
afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));

/** Four ports below those that systems hand out by themselves; each process of the machine starts to search at a place of its own. */
async function freePorts(): Promise<readonly number[]> {
  const [first, blocks, size] = [10_000, 4_000, 4];
  for (let attempt = 0; attempt < blocks; attempt += 1) {
    const base = first + ((process.pid + attempt) % blocks) * size;
    const ports = Array.from({ length: size }, (_, index) => base + index);
    if ((await Promise.all(ports.map(isFree))).every(Boolean)) return ports;
  }
  throw new Error(`no four free ports from ${first} to ${first + blocks * size}`);
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer().once("error", () => resolve(false));
    server.listen(port, "127.0.0.1", () => server.close(() => resolve(true)));
  });
}
