import { expect, it } from "vitest";
import { makeTrueLines } from "./true-lines.js";

it("reads a file once, however many elements state a line of it", async () => {
  const text = `<script>\n\n</script>\n${"<p></p>\n".repeat(200)}`;
  const read: string[] = [];
  const trueLine = makeTrueLines({
    fileOf: (path) => (path === "src/A.svelte" ? path : undefined),
    read: async (file) => {
      read.push(file);
      return text;
    },
    marked: new Map([["src/A.svelte", Array.from({ length: 200 }, (_, at) => ({ tag: "p", line: at + 1 }))]]),
  });
  for (let line = 1; line <= 200; line++) expect(await trueLine(`src/A.svelte:${line}:1`)).toBe(`src/A.svelte:${line + 3}:1`);
  expect(await trueLine("src/B.svelte:1:1")).toBeUndefined();
  expect(read).toEqual(["src/A.svelte"]);
});
