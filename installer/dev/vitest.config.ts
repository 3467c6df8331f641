import { existsSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import solid from "vite-plugin-solid";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { patience } from "../../host/testing/wait-until.js";

/**
 * Spreads the tests with browsers over the whole run: they wait for much of their time, and the others keep the processors busy meanwhile.
 * In both groups vitest's own order stays, the longest first.
 */
class TestOrder extends BaseSequencer {
  override async sort(specifications: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(specifications);
    const withBrowsers = sorted.filter(({ moduleId }) => moduleId.includes("/extension/e2e/"));
    const others = sorted.filter((one) => !withBrowsers.includes(one));
    const placed = [withBrowsers, others].flatMap((group) => group.map((one, index) => ({ one, place: index / group.length })));
    return placed.sort((a, b) => a.place - b.place).map(({ one }) => one);
  }
}

const cache = fileURLToPath(new URL("../../node_modules/.cache/svc", import.meta.url));

export default defineConfig({
  plugins: [solid()],
  // The plugin for Solid prefers browser builds, and that of ws is a stub.
  resolve: { alias: { ws: fileURLToPath(new URL("../../node_modules/ws/wrapper.mjs", import.meta.url)) } },
  test: {
    environment: "node",
    // Room for a slow machine; waiting is always for a condition.
    testTimeout: process.env["SVC_LONG"] === "1" ? 7_200_000 : 120_000,
    expect: { poll: { timeout: patience(), interval: 100 } },
    hookTimeout: 180_000,
    setupFiles: ["installer/dev/test-setup.ts"],
    globalSetup: ["installer/dev/test-run.ts"],
    // A process runs many files: it loads modules once, and keeps a browser of each kind (`extension/e2e/shared-browser.ts`).
    isolate: false,
    // Later runs compile only what has changed; the first one in a clone may be the only one.
    experimental: { fsModuleCache: existsSync(join(cache, "checked")), fsModuleCachePath: join(cache, "modules") },
    // Browsers and processes wait for much of their time. Each further worker loads modules and starts browsers of its own: 10 s of processor time.
    maxWorkers: Math.min(8, Math.max(2, availableParallelism())),
    // A run names its files and what failed or was repeated, not what took its time.
    slowTestThreshold: 60_000,
    runner: "installer/dev/test-runner.ts",
    sequence: { sequencer: TestOrder },
    include: ["host/**/*.test.ts", "fallback-http/**/*.test.ts", "installer/**/*.test.ts", "extension/**/*.test.{ts,tsx}"],
  },
});
