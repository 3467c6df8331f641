import { readdirSync } from "node:fs";
import { execa } from "execa";
import { expect, test } from "vitest";
import { temporaryFolder } from "../../../host/store/testing/temporary.js";
import { isLong, onlyAtLength } from "../../../host/testing/long.js";
import { projectRoot as root } from "../../../host/testing/paths.js";
import { readOptions } from "./arguments.js";

function start(args: readonly string[], env: Record<string, string> = {}) {
  const loader = `${root}node_modules/tsx/dist/cli.mjs`;
  return execa(process.execPath, [loader, `${root}installer/dev/start/main.ts`, ...args], {
    cwd: root,
    env,
    reject: false,
    stdin: "ignore",
  });
}

test("the whole main job: icon click, native messaging, file, MCP client", async () => {
  // Of its own: other tests that run beside this one make such folders too.
  const temporary = await temporaryFolder();
  const { stdout, stderr, exitCode } = await start(["--headless"], { TMPDIR: temporary });
  expect(stderr).toBe("");
  expect(exitCode).toBe(0);
  expect(stdout).toMatch(/Lantern & Loom: lamps made to order/);
  expect(stdout).toMatch(/Icon click → Native → \.svc\/captures → MCP client/);
  // Every control's selector finds just it in the live page.
  const [, controls, exact] = /(\d+) controls, (\d+) with a selector/.exec(stdout) ?? [];
  expect(Number(controls)).toBeGreaterThan(10);
  expect(exact).toBe(controls);
  expect(stdout).toMatch(/failed .*\/api\/stock/);
  expect(readdirSync(temporary).filter((name) => name.startsWith("svc-"))).toEqual([]);
});

test.skipIf(!isLong)("a hop that fails is named", async () => {
  const { stderr, exitCode } = await start(["--headless"], { SVC_TEST_CHROMIUM: "/bin/false" });
  expect(stderr).toMatch(/^browser failed: /);
  expect(exitCode).toBe(1);
});

test.each([
  [["--project", "."], /go together/],
  [["--project", "/nowhere", "--url", "localhost:1"], /does not exist/],
  [["--fast"], /Unknown option/],
])("%j is wrong usage", (args, message) => {
  expect(() => readOptions(args, {}, "linux")).toThrow(message);
});

test("wrong usage ends with 2", async ({ skip }) => {
  if (!isLong) skip(onlyAtLength);
  expect(await start(["--fast"])).toMatchObject({ exitCode: 2, stderr: expect.stringMatching(/Unknown option/) });
});
