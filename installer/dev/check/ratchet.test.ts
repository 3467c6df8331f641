import { describe, expect, it } from "vitest";
import { cyclesOf } from "./imports.js";
import { ratchetFile, ratchetProblems, shrunkRatchet } from "./ratchet.js";

const nothing = { cycles: [], fragments: [], words: {} };
const treeOf = (files: Readonly<Record<string, string>>, allowed: object = nothing) =>
  new Map([...Object.entries(files), [ratchetFile, JSON.stringify(allowed)]]);
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
    expect(ratchetProblems(treeOf(types)).join()).toMatch(/cycle of imports.*host\/a.ts, host\/b.ts/);
  });

  it("may remain, or become smaller, where it is recorded", () => {
    expect(ratchetProblems(treeOf(types, { ...nothing, cycles: [["host/a.ts", "host/b.ts", "host/c.ts"]] }))).toEqual([]);
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
    expect(ratchetProblems(treeOf(files)).some((problem) => problem.includes("merge it"))).toBe(isReported);
  });
});

describe("a word that the glossary has another one for", () => {
  const text = `/** Tells x. */\nconst whatWasTold = "told"; // told, "tells"\n`;
  it.each<[string, Record<string, string>, Record<string, number>, RegExp | undefined]>([
    ["in an identifier, a comment, a file name", { "host/told.ts": text }, { tells: 2, told: 2 }, /"told" 3 times, at most 2/],
    ["as often as recorded", { "host/told.ts": text }, { tells: 2, told: 3 }, undefined],
    ["in a string", { "host/a.ts": `say("it is told", \`tells\`);\n` }, {}, undefined],
    ["of two parts", { "host/a.ts": "const madeUpMachine = 1;\n" }, {}, /"made up" 1 times/],
    ["in a fixture", { "extension/fixtures/a.ts": text }, {}, undefined],
    ["in a text of a tool", { "host/tools/a.ts": `title("Comments");\n` }, {}, /"comment \(texts of tools\)"/],
  ])("%s", (_name, files, words, problem) => {
    const problems = ratchetProblems(treeOf(files, { ...nothing, words })).join("\n");
    if (problem === undefined) expect(problems).toBe("");
    else expect(problems).toMatch(problem);
  });
});

it("only ever shrinks", () => {
  const files = { "host/told.ts": "// told\n" };
  const recorded = { cycles: [["host/gone.ts"]], fragments: ["host/gone.ts"], words: { told: 9, said: 3 } };
  expect(JSON.parse(shrunkRatchet(treeOf(files, recorded)))).toEqual({ ...nothing, words: { told: 2 } });
  expect(JSON.parse(shrunkRatchet(treeOf(files)))).toEqual(nothing);
});
