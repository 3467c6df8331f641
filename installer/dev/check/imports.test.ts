import { describe, expect, it } from "vitest";
import { fragmentProblems } from "./imports.js";

const long = "const x = 1;\n".repeat(40);

describe("a file of 30 lines", () => {
  const short = "const x = 1;\n".repeat(30);
  const use = (path: string) => `import { x } from "${path}";\n${long}`;
  it.each<[string, Record<string, string>, boolean]>([
    ["with one importer beside it", { "host/a.ts": use("./s.js"), "host/s.ts": short }, true],
    ["with one importer and a test", { "host/a.ts": use("./s.js"), "host/s.test.ts": use("./s.js"), "host/s.ts": short }, true],
    ["with one importer in another folder", { "host/a/a.ts": use("../s.js"), "host/s.ts": short }, false],
    ["with two importers", { "host/a.ts": use("./s.js"), "host/b.ts": use("./s.js"), "host/s.ts": short }, false],
    ["that is an entry", { "host/s.ts": short }, false],
    ["and one more", { "host/a.ts": use("./s.js"), "host/s.ts": `${short}\n` }, false],
    ["that is a tool", { "host/tools/registry.ts": use("./get_it.js"), "host/tools/get_it.ts": short }, false],
  ])("%s", (_name, files, isReported) => {
    expect(fragmentProblems(new Map(Object.entries(files))).some((problem) => problem.includes("merge it"))).toBe(isReported);
  });
});
