import { describe, expect, it } from "vitest";
import { processorMs } from "../../testing/processor-time.js";
import { moduleGraph } from "./modules.js";

const sources = {
  "src/App.tsx": `import React, { useState as state } from "react";\nimport { Button as Press } from "./ui";\nimport Card from "./ui/card";\nimport type { Look } from "./ui/card";\nimport{Card as Short}from"./ui"\n`,
  "src/ui/index.ts": `export { default as Card } from "./card";\nexport * from "./button";\n`,
  "src/ui/button.tsx": `export function Button() {}\n`,
  "src/ui/card.tsx": `export default function Card() {}\n`,
};

function graphOf(files: Readonly<Record<string, string>>) {
  return moduleGraph(
    Object.entries(files).map(([file, text]) => ({ file, text })),
    new Set(Object.keys(files)),
  );
}

describe("moduleGraph", () => {
  it.each([
    ["Press", "src/ui/button.tsx"],
    ["Card", "src/ui/card.tsx"],
    ["Short", "src/ui/card.tsx"],
    ["Look", "src/ui/card.tsx"],
    ["type", undefined],
    ["state", undefined],
    ["Nothing", undefined],
  ])("finds the file that defines %s beyond modules that hand it on", (name, file) => {
    expect(graphOf(sources).fileOf("src/App.tsx", name)).toBe(file);
  });

  it("holds what a file imports, however far, and what no file imports", () => {
    const graph = graphOf(sources);
    expect([...graph.closure(["src/App.tsx"])].sort()).toEqual(Object.keys(sources).sort());
    expect(graph.roots).toEqual(["src/App.tsx"]);
  });

  it("holds what Vue's build tools import by the names in templates, with and without their folders", () => {
    const tags = "<template><HomeStats /><customers-add-modal /><Badge></Badge><UserCard /></template>";
    const files = ["home/HomeStats", "customers/AddModal", "ui/badge/index", "users/UserCard.client", "inbox/InboxList"];
    const graph = graphOf({
      "app/pages/index.vue": tags,
      ...Object.fromEntries(files.map((path) => [`app/components/${path}.vue`, "<template><p /></template>"])),
    });
    expect(graph.roots).toEqual(["app/pages/index.vue", "app/components/inbox/InboxList.vue"]);
  });

  it.each([
    ["spaces after import", `import${" ".repeat(30_000)}x`],
    ["spaces after require", `require${" ".repeat(30_000)}x`],
    ["names that lead nowhere", `import ${"a, ".repeat(30_000)}`],
    ["imports that do not end", "import ".repeat(10_000)],
    ["spaces after from", `import a from${" ".repeat(30_000)}x`],
    ["exports that do not end", `export default async ${" ".repeat(30_000)}`],
  ])("reads a hostile source in time proportional to its length: %s", async (_what, text) => {
    expect(await processorMs(() => expect(graphOf({ "a.ts": text }).roots).toEqual(["a.ts"]))).toBeLessThan(1_000);
  });
});
