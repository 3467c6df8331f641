import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { toLinuxPath, toWindowsPath } from "./paths.js";

const debian = { drives: "/mnt", distribution: "Debian" };

describe("paths on both sides of WSL", () => {
  test.each([
    ["C:\\Users\\Ana Müller\\x.json", "/mnt", "/mnt/c/Users/Ana Müller/x.json"],
    ["d:/code/shop", "/mnt", "/mnt/d/code/shop"],
    ["C:", "/mnt", "/mnt/c"],
    ["C:\\a", "", "/c/a"],
    ["C:\\a", "/windir", "/windir/c/a"],
    ["\\\\wsl.localhost\\Debian\\home\\ana", "/mnt", "/home/ana"],
    ["\\\\wsl$\\Debian\\home", "/mnt", "/home"],
    ["\\\\wsl.localhost\\Debian", "/mnt", "/"],
    ["/home/ana/a\\b", "/mnt", "/home/ana/a\\b"],
    ["\\\\wsl$\\Debian\\a\u2028b\nc", "/mnt", "/a\u2028b\nc"],
    ["C:\\a\u2028b\nc", "/mnt", "/mnt/c/a\u2028b\nc"],
    ["relative/C:/x", "/mnt", "relative/C:/x"],
    ["\\\\server\\share\\x", "/mnt", "\\\\server\\share\\x"],
  ])("%s is, with drives below %j, %s in here", (windows, drives, linux) => {
    expect(toLinuxPath(windows, { drives })).toBe(linux);
  });

  test.each([
    ["/mnt/c/Users/Ana", "/mnt", "C:\\Users\\Ana"],
    ["/mnt/c", "/mnt", "C:\\"],
    ["/mnt/code/x", "/mnt", "\\\\wsl.localhost\\Debian\\mnt\\code\\x"],
    ["/home/ana/p", "/mnt", "\\\\wsl.localhost\\Debian\\home\\ana\\p"],
    ["/c/a", "", "C:\\a"],
    ["/mnt/c/a\u2028b\nc", "/mnt", "C:\\a\u2028b\nc"],
    ["/mntx/c/a", "/mnt", "\\\\wsl.localhost\\Debian\\mntx\\c\\a"],
  ])("%s is, with drives below %j, %s over there", (linux, drives, windows) => {
    expect(toWindowsPath(linux, { ...debian, drives })).toBe(windows);
  });

  test("there and back is the same place", () => {
    const name = fc.string({ unit: "grapheme", minLength: 1 }).filter((text) => !/[/\\\0]/.test(text));
    fc.assert(
      fc.property(fc.array(name, { minLength: 1 }), fc.boolean(), (names, isOnDrive) => {
        const path = `${isOnDrive ? "/mnt/d" : ""}/${names.join("/")}`;
        expect(toLinuxPath(toWindowsPath(path, debian), debian)).toBe(path);
      }),
    );
  });
});
