import { fileURLToPath } from "node:url";
import solid from "vite-plugin-solid";
import { defineConfig } from "vitest/config";

/** Tests start browsers and processes: few at a time, with room for a slow machine; waiting is always for a condition. */
export default defineConfig({
  plugins: [solid()],
  // The plugin for Solid prefers browser builds, and that of ws is a stub.
  resolve: { alias: { ws: fileURLToPath(new URL("../../node_modules/ws/wrapper.mjs", import.meta.url)) } },
  test: {
    include: ["host/**/*.test.ts", "fallback-http/**/*.test.ts", "installer/**/*.test.ts", "extension/**/*.test.{ts,tsx}"],
    environment: "node",
    testTimeout: 120_000,
    hookTimeout: 180_000,
    maxWorkers: 2,
    setupFiles: ["installer/dev/fuzz-setup.ts"],
    reporters: ["default"],
  },
});
