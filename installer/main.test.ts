import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { execa } from "execa";
import { beforeEach, describe, expect, test } from "vitest";
import { program } from "../host/cli/testing/machine.js";
import { temporaryFolder } from "../host/store/testing/temporary.js";
import { recordHello } from "../host/store/user/presence.js";
import { rowsOfRun } from "../host/testing/long.js";

let folder: string;
beforeEach(async () => {
  folder = await temporaryFolder();
  mkdirSync(join(folder, "project/src"), { recursive: true });
});

function run(args: readonly string[], { cwd = "project", env = {} as Record<string, string> } = {}) {
  const home = { HOME: join(folder, "home"), SVC_HOME: join(folder, "state"), XDG_CONFIG_HOME: "", PATH: "/usr/bin:/bin" };
  return execa(process.execPath, [program("init.js"), ...args], {
    cwd: join(folder, cwd),
    env: { ...home, ...env },
    reject: false,
    stdin: "ignore",
  });
}

describe("usage", () => {
  const wrong: readonly (readonly [what: string, args: readonly string[], message: RegExp])[] = [
    ["an unknown option", ["--colour"], /Unknown option '--colour'.*Allowed: .*--url/],
    ["an option of another command", ["pair", "--url", "x"], /Unknown option '--url'/],
    ["an unknown command", ["instal"], /"instal" is no command\. Allowed: doctor/],
    ["a command by another spelling", ["docter"], /"docter" is no command: did you mean doctor\?/],
    ["an address with a path", ["--url", "http://x.example/y?z=1"], /holds a path or a query: write the host/],
    ["an origin that no Firefox gives", ["pair", "--allow", "moz-extension://x"], /no Firefox extension.s origin/],
    ["an unknown browser", ["--browser", "netscape"], /netscape is unknown.*chrome, chromium/],
    ["an unknown agent", ["--agent", "clippy"], /clippy is unknown.*claude-code/],
    ["an extension id that is none", ["--extension-id", "abc"], /abc is none/],
    ["a URL that is no pattern", ["--url", "a b"], /a b is no URL pattern/],
    ["a project that is not there", ["--project", "/nowhere"], /\/nowhere is no folder/],
    ["an option without its value", ["--url"], /argument missing/],
  ];
  test.each(
    rowsOfRun(
      wrong,
      wrong.filter(([what]) => what === "an unknown option" || what === "a URL that is no pattern"),
    ),
  )("%s ends with 2 and changes nothing", async (_what, args, message) => {
    const { exitCode, stderr, stdout } = await run(args);
    expect(exitCode).toBe(2);
    expect(stderr).toMatch(message);
    expect(stdout).toBe("");
    expect(existsSync(join(folder, "state"))).toBe(false);
    expect(existsSync(join(folder, "project/.svc"))).toBe(false);
  });

  const helps = [["--help"], ["doctor", "--help"], ["status", "--help"], ["pair", "--help"], ["uninstall", "--help"]];
  test.each(rowsOfRun(helps, helps.slice(1, 2)))("%s %s shows an example", async (...args) => {
    const { exitCode, stdout } = await run(args);
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(/\nExample: svc-init/);
    expect(Math.max(...stdout.split("\n").map((line) => line.length))).toBeLessThanOrEqual(80);
  });
});

