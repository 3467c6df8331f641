import { expect, it } from "vitest";
import { openStudio } from "../testing/captures.js";
import { shared } from "../testing/shared.js";
import { openToolBench, rowsOf } from "../testing/tool-bench.js";

const studio = shared(openStudio);
const bench = shared(openToolBench);

const page = `<!doctype html><html lang="en"><title>Boxes</title><main><h1>Boxes</h1>
<div id="card" style="width:120px;overflow:hidden;white-space:nowrap"><span id="cut">Words that are much too long for the card</span></div>
<section id="far" aria-label="Far"><p id="wide" style="width:3000px">Wider than the window</p></section></main></html>`;

it("audit_layout finds what is cut and what leaves the window, and of an element only what is in it", async () => {
  const capture = await bench.add(await studio.html(page, { path: "boxes" }));
  const answer = await bench.call("audit_layout", { capture });
  const found = rowsOf(answer);
  expect(answer).toMatchObject({ capture, findings: found.length, viewport: [1280, expect.any(Number)] });
  expect(found.map(({ selector }) => selector)).toEqual(expect.arrayContaining(["#wide", expect.stringMatching(/^#c/)]));
  const [section] = rowsOf(await bench.call("get_elements_by_role", { capture, role: "region" }));
  const within = rowsOf(await bench.call("audit_layout", { capture, ref: section?.["ref"] }));
  expect(within.map(({ selector }) => selector)).toEqual(["#wide"]);
  expect(await bench.call("audit_layout", { capture, ref: "e999" })).toMatchObject({ error: { code: "not-found" } });
});
