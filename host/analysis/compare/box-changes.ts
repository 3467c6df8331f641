import type { Change, DiffContext, MatchedPair } from "./diff-context.js";

/** The changes found so far: boxes are reported only where none of these causes them. By index in the newer capture. */
export interface ReportedChanges {
  readonly isCause: readonly boolean[];
  /** Whether the element or one below it is a cause. */
  readonly isCauseWithin: readonly boolean[];
}

export function reportedChanges(
  { matching, added, removed, isMoved }: DiffContext,
  changes: ReadonlyMap<number, Change[]>,
): ReportedChanges {
  const { older, newer } = matching;
  const causes = new Set([...changes.keys(), ...added]);
  const addFormerParent = (src: number) => causes.add(matching.newerOf(older.tree.parents[src] ?? -1));
  for (const src of removed) addFormerParent(src);
  for (const [src, dst] of matching) {
    if (!isMoved(dst)) continue;
    causes.add(dst);
    addFormerParent(src);
  }
  const isCause = newer.tag.map((_, dst) => causes.has(dst));
  const isCauseWithin = [...isCause];
  for (let dst = newer.count - 1; dst > 0; dst--) if (isCauseWithin[dst] === true) isCauseWithin[newer.tree.parents[dst] ?? 0] = true;
  return { isCause, isCauseWithin };
}

/** Boxes are captured in quarters of a pixel; smaller differences are not visible. */
const minPx = 1;

/** Whether an element has another position or size, whatever the cause. */
export function hasNewBox({ src, dst }: MatchedPair): boolean {
  return src.rendered && dst.rendered && src.box.some((value, place) => Math.abs(value - (dst.box[place] ?? 0)) >= minPx);
}

/** The child that causes its changed box itself: nothing else is reported of it or around it, as of an image that loaded. */
export function childWithOwnBox(context: DiffContext, reported: ReportedChanges, parent: MatchedPair): MatchedPair | undefined {
  if (differs(parent, 2)) return undefined;
  const children = renderedChildren(context, parent);
  const resized = children.filter(isResized);
  const [child, ...others] = resized.length > 0 ? resized : children.filter((one) => isShifted(one, parent));
  if (child === undefined || others.length > 0 || !hasNewBox(child) || isEmpty(child)) return undefined;
  const isOwn = resized.length > 0 ? !isFromInside(context, child) : children.length > 1 && !isPinned(context, child);
  return isOwn && !context.isRelocated(child.dst.index) && !isBoxExplained(context, reported, child.dst.index) ? child : undefined;
}

function isBoxExplained({ newer }: DiffContext, { isCause, isCauseWithin }: ReportedChanges, dst: number): boolean {
  const above = newer.ancestors(dst);
  // Inline ancestors grow with their content: look for a cause in the nearest block.
  const block = above.findIndex((one) => !/^inline|^contents/.test(newer.style(one, "display") ?? ""));
  return isCauseWithin[above[block + 1] ?? 0] === true || above.some((one) => isCause[one] === true);
}

/** Its height follows its children's. */
function isFromInside(context: DiffContext, matched: MatchedPair): boolean {
  return !differs(matched, 2) && renderedChildren(context, matched).some(isResized);
}

function renderedChildren(context: DiffContext, { dst }: MatchedPair): MatchedPair[] {
  const children = context.newer.children(dst.index).flatMap((child) => matchedAt(context, child) ?? []);
  return children.filter(({ src, dst: child }) => src.rendered && child.rendered);
}

function matchedAt({ matching, older, newer }: DiffContext, dst: number): MatchedPair | undefined {
  const src = matching.olderOf(dst);
  return src < 0 ? undefined : { src: older.element(src), dst: newer.element(dst) };
}

/** Such as a line break. */
function isEmpty({ src, dst }: MatchedPair): boolean {
  return [src, dst].some(({ box }) => box[2] === 0 || box[3] === 0);
}

function differs({ src, dst }: MatchedPair, place: 0 | 1 | 2 | 3): boolean {
  return Math.abs(src.box[place] - dst.box[place]) >= minPx;
}

function isResized(matched: MatchedPair): boolean {
  return differs(matched, 2) || differs(matched, 3);
}

function isShifted({ src, dst }: MatchedPair, parent: MatchedPair): boolean {
  const shift = (place: 0 | 1) => dst.box[place] - parent.dst.box[place] - (src.box[place] - parent.src.box[place]);
  return Math.abs(shift(0)) >= minPx || Math.abs(shift(1)) >= minPx;
}

/** Fixed and sticky boxes follow the scroll position. */
function isPinned({ newer }: DiffContext, { dst }: MatchedPair): boolean {
  return /fixed|sticky/.test(newer.style(dst.index, "position") ?? "");
}
