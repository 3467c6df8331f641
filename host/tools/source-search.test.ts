import { expect, it } from "vitest";
import { nothingWanted } from "../analysis/source/wanted.js";
import { findCandidates } from "./source-search.js";

it("does not name a line of Svelte without such a tag, where preprocessors took out lines between the tags, too", async () => {
  const rows = "<p>\n</p>\n".repeat(10);
  const texts = new Map([["src/A.svelte", `<script>\n</script>\n<main>\n${rows}</main>\n\n<span>Auto</span>\n`]]);
  const sources = {
    list: async () => [...texts.keys()],
    read: async (path: string) => texts.get(path),
    writtenAfter: async () => [],
    changesSince: () => Promise.reject(new Error("not asked")),
  };
  // All tags are stated two lines higher, the last one three.
  const lines = [1, ...Array.from({ length: 10 }, (_, at) => 2 + 2 * at)];
  const marked = [...lines.map((line, at) => ({ tag: at === 0 ? "main" : "p", line })), { tag: "span", line: 23 }];
  const wanted = { ...nothingWanted, tag: "span", shown: ["Auto"], markers: [{ source: "src/A.svelte:23:2", up: 0, use: 0 }] };
  const [first] = await findCandidates(sources, { ...wanted, marked: () => new Map([["src/A.svelte", marked]]) });
  expect(first).toMatchObject({ file: "src/A.svelte", line: 26 });
});
