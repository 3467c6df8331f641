import { nodeFlags } from "../../host/contract/node-flags.js";
import { trait } from "./attributes/traits.js";
import { attributeOf, matchesSelector, ofDocument, rectOf, textNodesOf, textRectOf, valueOfField } from "./dom.js";
import { toPageDocument } from "./geometry/view.js";
import { redactionOf, redactNodes } from "./redact.js";
import { type CaptureOptions, type Root, WalkState } from "./walk/state.js";
import { finishWalk, walkPage } from "./walk/walk.js";

/**
 * Returns where a screenshot of the window shows what a capture withholds: filled fields, passwords, choices, edited text, and texts that
 * repeat a field's value; through shadow roots and frames of the same origin. `[x, y, width, height]` in whole CSS pixels of the window,
 * rounded outward and clipped to it. Reads the page as it is now: the screenshot must have the same scroll position.
 */
export function maskedBoxes(
  document: Document,
  options: Pick<CaptureOptions, "exclude" | "openClosedRoot"> = {},
): readonly (readonly [x: number, y: number, width: number, height: number])[] {
  const walk = new WalkState(options);
  walkPage(walk, document);
  const makeNodes = finishWalk(walk);
  // Selectors are not needed.
  walk.columns.step = walk.columns.from = walk.elements.map(() => 0);
  const { hidden } = redactNodes(makeNodes(), redactionOf(walk));
  const { scrollX, scrollY, innerWidth, innerHeight } = ofDocument(document, "defaultView") as Window;
  return walk.elements.flatMap((element, index) => {
    if (!(hidden.has(index) || isMasked(walk, element, index))) return [];
    const { view } = walk.rootOf[index] as Root;
    // Texts may overflow the element's box.
    const rects = [rectOf(element), ...textNodesOf(element).map(textRectOf)];
    return rects.flatMap((rect) => {
      const [left, top, wide, high] = toPageDocument(view, rect);
      const x = Math.max(0, Math.floor(left / 4 - scrollX));
      const y = Math.max(0, Math.floor(top / 4 - scrollY));
      const right = Math.min(innerWidth, Math.ceil((left + wide) / 4 - scrollX));
      const bottom = Math.min(innerHeight, Math.ceil((top + high) / 4 - scrollY));
      return right > x && bottom > y ? [[x, y, right - x, bottom - y] as const] : [];
    });
  });
}

function isMasked({ columns, records }: WalkState, element: Element, index: number): boolean {
  const flags = columns.flags[index] ?? 0;
  if ((flags & nodeFlags.visible) === 0) return false;
  const { tag, traits = 0 } = records[index] ?? {};
  if ((flags & nodeFlags.withheld) !== 0 || (traits & (trait.editable | trait.value)) !== 0) return true;
  return tag === "select" || (tag === "input" && hasValue(element));
}

function hasValue(input: Element): boolean {
  const type = (attributeOf(input, "type") ?? "").trim().toLowerCase();
  if (/^(?:checkbox|radio|submit|reset|button|image)$/.test(type)) return false;
  // Scripts cannot read an autofilled value until the user interacts with the page.
  return type === "password" || valueOfField(input, "input") !== "" || matchesSelector(input, ":autofill");
}
