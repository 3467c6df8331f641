import type { Told } from "./derived-changes.js";
import type { Both, Change, Scene } from "./scene.js";

/** Boxes are captured in quarters of a pixel; less than this nobody sees. */
const leastPx = 1;

/** Tells whether an element stands elsewhere on the page or has another size, whatever the cause. */
export function hasNewBox({ was, is }: Both): boolean {
  return was.rendered && is.rendered && was.box.some((value, place) => Math.abs(value - (is.box[place] ?? 0)) >= leastPx);
}

/**
 * The box, where the element itself is the cause: nothing was told of it, of what is around it or above it, the parent is as wide as
 * before and stands where it stood to it, and no sibling changed with it. An image that came in, or a width that no captured style shows.
 */
export function boxChanges(scene: Scene, told: Told, both: Both): Change[] {
  const { was, is } = both;
  if (was.parent < 0 || !hasNewBox(both) || told.isCauseWithin(neighbourhood(scene, is.index))) return [];
  if (scene.newer.ancestors(is.index).some((above) => told.isCause(above)) || scene.isElsewhere(is.index)) return [];
  const parent = bothOf(scene, is.parent);
  if (parent === undefined || differs(parent, 2) || siblingsOf(scene, is.index).some((sibling) => isResized(sibling))) return [];
  const isOwn = isResized(both) ? !isFromInside(scene, both) : isShiftedAlone(scene, both, parent);
  return isOwn ? [{ property: "box", before: was.box.join(" "), after: is.box.join(" ") }] : [];
}

function neighbourhood({ newer }: Scene, is: number): number {
  return newer.ancestors(is)[1] ?? 0;
}

function bothOf({ pairs, older, newer }: Scene, is: number): Both | undefined {
  const was = pairs.olderOf(is);
  return was < 0 ? undefined : { was: older.element(was), is: newer.element(is) };
}

function differs({ was, is }: Both, place: 0 | 1 | 2 | 3): boolean {
  return Math.abs(was.box[place] - is.box[place]) >= leastPx;
}

function isResized(both: Both): boolean {
  return both.was.rendered && both.is.rendered && (differs(both, 2) || differs(both, 3));
}

function siblingsOf(scene: Scene, is: number): Both[] {
  const parent = scene.newer.element(is).parent;
  return scene.newer.children(parent).flatMap((sibling) => (sibling === is ? [] : (bothOf(scene, sibling) ?? [])));
}

/** As high as what it holds. */
function isFromInside(scene: Scene, both: Both): boolean {
  if (differs(both, 2)) return false;
  return scene.newer.children(both.is.index).some((child) => {
    const inner = bothOf(scene, child);
    return inner === undefined || isResized(inner);
  });
}

/** Fixed and sticky boxes go with the scroll position. */
function isShiftedAlone(scene: Scene, { was, is }: Both, parent: Both): boolean {
  if (/fixed|sticky/.test(scene.newer.style(is.index, "position") ?? "")) return false;
  const shift = (both: Both, place: 0 | 1) => both.is.box[place] - parent.is.box[place] - (both.was.box[place] - parent.was.box[place]);
  const isShifted = (both: Both) => Math.abs(shift(both, 0)) >= leastPx || Math.abs(shift(both, 1)) >= leastPx;
  const siblings = siblingsOf(scene, is.index).filter((sibling) => sibling.was.rendered && sibling.is.rendered);
  return isShifted({ was, is }) && siblings.length > 0 && !siblings.some(isShifted);
}
