import {
  attributeOf,
  dataOf,
  firstChildOf,
  matchesSelector,
  nextSiblingOf,
  nodeTypeOf,
  ofDocument,
  rectOf,
  textRectOf,
  valueOfField,
} from "./dom.js";
import { finish } from "./finish.js";
import { flag } from "./flags.js";
import type { CaptureOptions } from "./options.js";
import { isBlank } from "./text.js";
import { trait } from "./traits.js";
import { seenThrough } from "./visit.js";
import { walkPage } from "./walk.js";
import { WalkState } from "./walk-state.js";

/**
 * Where a picture of the window shows what a capture withholds: fields with something in them, passwords, choices, edited text, and texts that
 * repeat what stands in a field; through shadow roots and frames of the same origin. `[x, y, width, height]` in whole CSS pixels of the window, rounded
 * outward and cut at its edges. Reads the page as it stands now: the picture must be of the same scroll position.
 */
export function maskedBoxes(
  document: Document,
  options: Pick<CaptureOptions, "exclude" | "openClosedRoot"> = {},
): readonly (readonly [x: number, y: number, width: number, height: number])[] {
  const walk = new WalkState(options);
  walkPage(walk, document);
  finish(walk);
  const { scrollX, scrollY, innerWidth, innerHeight } = ofDocument(document, "defaultView") as Window;
  return walk.elements.flatMap((element, index) =>
    isMasked(walk, element, index)
      ? rectsOf(element).flatMap((rect) => {
          const [left, top, wide, high] = seenThrough((walk.rootOf[index] as (typeof walk.roots)[number]).view, rect);
          const x = Math.max(0, Math.floor(left / 4 - scrollX));
          const y = Math.max(0, Math.floor(top / 4 - scrollY));
          const right = Math.min(innerWidth, Math.ceil((left + wide) / 4 - scrollX));
          const bottom = Math.min(innerHeight, Math.ceil((top + high) / 4 - scrollY));
          return right > x && bottom > y ? [[x, y, right - x, bottom - y] as const] : [];
        })
      : [],
  );
}

function isMasked({ columns, records }: WalkState, element: Element, index: number): boolean {
  const flags = columns.flags[index] ?? 0;
  if ((flags & flag.visible) === 0) return false;
  const { tag, traits = 0 } = records[index] ?? {};
  if ((flags & flag.withheld) !== 0 || (traits & (trait.edited | trait.value)) !== 0) return true;
  if (tag === "select") return true;
  return tag === "input" && holdsSomething(element);
}

function holdsSomething(input: Element): boolean {
  const type = (attributeOf(input, "type") ?? "").trim().toLowerCase();
  if (/^(?:checkbox|radio|submit|reset|button|image)$/.test(type)) return false;
  // What a browser has filled in stays hidden from scripts until the person does something.
  return type === "password" || valueOfField(input, "input") !== "" || matchesSelector(input, ":autofill");
}

/** The element's box, and those of its own texts, which may stick out of it. */
function rectsOf(element: Element): DOMRect[] {
  const rects = [rectOf(element)];
  for (let child = firstChildOf(element); child !== null; child = nextSiblingOf(child))
    if (nodeTypeOf(child) === 3 && !isBlank(dataOf(child))) rects.push(textRectOf(child));
  return rects;
}
