import { expect, test } from "vitest";
import { isLong } from "../testing/long.js";
import { processorMs } from "../testing/processor-time.js";
import { type Shape, shapedCapture } from "../testing/shaped-capture.js";
import { shared } from "../testing/shared.js";
import { openToolBench } from "../testing/tool-bench.js";

const bench = shared(openToolBench);

const tools = {
  get_capture: {},
  get_page_summary: {},
  get_elements_by_role: { role: "button" },
  get_interactive_elements: {},
  find_missing_testids: {},
  audit_accessibility: {},
  audit_layout: {},
  get_fidelity_report: {},
  generate_tests: {},
  explain_styles: { ref: "e400" },
  find_source: { ref: "e400" },
  compare_captures: {},
};

/** Some ten times what each takes on two processors; what grew with the square or the cube of these sizes took minutes. */
const mostMs = 4_000;
const shapes: readonly (readonly [Shape, number])[] = [
  ["nested", isLong ? 4_000 : 1_000],
  ["chained", isLong ? 12_000 : 1_500],
  ["apart", isLong ? 12_000 : 1_500],
];

test.each(shapes)("every tool answers about %s elements, %i of them, at a cost like their number", async (shape, count) => {
  const [before, filename] = [await bench.add(shapedCapture("flat", 2)), await bench.add(shapedCapture(shape, count))];
  for (const [tool, args] of Object.entries(tools)) {
    let text = "";
    const named = tool === "compare_captures" ? { before, after: filename } : { capture: filename, ...args };
    const cost = await processorMs(async () => {
      text = await bench.text(tool, named);
    });
    expect(cost, tool).toBeLessThan(mostMs);
    expect(text, tool).not.toContain('{"error"');
    expect(text.length, tool).toBeLessThan(30_000);
  }
});
