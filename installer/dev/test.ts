import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { execa } from "execa";
import { filesLeftIn, type LeftProcess, processesNaming } from "../../host/testing/leftovers.js";
import type { TestCounts } from "./test-reporter.js";

/**
 * `npm test`: the tests and, beside them, the checks but for those of unused code and the package, which keep one processor busy; a check that fails ends the tests. The last line counts. Other
 * arguments go to vitest. With `--long`, as `npm run test:long` passes it, every row of every matrix and random tests at length.
 */
async function main(args: readonly string[]): Promise<number> {
  const startedAt = Date.now();
  // Ctrl+C ends vitest, which is in the same group; what it leaves is cleared after it.
  process.on("SIGINT", () => undefined);
  const isLong = args.includes("--long");
  const forVitest = args.filter((arg) => arg !== "--long");
  const folder = mkdtempSync(join(tmpdir(), "svc-test-"));
  const [browsers, counted, temporary] = ["browsers", "counts.json", "tmp"].map((name) => join(folder, name)) as [string, string, string];
  mkdirSync(temporary);
  // A test whose folder another user owns must reach it.
  chmodSync(folder, 0o711);
  const seed = process.env["SVC_TEST_SEED"] ?? String(Math.floor(Math.random() * 2 ** 31));
  console.log(`random tests use the seed ${seed}; SVC_TEST_SEED=${seed} repeats them`);
  const config = ["--config", "installer/dev/vitest.config.ts", "--root", process.cwd(), "--reporter=installer/dev/test-reporter.ts"];
  const long = isLong ? { SVC_LONG: "1", SVC_FUZZ_RUNS: process.env["SVC_FUZZ_RUNS"] ?? "1000" } : {};
  const check = ["installer/dev/check.ts", ...(isLong ? [] : ["--beside-tests"])];
  const checking = execa(process.execPath, [...process.execArgv, ...check], { stdio: "inherit", reject: false });
  const testing = execa("vitest", ["run", ...config, ...forVitest], {
    env: { TMPDIR: temporary, SVC_TEST_BROWSERS: browsers, SVC_TEST_COUNTS: counted, SVC_TEST_SEED: seed, ...long },
    stdio: "inherit",
    reject: false,
    preferLocal: true,
  });
  const isEnded = (await checking).exitCode !== 0;
  if (isEnded) testing.kill("SIGINT");
  const vitest = await testing;
  const testedAt = Date.now();
  const ended = await endSurvivors(temporary);
  const survivors = isEnded ? [] : ended;
  if (isEnded) console.log("a check failed: the tests that ran beside it were ended");
  for (const { pid, command } of survivors) console.log(`a test did not end process ${pid}: ${command.slice(0, 200)}`);
  for (const name of isEnded ? [] : filesLeftIn(temporary)) console.log(`a test did not remove ${name} from the temporary folder`);
  console.log(browserLine(existsSync(browsers) ? readFileSync(browsers, "utf8") : ""));
  const none: TestCounts = { passed: 0, failed: 0, skipped: 0, retried: 0 };
  const counts: TestCounts = existsSync(counted) ? JSON.parse(readFileSync(counted, "utf8")) : none;
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  // An error outside of all files is a failure, and so is a process that outlives its test.
  const failed = Math.max(counts.failed, isEnded || vitest.exitCode === 0 ? 0 : 1) + (isEnded ? 1 : 0) + (survivors.length > 0 ? 1 : 0);
  const seconds = (from: number, to: number) => `${Math.round((to - from) / 1_000)} s`;
  const prepared = seconds(Number(process.env["BOOTSTRAP_STARTED_AT"] ?? startedAt), startedAt);
  console.log(
    `packages, browsers and build ${prepared}, checks and tests ${seconds(startedAt, testedAt)} on ${availableParallelism()} processors`,
  );
  console.log(`tests that passed only when repeated: ${counts.retried}`);
  console.log(`${counts.passed} passed, ${failed} failed, ${counts.skipped} skipped`);
  return failed === 0 ? 0 : 1;
}

/** A browser's helper processes end a moment after it. */
const endingMs = 10_000;

/** Ends the processes that outlived the tests with this temporary folder, and returns them. */
async function endSurvivors(folder: string): Promise<readonly LeftProcess[]> {
  for (const deadline = Date.now() + endingMs; processesNaming(folder).length > 0 && Date.now() < deadline; ) {
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  const processes = processesNaming(folder);
  for (const { pid } of processesNaming(folder)) process.kill(pid, "SIGKILL");
  return processes;
}

/** Names the browsers that tests have started; `started` holds a line for each start. */
function browserLine(started: string): string {
  const names = [...new Set(started.split("\n").filter((line) => line !== ""))].sort();
  const absent = ["Chrom", "Firefox"].filter((family) => !names.some((name) => name.startsWith(family)));
  const missing = absent.map((family) => `no ${family === "Firefox" ? "Firefox" : "Chromium"}`);
  return `browsers that ran: ${[...names, ...missing].join(", ")}`;
}

process.exitCode = await main(process.argv.slice(2));
