import { expect, it } from "vitest";
import type { Annotation } from "../../contract/annotation.js";
import type { Capture } from "../../contract/capture.js";
import type { Check } from "../../contract/checks.js";
import { readCapture } from "../../contract/reader.js";
import { elementTargetOf } from "../../contract/targets.js";
import { openStudio } from "../../testing/captures.js";
import { shared } from "../../testing/shared.js";
import { annotated } from "../../testing/tool-bench.js";
import { compareCaptures } from "../compare/compare.js";
import { cartVerdicts, on, page, verdictBetween } from "../testing/cart-verdicts.js";
import { decideCase } from "./note-case.js";

const { shot } = cartVerdicts(shared(openStudio));

const cut = (capture: Capture): Capture => ({
  ...capture,
  holes: [{ kind: "truncated", ref: "", box: [0, 0, 0, 0], detail: "too large: the last 3 of 20 elements are left out" }],
});
const whole = page("€ 60", { more: "<ul><li>One<li class=last>Two</ul>" });
const short = page("€ 60", { more: "<ul><li>One</ul>" });

it.each<[Check, string]>([
  [{ kind: "gone" }, "pass"],
  [{ kind: "exists" }, "fail"],
  [{ kind: "visible" }, "fail"],
])("$kind of what was not found is not known where the page was read in part", async (check, status) => {
  const before = annotated(await shot(whole), on("last"), "Please change");
  const [annotation] = before.annotations as [Annotation];
  const after = await shot(short);
  const known = (await shot(whole)) satisfies Capture;
  const element = [...readCapture(known).elements()].find(on("last"));
  const target = elementTargetOf(readCapture(known), element?.index ?? 0);
  for (const [capture, expected] of [
    [after, status],
    [cut(after), "cannot-tell"],
  ] as const) {
    expect(verdictBetween(annotation, before, capture, [check])).toMatchObject({ status: expected });
    expect(decideCase(readCapture(capture), { checks: [check], elements: [target] })).toMatchObject({ status: expected });
  }
});

it("compares no more than what was read of both", async () => {
  const [before, after] = [await shot(whole), await shot(short)];
  const rowsOf = (one: Capture, other: Capture) => {
    const { added, removed } = compareCaptures({ filename: "a.json", capture: one }, { filename: "b.json", capture: other });
    return [added.length, removed.length];
  };
  expect([rowsOf(before, after), rowsOf(before, cut(after)), rowsOf(cut(after), before)]).toEqual([
    [0, 1],
    [0, 0],
    [0, 0],
  ]);
  // What stands before something that both have was taken out.
  expect(rowsOf(before, cut(await shot(whole.replace("<li>One", ""))))).toEqual([0, 1]);
});

it("an attribute of which a capture has the beginning is not refuted", async () => {
  const long = "word ".repeat(40).trim();
  const reader = readCapture(await shot(page("€ 60", { more: `<p class=note data-note="${long}">Note</p>` })));
  const target = elementTargetOf(reader, [...reader.elements()].find(on("note"))?.index ?? 0);
  const status = (expected: string) =>
    decideCase(reader, { checks: [{ kind: "attribute", attribute: "data-note", expected }], elements: [target] }).status;
  expect([status(long), status("word"), status(`x${long}`)]).toEqual(["cannot-tell", "fail", "fail"]);
});
