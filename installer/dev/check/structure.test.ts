import { describe, expect, it } from "vitest";
import { structureProblems } from "./structure.js";
import { readTree, type Tree } from "./tree.js";

const tree = readTree(process.cwd());

function planted(path: string, change: (text: string) => string): Tree {
  return new Map([...tree, [path, change(tree.get(path) ?? "")]]);
}

function longFlow(text: string): string {
  const files = [...tree.keys()].filter((path) => /^host\/contract\/[\w.-]+\.ts$/.test(path)).slice(0, 26);
  return `${text}\n### Flow: planted\n\n${files.map((path) => `\`${path}\``).join(" ")}\n`;
}

describe("structure", () => {
  const plants: readonly (readonly [what: string, path: string, change: (text: string) => string, complaint: RegExp])[] = [
    [
      "an import that turns back",
      "host/contract/planted.ts",
      () => `import { x } from "../store/store.js";\n`,
      /host\/contract may import zod/,
    ],
    ["a composition root imported", "fallback-http/planted.ts", () => `import { x } from "./main.js";\n`, /imports fallback-http\/main.ts/],
    ["test support imported", "host/store/planted.ts", () => `import { x } from "./testing/x.js";\n`, /imports host\/store\/testing/],
    [
      "a host test that needs the extension's end-to-end tests",
      "host/store/planted.test.ts",
      () => `import type { TestPage } from "../../extension/e2e/test-page.js";\n`,
      /what tests share stands in host\/testing/,
    ],
    ["a folder without a rule", "extension/other/planted.ts", () => "export const x = 1;\n", /has no import rule/],
    ["a new top-level folder", "scripts/planted.sh", () => "", /top level: "scripts"/],
    ["a file of 451 lines", "host/store/planted.ts", () => "\n".repeat(451), /451 lines/],
    ["markup from text", "extension/sidebar/planted.ts", () => "node.innerHTML = text;\n", /makes code or markup from text/],
    ["a stale table", "AGENTS.md", (text) => text.replace("| `host/analysis` |", "| `host/judge` |"), /table of folders is stale/],
    ["a file that is not there", "AGENTS.md", (text) => `${text}\n\`host/contract/planted.ts\`\n`, /names host\/contract\/planted.ts/],
    ["a long way", "extension/FLOWS.md", longFlow, /leads through 26 files/],
  ];

  it.each(plants)("refuses %s", (_what, path, change, complaint) => {
    expect(structureProblems(planted(path, change)).join("\n")).toMatch(complaint);
  });

  it("lets a type cross any border", () => {
    const problems = structureProblems(planted("host/contract/planted.ts", () => `import type { Store } from "../store/store.js";\n`));
    expect(problems).toEqual([]);
  });
});
