import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { makeFolder } from "../testing/make-folder.js";
import { processorMs } from "../testing/processor-time.js";
import { parseIgnoreRules } from "./gitignore.js";
import { openSourceFiles } from "./source-files.js";

const lines = [
  ..."a|/a|a/|b/a|/b/*|b/**|**/a|a/**/b|b/**/a.b|*.b|!*.b|*.a.b|?.b|a*b|*a*b*|[ab].b|[!a].b|[a-c]|!a|!b/a|!/b/".split("|"),
  ..."# a|\\#a|\\!a|a\\*|a\\ |a |**|*|/*|a?|b/|/b/a/|.a|.*|*.|a.*|*/a|*/*|b/*/a|[a-|x**y|a/**".split("|"),
];
const names = ["a", "b", "a.b", "b.b", "a.a.b", "ab", "ba", ".a", "c", "#a", "!a", "a*", "aab", "x.y"];

/** What git leaves of some paths with the lines as its only rules. */
function leftByGit(root: string, text: string, paths: readonly string[]): string[] {
  writeFileSync(join(root, ".git/info/exclude"), text);
  const listed = execFileSync("git", ["-C", root, "ls-files", "-o", "-z", "--exclude-standard"], { encoding: "utf8" });
  return listed.split("\0").filter((path) => paths.includes(path));
}

function leftByUs(text: string, paths: readonly string[]): string[] {
  const { isIgnored } = parseIgnoreRules(text, 200);
  const isHeld = (path: string, isFolder: boolean): boolean => {
    const folder = path.slice(0, Math.max(0, path.lastIndexOf("/")));
    return (folder !== "" && isHeld(folder, true)) || isIgnored(path, isFolder) === true;
  };
  return paths.filter((path) => !isHeld(path, false));
}

describe("rules of a .gitignore", () => {
  const folders = ["", "b/", "b/d/", "c.b/"];
  const paths = folders.flatMap((folder) => names.map((name) => `${folder}${folder === "" && name === "b" ? "b1" : name}`));

  test("are git's own, for every line and for random lists of them", () => {
    const root = makeFolder(Object.fromEntries(paths.map((path) => [path, "x"])));
    execFileSync("git", ["-C", root, "init", "-q"]);
    const lists = fc.array(fc.constantFrom(...lines.filter((line) => line !== "[a-")), { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(lists, (list) => {
        const text = list.join("\n");
        expect(leftByUs(text, paths).sort(), text).toEqual(leftByGit(root, text, paths).sort());
      }),
      { numRuns: 60, examples: lines.map((line) => [[line]]) },
    );
  });

  test("of any text are read without an error", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.string({ minLength: 1 }), (text, path) => {
        expect([true, false, undefined]).toContain(parseIgnoreRules(text, 200).isIgnored(path, false));
      }),
    );
  });
});

describe("listing a project without git", () => {
  const many = (count: number, line: (at: number) => string) => Array.from({ length: count }, (_, at) => line(at)).join("\n");
  const sources = Object.fromEntries(Array.from({ length: 300 }, (_, at) => [`src/part${at}/file.ts`, "x"]));
  const nested = (text: string) =>
    Object.fromEntries(Array.from({ length: 60 }, (_, depth) => [`${"d/".repeat(depth)}.gitignore`, text] as const));

  test.each<[string, Record<string, string>]>([
    ["20,000 names", { ".gitignore": many(20_000, (at) => `name-${at}`) }],
    ["20,000 paths", { ".gitignore": many(20_000, (at) => `src/no-${at}/x`) }],
    ["20,000 endings", { ".gitignore": many(20_000, (at) => `*.e${at}`) }],
    ["20,000 patterns", { ".gitignore": many(20_000, (at) => `a*${at}?`) }],
    ["patterns that try every place", { ".gitignore": many(200, (at) => `${"*a".repeat(100)}${at}`), [`${"a".repeat(200)}.ts`]: "x" }],
    ["60 files of 1,000 lines, each in the folder of another", nested(many(1_000, (at) => `n*${at}?\nm${at}`))],
    ["a name of many dots", { ".gitignore": many(1_000, (at) => `*.${at}`), [`${".".repeat(200)}ts`]: "x" }],
  ])("costs like its files with %s", async (_, files) => {
    const root = makeFolder({ ...sources, ...files });
    const list = openSourceFiles(root);
    let found: readonly string[] = [];
    expect(await processorMs(async () => (found = await list.list()))).toBeLessThan(1_500);
    expect(found.filter((path) => path.endsWith("file.ts"))).toHaveLength(300);
  });
});
