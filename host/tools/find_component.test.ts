import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { openToolBench, rowsOf } from "../../extension/e2e/tool-bench.js";
import { sampleCapture } from "../contract/testing/sample.js";

/** The second element of the sample, marked as a component with its place. */
function markedCapture(component: string, source: string) {
  const capture = sampleCapture();
  const strings = [...capture.nodes.strings, component, source];
  const nodes = { ...capture.nodes, strings, component: [1, strings.length - 2], source: [1, strings.length - 1] };
  return { ...capture, nodes };
}

it("find_source takes a component that only the page knows to the place of its marker", async () => {
  const root = mkdtempSync(join(tmpdir(), "svc-component-"));
  mkdirSync(join(root, "src"));
  writeFileSync(join(root, "src", "list.js"), "export const rows = [\n  html`<li class=row>Line</li>`,\n];\n");
  const bench = await openToolBench(root);
  expect(rowsOf(await bench.call("find_source", { component: "Row" }))).toEqual([]);
  await bench.add(markedCapture("Row < List", "src/list.js:2:9"));
  expect(rowsOf(await bench.call("find_source", { component: "Row" }))[0]).toMatchObject({ file: "src/list.js", line: 2, column: 9 });
  expect(rowsOf(await bench.call("find_source", { component: "Missing" }))).toEqual([]);
  await bench.close();
});
