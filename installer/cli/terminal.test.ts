import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { stripVTControlCharacters as plain } from "node:util";
import { execa } from "execa";
import { beforeEach, describe, expect, test } from "vitest";
import { program } from "../../host/cli/testing/machine.js";
import { temporaryFolder } from "../../host/store/testing/temporary.js";

let folder: string;
beforeEach(async () => {
  folder = await temporaryFolder();
  mkdirSync(join(folder, "project"));
});

/** Runs the program on a terminal of so many columns; types the answer once a question stands there. */
async function onTerminal(args: string, { columns = 100, answer = "", env = {} as Record<string, string> } = {}) {
  const home = { HOME: join(folder, "home"), SVC_HOME: join(folder, "state"), XDG_CONFIG_HOME: "", TERM: "xterm-256color" };
  const line = `stty cols ${columns}; exec '${process.execPath}' '${program("init.js")}' ${args}`;
  const run = execa("script", ["-qfec", line, "/dev/null"], { cwd: join(folder, "project"), env: { ...home, ...env }, reject: false });
  let shown = "";
  run.stdout.on("data", (part: Buffer) => {
    const before = shown;
    shown += part;
    if (/[?]/.test(shown) && !/[?]/.test(before)) run.stdin.write(answer);
  });
  const { exitCode, stdout } = await run;
  return { exitCode, text: stdout.replaceAll("\r", "") };
}

describe("svc-init on a terminal", () => {
  test.each([
    ["n", 1, false],
    ["y", 0, true],
    ["\u0003", 1, false],
  ])("shows what it would do, then asks; %j ends with %i", async (answer, code, isDone) => {
    const { exitCode, text } = await onTerminal("--no-start --url localhost:5173", { answer });
    expect(exitCode).toBe(code);
    expect(plain(text)).toMatch(/create {2}\S+\.svc\nregister {2}.*localhost:5173\n.*Do this for .*\?/s);
    expect(text.includes("Nothing was changed.")).toBe(!isDone);
    expect(existsSync(join(folder, "project/.svc"))).toBe(isDone);
  });

  test("asks before it takes anything back", async () => {
    await onTerminal("--no-start --yes");
    const { exitCode, text } = await onTerminal("uninstall", { answer: "n" });
    expect(exitCode).toBe(1);
    expect(plain(text)).toMatch(/would be unregistered {2}\S+\n.*Do this\?.*Nothing was changed\./s);
    expect(existsSync(join(folder, "project/.svc"))).toBe(true);
  });

  test("asks nothing when there is nothing to do, or the answer was given", async () => {
    expect((await onTerminal("--no-start --yes")).text).not.toMatch(/\?(?:\s|$)/);
    expect((await onTerminal("--no-start")).text).toMatch(/nothing to do/);
  });

  test("keeps to the width, and to NO_COLOR", async () => {
    const { text } = await onTerminal("doctor", { columns: 60, env: { NO_COLOR: "1" } });
    expect(text).not.toContain("\u001b");
    const lines = text.split("\n");
    expect(lines.filter((line) => line.length > 60 && /\S\s+\S/.test(line.trim()))).toEqual([]);
    expect(lines.filter((line) => /^ {30}\S/.test(line))).not.toEqual([]);
    expect((await onTerminal("doctor")).text).toContain("\u001b[31mFAIL");
  });
});
