import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { temporaryFolder } from "../../../host/store/testing/temporary.js";
import { projectRoot } from "../../../host/testing/paths.js";
import { writeFiles } from "../../../host/testing/write-files.js";
import { noticesText } from "./notices.js";

let root: string;
beforeEach(async () => {
  root = await temporaryFolder();
});

/** Puts a package into the fake project and returns the path of one of its files. */
function put(folder: string, about: object, files: Record<string, string>): string {
  const place = join(root, "node_modules", folder);
  writeFiles(place, { "package.json": JSON.stringify({ name: folder, version: "1.0.0", license: "MIT", ...about }), ...files });
  return join(place, "index.js");
}

describe("licence notices", () => {
  test("name each bundled package once, with all that it carries and where its source is", () => {
    const modules = [
      put(
        "b",
        { license: "MPL-2.0", repository: { url: "git+https://example.org/b.git" } },
        { LICENSE: "b's terms\r\n", NOTICE: "b's note" },
      ),
      put("@scope/a", {}, { "license.md": "a's terms" }),
      put("b/node_modules/@scope/a", { name: "@scope/a" }, { "license.md": "a's terms" }),
      join(root, "host/main.ts"),
    ];
    const text = noticesText(root, [...modules, ...modules]);
    expect(text.match(/^.* \(.*\)$/gm)).toEqual(["@scope/a 1.0.0 (MIT)", "b 1.0.0 (MPL-2.0)"]);
    expect(text).toContain("Source: git+https://example.org/b.git\n\nb's terms\n\nb's note\n");
    expect(text).not.toMatch(/\r|host/);
  });

  test("count what the bundler itself adds", () => {
    put("bundler", {}, { LICENSE: "bundler's terms" });
    expect(noticesText(root, ["\0bundler/runtime.js"])).toContain("bundler's terms");
  });

  test("refuse a package that has none", () => {
    const path = put("bare", {}, { "README.md": "MIT" });
    expect(() => noticesText(root, [path])).toThrow("bare 1.0.0 carries no licence text");
  });
});

test.each([
  ["dist", ["@modelcontextprotocol/sdk", "zod", "execa", "hono", "ws"], ["solid-js"]],
  ["dist/chrome", ["solid-js", "webextension-polyfill", "axe-core"], ["execa"]],
  ["dist/firefox", ["solid-js", "webextension-polyfill", "axe-core"], ["execa"]],
])("what %s passes on has its notices", (folder, there, absent) => {
  const names = readFileSync(join(projectRoot, folder, "THIRD-PARTY-NOTICES.txt"), "utf8").match(/^\S+(?= \S+ \(.*\)$)/gm);
  expect(names).toEqual(expect.arrayContaining(there));
  expect(names?.filter((name) => absent.includes(name))).toEqual([]);
});
