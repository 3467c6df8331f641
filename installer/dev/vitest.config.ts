import { fileURLToPath } from "node:url";
import solid from "vite-plugin-solid";
import { defineConfig } from "vitest/config";

/** Tests that start browsers and processes, or take the service's own ports: one file after the other, so that none stands in another's way. */
const alone = [
  "extension/e2e/**/*.test.ts",
  "extension/capture/**/*.test.ts",
  "fallback-http/{main,hostile-page,fuzz}.test.ts",
  "host/{cli,native}/**/*.test.ts",
  "host/store/**/{crash,faults,lock,events}.test.ts",
  "host/operations/{real-capture,load,requests}*.test.ts",
  "host/tools/**/*.test.ts",
  "host/mcp/{tool-dispatcher,injection}.test.ts",
  "host/analysis/{accessibility,layout,compare}/**/*.test.ts",
  "installer/**/*.test.ts",
];

const all = ["host/**/*.test.ts", "fallback-http/**/*.test.ts", "installer/**/*.test.ts", "extension/**/*.test.{ts,tsx}"];

export default defineConfig({
  plugins: [solid()],
  // The plugin for Solid prefers browser builds, and that of ws is a stub.
  resolve: { alias: { ws: fileURLToPath(new URL("../../node_modules/ws/wrapper.mjs", import.meta.url)) } },
  test: {
    environment: "node",
    // Room for a slow machine; waiting is always for a condition.
    testTimeout: 120_000,
    expect: { poll: { timeout: 10_000 } },
    hookTimeout: 180_000,
    setupFiles: ["installer/dev/fuzz-setup.ts", "installer/dev/state-setup.ts"],
    projects: [
      { extends: true, test: { name: "parts", include: all, exclude: alone, maxWorkers: 2, sequence: { groupOrder: 0 } } },
      {
        extends: true,
        // A browser that is starved for seconds on a busy machine may lose a click or a frame: a test counts as failed when it fails three times.
        test: { name: "whole", include: alone, maxWorkers: 1, retry: 2, sequence: { groupOrder: 1 } },
      },
    ],
  },
});
