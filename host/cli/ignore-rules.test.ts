import { describe, expect, it } from "vitest";
import { readIgnoreRules } from "./ignore-rules.js";

const cases: readonly [rules: string, path: string, isFolder: boolean, ignored: boolean | undefined][] = [
  ["dist", "dist", true, true],
  ["dist", "packages/ui/dist", true, true],
  ["dist", "distance", true, undefined],
  ["/dist", "packages/ui/dist", true, undefined],
  ["dist/", "dist", false, undefined],
  ["*.gen.ts", "src/api.gen.ts", false, true],
  ["src/*.js", "src/deep/a.js", false, undefined],
  ["src/**/a.js", "src/very/deep/a.js", false, true],
  ["logs/**", "logs/today/a.txt", false, true],
  ["*.html\n!index.html", "index.html", false, false],
  ["# a remark\n\n  ", "# a remark", false, undefined],
  ["a?c.ts", "abc.ts", false, true],
  ["[ab].ts", "b.ts", false, true],
  ["[!ab].ts", "b.ts", false, undefined],
  ["\\!odd.ts", "!odd.ts", false, true],
  ["out.put", "outxput", false, undefined],
  ["dist \r\nbuild", "dist", true, true],
  ["[a", "[a", false, true],
  ["[z-a]", "b", false, undefined],
];

describe("rules of a .gitignore", () => {
  it.each(cases)("%j and %s", (rules, path, isFolder, ignored) => {
    expect(readIgnoreRules(rules)(path, isFolder)).toBe(ignored);
  });
});
