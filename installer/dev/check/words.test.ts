import { describe, expect, it } from "vitest";
import { wordProblems } from "./words.js";

describe("a word that the glossary has another one for", () => {
  const text = `/** Tells x. */\nconst whatWasTold = "told"; // told, "tells"\n`;
  it.each<[string, Record<string, string>, Record<string, number>, RegExp | undefined]>([
    ["in an identifier, a comment, a file name", { "host/told.ts": text }, { tells: 2, told: 2 }, /"told" 3 times, at most 2/],
    ["as often as recorded", { "host/told.ts": text }, { tells: 2, told: 3 }, undefined],
    ["in a string", { "host/a.ts": `say("it is told", \`tells\`);\n` }, {}, undefined],
    ["of two parts", { "host/a.ts": "const madeUpMachine = 1;\n" }, {}, /"made up" 1 times/],
    ["in a text of a tool", { "host/tools/a.ts": `title("Comments");\n` }, {}, /"comment" 1 times/],
    ["in a fixture", { "extension/fixtures/a.ts": text }, {}, undefined],
  ])("%s", (_name, files, words, problem) => {
    const problems = wordProblems(new Map(Object.entries(files)), words).join("\n");
    if (problem === undefined) expect(problems).toBe("");
    else expect(problems).toMatch(problem);
  });
});
