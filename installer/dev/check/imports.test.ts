import { describe, expect, it } from "vitest";
import { cyclesOf, graphProblems } from "./imports.js";

const long = "const x = 1;\n".repeat(40);

describe("a cycle of imports", () => {
  it.each<[string, Record<string, string[]>, string[][]]>([
    ["is none in a chain or a diamond", { a: ["b", "c"], b: ["d"], c: ["d"], d: [] }, []],
    ["of one file", { a: ["a"] }, [["a"]]],
    ["of two, with a tail", { x: ["a"], a: ["b"], b: ["a", "y"], y: [] }, [["a", "b"]]],
    ["of two that share a file", { a: ["b"], b: ["a", "c"], c: ["b"] }, [["a", "b", "c"]]],
    [
      "twice, one importing the other",
      { a: ["b"], b: ["a", "c"], c: ["d"], d: ["c"] },
      [
        ["a", "b"],
        ["c", "d"],
      ],
    ],
  ])("%s", (_name, graph, cycles) => {
    expect(cyclesOf(new Map(Object.entries(graph)))).toEqual(cycles);
  });

  const types = { "host/a.ts": `import type { B } from "./b.js";\n${long}`, "host/b.ts": `export type { A } from "./a.js";\n${long}` };

  it("is reported when only types make it", () => {
    expect(graphProblems(new Map(Object.entries(types))).join()).toMatch(/cycle of imports.*host\/a.ts, host\/b.ts/);
  });
});

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
    expect(graphProblems(new Map(Object.entries(files))).some((problem) => problem.includes("merge it"))).toBe(isReported);
  });
});
