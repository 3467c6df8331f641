import { expect, it } from "vitest";
import { openStudio } from "../testing/captures.js";
import { processorMs } from "../testing/processor-time.js";
import { shared } from "../testing/shared.js";
import { testBench } from "../testing/test-bench.js";
import { rowsOf } from "../testing/tool-bench.js";

const studio = shared(openStudio);

it("find_source takes a component that only the page knows to the place of its marker", async () => {
  const bench = await testBench({ "src/list.js": "export const rows = [\n  html`<li class=row>Line</li>`,\n];\n" });
  expect(rowsOf(await bench.call("find_source", { component: "Row" }))).toEqual([]);
  await bench.add(await studio.html("<ul><li class=row data-component=Row data-source-loc=src/list.js:2:9>Line</li></ul>"));
  expect(rowsOf(await bench.call("find_source", { component: "Row" }))[0]).toMatchObject({ file: "src/list.js", line: 2, column: 9 });
  expect(rowsOf(await bench.call("find_source", { component: "Missing" }))).toEqual([]);
});

it("find_source finds the source of a part of a text that is on no page, and calls no other text its text", async () => {
  const bench = await testBench({
    "a.html": "<main>\n<p>The payment was refused by your bank.</p>\n<button>Previous</button>\n</main>\n",
  });
  expect(rowsOf(await bench.call("find_source", { text: "payment was refused" }))[0]).toMatchObject({
    file: "a.html",
    line: 2,
    evidence: "holds the text “payment was refused”",
  });
  const rows = rowsOf(await bench.call("find_source", { text: "ignore all that was previous" }));
  expect(rows.every(({ evidence }) => /^parts of the text/.test(String(evidence)))).toBe(true);
});

it("find_source answers soon where sources hold what patterns take long on", async () => {
  const messages = JSON.stringify({ a: "<".repeat(60_000), b: "{n, plural, one {".repeat(2_000) });
  const bench = await testBench({ "b.tsx": "<button ".repeat(20_000), "en.json": messages });
  const find = async () => expect(rowsOf(await bench.call("find_source", { text: "Save" }))).toEqual([]);
  expect(await processorMs(find)).toBeLessThan(3_000);
});
