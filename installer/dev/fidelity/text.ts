import type { CapturedElement } from "../../../host/contract/reader.js";
import type { TruthElement } from "./browser.js";
import type { Tally } from "./measure.js";

/** Elements whose text a browser does not draw as text of their own: it is read, or left out, for other reasons. */
const undrawn = new Set(["option", "optgroup", "title", "script", "style", "textarea", "noscript", "template", "desc", "annotation"]);

/** Compares own text. Letter case is not compared: a style sheet may change it. Where children part the text, either reading is right. */
export function compareText(captured: CapturedElement, truth: TruthElement, tally: Tally): void {
  if (undrawn.has(truth.tag) || captured.withheld) return;
  const expected = fold(truth.text);
  const actual = fold(captured.text);
  if (expected === "" && actual === "") return;
  const agrees = expected === actual || (expected.replaceAll(" ", "") === actual.replaceAll(" ", "") && hasRoom(truth.text, actual));
  tally.check(agrees, () => ({ cause: causeOf(expected, actual, truth.tag), element: truth.label, expected, actual }));
}

/** A child stands as a space in the truth; a capture may join what it parts. */
function hasRoom(truth: string, actual: string): boolean {
  return actual.length <= fold(truth).length;
}

function causeOf(expected: string, actual: string, tag: string): string {
  if (expected.replaceAll(" ", "") === actual.replaceAll(" ", "")) return "white space";
  if (actual === "") return `missing in ${tag}`;
  return expected === "" ? `not drawn in ${tag}` : `other in ${tag}`;
}

function fold(text: string): string {
  return text
    .replace(/[\t\n\f\r ]+/g, " ")
    .trim()
    .toLowerCase();
}
