import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import solid from "vite-plugin-solid";
import { defineConfig } from "vitest/config";
import { patience } from "../../host/testing/wait-until.js";

const endToEnd = "extension/e2e/**/*.test.ts";
const all = ["host/**/*.test.ts", "fallback-http/**/*.test.ts", "installer/**/*.test.ts", "extension/**/*.test.{ts,tsx}"];

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
    // A second run compiles only what has changed.
    experimental: {
      fsModuleCache: true,
      fsModuleCachePath: fileURLToPath(new URL("../../node_modules/.cache/svc/modules", import.meta.url)),
    },
    // Browsers and processes wait for much of their time: three files at once filled two processors to 62 %.
    maxWorkers: Math.min(8, Math.max(4, availableParallelism())),
    projects: [
      { extends: true, test: { name: "parts", include: all, exclude: [endToEnd] } },
      // A browser that is starved for seconds on a busy machine may lose a click or a frame: such a test is repeated, and the run reports it.
      { extends: true, test: { name: "e2e", include: [endToEnd], retry: 2 } },
    ],
  },
});