describe("a project from beginning to end", () => {
  test("init starts its server, pair gives the key, status shows both, uninstall ends it", async () => {
    const first = await run(["--url", "localhost:5173", "--json"], { cwd: "project/src" });
    expect(first.stderr).toBe("");
    const report = JSON.parse(first.stdout);
    // Run in a folder below nothing: the folder itself is the project.
    expect(report).toMatchObject({ ok: true, changed: true, project: { root: join(folder, "project/src") } });
    const server = report.actions.find(({ kind }: { kind: string }) => kind === "http-server");
    const health = await fetch(`${server.target}/info`).then((answer) => answer.json());
    expect(health).toMatchObject({ projectRoot: join(folder, "project/src"), urlPatterns: ["localhost:5173"] });

    const again = await run(["--url", "localhost:5173"], { cwd: "project/src" });
    expect(again.stdout).toBe("nothing to do");
    const { stdout: key } = await run(["pair"], { cwd: "project/src" });
    expect(key).toMatch(/^[0-9a-f]{64}$/);
    const { stdout: status } = await run(["status"], { cwd: "project/src" });
    expect(status).toMatch(/^Not connected yet: .* 0 open notes in 1 project\.\n/);
    expect(status).toContain(`HTTP server on port ${report.port}`);

    // What undoes a pairing, and what lets in a Firefox, prints no key.
    const undone = await run(["pair", "--unsigned", "--allow", "moz-extension://0c4f3d7a-1111-4a22-9b3c-2f0d5a6b7c8d"], {
      cwd: "project/src",
    });
    expect([undone.exitCode, undone.stdout]).toEqual([
      0,
      expect.stringMatching(/^let in {2}moz-extension:\/\/0c4f3d7a-1111-4a22-9b3c-2f0d5a6b7c8d\n.*takes unsigned calls/),
    ]);
    expect(undone.stdout + undone.stderr).not.toContain(key);
    expect((await run(["pair", "--allow", "https://evil.example"], { cwd: "project/src" })).exitCode).toBe(2);

    const { stdout } = await run(["uninstall"], { cwd: "project/src" });
    expect(stdout).toContain(`stopped  the HTTP server on port ${report.port}`);
    await expect(fetch(server.target)).rejects.toThrow();
    expect(existsSync(join(folder, "project/src/.svc"))).toBe(false);
  });

  test("doctor names an extension of another version", async () => {
    expect(await run(["--no-start"])).toMatchObject({ exitCode: 0 });
    // As announced over native messaging; a later call of a browser without a version does not hide it.
    await recordHello(join(folder, "state"), { transport: "native", extension: "0.0.1", browser: "Chromium" });
    await recordHello(join(folder, "state"), { transport: "unsigned", origin: "moz-extension://x", browser: "Firefox" });
    const examined = JSON.parse((await run(["doctor", "--json"])).stdout);
    expect(examined.checks.find(({ name }: { name: string }) => name === "versions")).toMatchObject({
      status: "fail",
      detail: expect.stringContaining("extension is 0.0.1"),
      mend: "update the extension in the browser",
    });
  });

  test.each([
    ["a file has the state folder's place", ["--no-start", "--json"], "state", /A file stands where the service keeps a folder/],
    ["a file has the place of a folder above it", ["--no-start", "--json"], "state/deep", /A file stands where the service keeps a folder/],
    ["there is no state", ["pair", "--json"], "none", /Run `svc-init` in it first/],
  ])("when %s it says so in words, and in JSON", async (_what, args, place, message) => {
    writeFileSync(join(folder, "state"), "");
    const { exitCode, stdout, stderr } = await run(args, { env: { SVC_HOME: join(folder, place) } });
    expect(exitCode).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({ ok: false, errors: [expect.stringMatching(message)] });
    expect(stderr).toMatch(message);
    expect(stderr).not.toMatch(/\n\s+at /);
    rmSync(join(folder, "state"));
  });

  test("a place that cannot be written is named with what to do, without the system's own words", async () => {
    writeFileSync(join(folder, "project/.cursor"), "");
    const { exitCode, stderr } = await run(["--no-start", "--agent", "cursor"]);
    expect(exitCode).toBe(1);
    expect(stderr).toMatch(/^Not written: .*Move the one that is there away, then run svc-init again \(agent-config, \S+\)\.$/);
  });

  test("output that is no terminal has no colours, and closing it early does no harm", async () => {
    const { stdout, exitCode } = await run(["--no-start"], { env: { FORCE_COLOR: "1" } });
    expect(exitCode).toBe(0);
    expect(stdout).not.toContain("\u001b");
  });
});
