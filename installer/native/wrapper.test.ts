import { spawnSync } from "node:child_process";
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readWrapper, wrapperText } from "./wrapper.js";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "svc-wrapper-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const odd = [
  "plain",
  "with space",
  "it's",
  'double "quote"',
  "Ümlaut-日本",
  "$HOME `id` $(id)",
  "semi;amp&pipe|",
  "back\\slash",
  "star*?[a]",
  "-dash",
  "line\nbreak",
  "%PATH%",
  "!x!",
  "#~",
];

describe("the wrapper for sh", () => {
  test.each(odd)("starts the host out of a folder called %j", (name) => {
    const home = join(folder, name);
    mkdirSync(home, { recursive: true });
    const node = join(home, "no de");
    symlinkSync(process.execPath, node);
    const server = join(home, "ser'ver.cjs");
    writeFileSync(server, "console.log(JSON.stringify([process.argv.slice(2), process.env.SVC_HOME, process.argv[1]]))");
    const wrapper = join(home, "native-host.sh");
    writeFileSync(wrapper, wrapperText("linux", { node, server, stateFolder: home }));
    chmodSync(wrapper, 0o755);
    // As a browser starts it: without a PATH, with arguments of its own.
    const { stdout, stderr } = spawnSync(wrapper, ["chrome-extension://x y/", "$(id)"], { env: {}, cwd: "/", encoding: "utf8" });
    expect(stderr).toBe("");
    expect(JSON.parse(stdout)).toEqual([["--native-host", "chrome-extension://x y/", "$(id)"], home, server]);
  });

  test("tells what it starts, whatever the paths", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), fc.string({ unit: "grapheme" }), (one, other) => {
        fc.pre(!one.includes("\0") && !other.includes("\0"));
        const text = wrapperText("linux", { node: `/${one}`, server: `/${other}`, stateFolder: "/s" });
        expect(readWrapper(text)).toEqual({ node: `/${one}`, server: `/${other}` });
      }),
    );
  });
});

describe("the wrapper for cmd", () => {
  test("keeps percent signs and exclamation marks, and ends its lines as cmd wants", () => {
    const command = { node: "C:\\Program Files\\100%\\node.exe", server: "C:\\a&b!\\server.js", stateFolder: "C:\\s" };
    const text = wrapperText("win32", command);
    expect(text.split("\r\n")).toEqual([
      "@echo off",
      "rem Starts the native host of svc for a browser. Written by svc-init.",
      "setlocal DisableExtensions DisableDelayedExpansion",
      'set "SVC_HOME=C:\\s"',
      '"C:\\Program Files\\100%%\\node.exe" "C:\\a&b!\\server.js" --native-host',
      "",
    ]);
    expect(readWrapper(text)).toEqual({ node: command.node, server: command.server });
  });

  test("reads itself as UTF-8 only where it must", () => {
    const at = (name: string) =>
      wrapperText("win32", { node: "C:\\node.exe", server: `C:\\Users\\${name}\\server.js`, stateFolder: "C:\\s" });
    expect(at("Ana")).not.toContain("chcp");
    expect(at("Müller")).toContain('"%SystemRoot%\\System32\\chcp.com" 65001 >nul');
  });

  test.each(['"', "\n", "\r", "\0"])("refuses a path with %j", (character) => {
    expect(() => wrapperText("win32", { node: `C:\\${character}`, server: "C:\\s.js", stateFolder: "C:\\s" })).toThrow(RangeError);
  });
});

test("a text that is not ours starts nothing that we know", () => {
  copyFileSync("/etc/passwd", join(folder, "foreign"));
  expect(readWrapper(readFileSync(join(folder, "foreign"), "utf8"))).toBeUndefined();
});
