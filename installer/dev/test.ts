import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { execaSync } from "execa";
import { z } from "zod";

const report = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  numPendingTests: z.number(),
  numFailedTestSuites: z.number(),
});

/** `npm test`: the checks, then every test; the last line counts. Further arguments go to vitest. */
function main(args: readonly string[]): number {
  const check = execaSync(process.execPath, [...process.execArgv, "installer/dev/check.ts"], { stdio: "inherit", reject: false });
  if (check.exitCode !== 0) {
    console.log("0 passed, 1 failed");
    return 1;
  }
  const folder = mkdtempSync(join(tmpdir(), "svc-test-report-"));
  const file = join(folder, "report.json");
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${file}`];
  const config = ["--config", "installer/dev/vitest.config.ts", "--root", process.cwd()];
  const browsers = join(folder, "browsers");
  writeFileSync(browsers, "");
  const vitest = execaSync("vitest", ["run", ...config, ...reporters, ...args], {
    env: { SVC_TEST_BROWSERS: browsers },
    stdio: "inherit",
    reject: false,
    preferLocal: true,
  });
  console.log(browserLine(readFileSync(browsers, "utf8")));
  const counts = report.parse(JSON.parse(readFileSync(file, "utf8")));
  rmSync(folder, { recursive: true, force: true });
  // A file that cannot be loaded has no failed test in it, and is a failure all the same.
  const failed = Math.max(counts.numFailedTests, vitest.exitCode === 0 ? 0 : 1);
  const skipped = counts.numPendingTests === 0 ? "" : `, ${counts.numPendingTests} skipped`;
  console.log(`${counts.numPassedTests} passed, ${failed} failed${skipped}`);
  return failed === 0 ? 0 : 1;
}

/** Names the browsers that tests have started; `started` holds a line for each start. */
function browserLine(started: string): string {
  const names = [...new Set(started.split("\n").filter((line) => line !== ""))].sort();
  const absent = ["Chrom", "Firefox"].filter((family) => !names.some((name) => name.startsWith(family)));
  const missing = absent.map((family) => `no ${family === "Firefox" ? "Firefox" : "Chromium"}`);
  return `browsers that ran: ${[...names, ...missing].join(", ")}`;
}

process.exitCode = main(process.argv.slice(2));
