import { weaklyMemoized } from "../contract/memoized.js";
import type { CapturedElement, CaptureReader } from "../contract/reader.js";
import { isForScreenReaders, isWithin } from "./element-facts.js";
import { BoxGrid, holds } from "./geometry.js";

/** A control that is hard to hit, and the one it is too near to. */
export interface SmallTarget {
  readonly element: CapturedElement;
  readonly neighbour: CapturedElement;
}

/** WCAG 2.2, 2.5.8: the least width and height of a target, in CSS pixels. */
export const leastTargetPx = 24;

/** Controls below 24 by 24 pixels with another target in the circle around their middle, without what WCAG 2.5.8 leaves out. */
export const smallTargets = weaklyMemoized((reader: CaptureReader): readonly SmallTarget[] => {
  const targets = [...reader.elements()].filter((element) => isTarget(reader, element));
  const tooSmall = targets.filter((element) => isUndersized(element) && !isInText(reader, element) && !isExcepted(element));
  if (tooSmall.length === 0) return [];
  const grid = new BoxGrid<CapturedElement>();
  for (const target of targets) grid.add(around(target), target);
  const small: SmallTarget[] = [];
  for (const element of tooSmall) {
    for (const neighbour of grid.meeting(around(element))) {
      if (!isTooNear(reader, element, neighbour)) continue;
      small.push({ element, neighbour });
      break;
    }
  }
  return small;
});

/** Roles that act or take an entry, those of WAI-ARIA's widgets: what takes the focus only to be read is no target. */
export const targetRoles: ReadonlySet<string> = new Set(
  "button checkbox combobox grid gridcell link listbox menu menubar menuitem menuitemcheckbox menuitemradio option progressbar radio radiogroup scrollbar searchbox separator slider spinbutton switch tab tablist textbox tree treegrid treeitem".split(
    " ",
  ),
);

function isTarget(reader: CaptureReader, element: CapturedElement): boolean {
  const { focusable, accessible, visible, box, states, attributes, tag, role } = element;
  if (!focusable || !visible || !accessible || box[2] <= 1 || box[3] <= 1 || /^(iframe|body|html)$/.test(tag)) return false;
  const isDisabled = states["disabled"] !== undefined || attributes["disabled"] !== undefined;
  return !isDisabled && (role === "" || targetRoles.has(role)) && !isForScreenReaders(reader, element);
}

function isUndersized({ box }: CapturedElement): boolean {
  return box[2] < leastTargetPx - 0.5 || box[3] < leastTargetPx - 0.5;
}

/** Inline links among words: their height is that of the line. The block around them holds text that belongs to no control. */
function isInText(reader: CaptureReader, { index, role }: CapturedElement): boolean {
  const isInline = (at: number) => (reader.style(at, "display") ?? "") === "inline";
  if (role !== "link" || !isInline(index)) return false;
  const block = reader.ancestors(index).find((at) => !isInline(at));
  if (block === undefined) return false;
  const end = reader.end(block);
  for (let at = block; at < end; at++) {
    const { interactive, text } = reader.element(at);
    if (interactive && at !== block) at = reader.end(at) - 1;
    else if (text.trim() !== "") return true;
  }
  return false;
}

/** What the criterion leaves to browsers; and handles, which are one target with the track that takes presses along its length. */
function isExcepted({ tag, role, attributes }: CapturedElement): boolean {
  if (role === "slider") return true;
  return (tag === "input" && /^(checkbox|radio|range|color|file)$/.test(attributes["type"] ?? "")) || tag === "summary" || tag === "option";
}

/** The square around the circle. */
function around({ box: [x, y, width, height] }: CapturedElement): [number, number, number, number] {
  const radius = leastTargetPx / 2;
  const left = Math.min(x, x + width / 2 - radius);
  const top = Math.min(y, y + height / 2 - radius);
  return [left, top, Math.max(width, leastTargetPx), Math.max(height, leastTargetPx)];
}

function isTooNear(reader: CaptureReader, element: CapturedElement, other: CapturedElement): boolean {
  if (other === element || isRelated(reader, element, other) || holds(other.box, element.box) || holds(element.box, other.box))
    return false;
  // What floats over the page is near to something else at each scroll.
  if (sharesHref(element, other) || isFloating(reader, element) !== isFloating(reader, other)) return false;
  const [cx, cy] = middleOf(element);
  const [x, y, width, height] = other.box;
  const distance = Math.hypot(Math.max(x - cx, 0, cx - x - width), Math.max(y - cy, 0, cy - y - height));
  if (distance < leastTargetPx / 2 - 0.5) return true;
  if (!isUndersized(other)) return false;
  const [ox, oy] = middleOf(other);
  return Math.hypot(ox - cx, oy - cy) < leastTargetPx - 0.5;
}

function isRelated(reader: CaptureReader, one: CapturedElement, other: CapturedElement): boolean {
  return isWithin(reader, one.index, other.index) || isWithin(reader, other.index, one.index);
}

function isFloating(reader: CaptureReader, { index }: CapturedElement): boolean {
  return [index, ...reader.ancestors(index)].some((at) => /fixed|sticky/.test(reader.style(at, "position") ?? ""));
}

/** Picture and title that lead to the same place are one target to the user. */
function sharesHref(one: CapturedElement, other: CapturedElement): boolean {
  const href = one.attributes["href"] ?? "";
  // These are links by name only: what each does is up to a script.
  return !/^(#?|javascript:.*)$/.test(href) && href === other.attributes["href"];
}

function middleOf({ box: [x, y, width, height] }: CapturedElement): readonly [number, number] {
  return [x + width / 2, y + height / 2];
}
