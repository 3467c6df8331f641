import { execaSync } from "execa";

/** Inputs for each property of the long run; CI takes a few hundred. */
const runs = process.argv[2] ?? "20000";

/** `npm run fuzz [-- runs]`: every property and fault test with many more inputs. Takes hours with the default. */
const env = { SVC_FUZZ_RUNS: runs, SVC_LONG: "1" };
const config = ["--config", "installer/dev/vitest.config.ts", "--root", process.cwd(), "--testTimeout=7200000"];
const chosen = ["host/contract", "host/store", "host/native", "host/mcp", "host/operations", "host/cli", "fallback-http"];
process.exitCode =
  execaSync("vitest", ["run", ...config, ...chosen], { stdio: "inherit", reject: false, preferLocal: true, env }).exitCode ?? 1;
