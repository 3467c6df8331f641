import { isShown } from "./content-changes.js";
import type { Change, DiffContext, MatchedPair } from "./diff-context.js";

/** The changes found so far, by element: names, roles and boxes are reported only where none of these causes them. */
export class ReportedChanges {
  private readonly context: DiffContext;
  /** Prefix sums: for each element of the newer capture the number of causes before it in document order. */
  private readonly causesBefore: Int32Array;
  private readonly isCauseAt: Uint8Array;
  private readonly texts: Change[] = [];

  constructor(context: DiffContext, changes: ReadonlyMap<number, readonly Change[]>) {
    const { matching } = context;
    this.context = context;
    this.isCauseAt = new Uint8Array(matching.newer.count);
    for (const [dst, list] of changes) {
      if (list.length > 0) this.isCauseAt[dst] = 1;
      this.texts.push(...list.filter(({ property }) => property === "text"));
    }
    for (const dst of context.added) this.isCauseAt[dst] = 1;
    for (const src of context.removed) this.mark(matching.newerOf(matching.older.tree.parents[src] ?? -1));
    for (const [src, dst] of matching) {
      if (!context.isMoved(dst)) continue;
      this.mark(dst);
      this.mark(matching.newerOf(matching.older.tree.parents[src] ?? -1));
    }
    this.causesBefore = new Int32Array(matching.newer.count + 1);
    this.isCauseAt.forEach((cause, dst) => {
      this.causesBefore[dst + 1] = (this.causesBefore[dst] ?? 0) + cause;
    });
  }

  isCause(dst: number): boolean {
    return this.isCauseAt[dst] === 1;
  }

  isCauseWithin(dst: number): boolean {
    return (this.causesBefore[this.context.matching.newer.tree.end(dst)] ?? 0) > (this.causesBefore[dst] ?? 0);
  }

  /** Whether replacing a changed text makes one name the other. */
  isRenaming(before: string, after: string): boolean {
    return this.texts.some(
      ({ before: from, after: to }) => from !== "" && before.includes(from) && before.replace(from, () => to) === after,
    );
  }

  private mark(dst: number): void {
    if (dst >= 0) this.isCauseAt[dst] = 1;
  }
}

/** Name and role, where no reported change causes them: a name computed from content changes with the content. */
export function accessibleChanges(context: DiffContext, reported: ReportedChanges, { src, dst }: MatchedPair): Change[] {
  if (src.name === dst.name && src.role === dst.role) return [];
  if (
    context.isRelocated(dst.index) ||
    reported.isCauseWithin(dst.index) ||
    isShown(context.older, src.index) !== isShown(context.newer, dst.index)
  )
    return [];
  const changes: Change[] = [];
  if (src.name !== dst.name && !isRestyled(context, { src, dst }) && !reported.isRenaming(src.name, dst.name))
    changes.push({ property: "name", before: src.name, after: dst.name });
  if (src.role !== dst.role && src.name === dst.name && hasSameRole(context, src.parent, dst.parent))
    changes.push({ property: "role", before: src.role, after: dst.role });
  return changes;
}

/** Names are computed from rendered text, and white space in them from boxes. */
function isRestyled({ older, newer }: DiffContext, { src, dst }: MatchedPair): boolean {
  const plain = (name: string) => name.toLowerCase().replaceAll(/\s+/g, "");
  const differs = (property: string) => older.style(src.index, property) !== newer.style(dst.index, property);
  return plain(src.name) === plain(dst.name) && (differs("text-transform") || src.name.toLowerCase() !== dst.name.toLowerCase());
}

function hasSameRole({ older, newer }: DiffContext, src: number, dst: number): boolean {
  return src < 0 || dst < 0 || older.element(src).role === newer.element(dst).role;
}

/** Boxes are captured in quarters of a pixel; smaller differences are not visible. */
const minPx = 1;

/** Whether an element has another position or size, whatever the cause. */
export function hasNewBox({ src, dst }: MatchedPair): boolean {
  return src.rendered && dst.rendered && src.box.some((value, place) => Math.abs(value - (dst.box[place] ?? 0)) >= minPx);
}

/**
 * Finds changed boxes where the element itself is the cause: no change is reported of it, its ancestors or its containing block, the parent
 * is as wide as before, and no sibling changed with it. Examples: an image that loaded, a width that no captured style shows.
 */
export class BoxChanges {
  private readonly context: DiffContext;
  private readonly reported: ReportedChanges;
  private readonly cache = new Map<number, ChildChanges>();

  constructor(context: DiffContext, reported: ReportedChanges) {
    this.context = context;
    this.reported = reported;
  }

  of(matched: MatchedPair): Change[] {
    const { src, dst } = matched;
    if (src.parent < 0 || !hasNewBox(matched) || isEmpty(matched) || this.context.isRelocated(dst.index)) return [];
    const parent = matchedAt(this.context, dst.parent);
    if (parent === undefined || differs(parent, 2)) return [];
    const list = this.childrenOf(parent);
    const isOwn = isResized(matched)
      ? list.resized === 1 && !this.isFromInside(matched)
      : isShifted(matched, parent) && isAlone(this.context, matched, list);
    return isOwn && !this.isExplained(dst.index) ? [{ property: "box", before: src.box.join(" "), after: dst.box.join(" ") }] : [];
  }

  private isExplained(dst: number): boolean {
    const { newer } = this.context;
    const above = newer.ancestors(dst);
    // Inline ancestors grow with their content: look for a cause in the nearest block.
    const block = above.findIndex((one) => !/^inline|^contents/.test(newer.style(one, "display") ?? ""));
    return this.reported.isCauseWithin(above[block + 1] ?? 0) || above.some((one) => this.reported.isCause(one));
  }

  /** Its height follows its children's. */
  private isFromInside(matched: MatchedPair): boolean {
    return !differs(matched, 2) && this.childrenOf(matched).resized > 0;
  }

  /** Counts the changes among the children of an element; cached. */
  private childrenOf(parent: MatchedPair): ChildChanges {
    const known = this.cache.get(parent.dst.index);
    if (known !== undefined) return known;
    const children = this.context.newer.children(parent.dst.index).flatMap((child) => matchedAt(this.context, child) ?? []);
    const rendered = children.filter(({ src, dst }) => src.rendered && dst.rendered);
    const made = {
      rendered: rendered.length,
      resized: rendered.filter(isResized).length,
      shifted: rendered.filter((child) => isShifted(child, parent)).length,
    };
    this.cache.set(parent.dst.index, made);
    return made;
  }
}

interface ChildChanges {
  readonly rendered: number;
  readonly resized: number;
  /** Relative to the parent. */
  readonly shifted: number;
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
  return matched.src.rendered && matched.dst.rendered && (differs(matched, 2) || differs(matched, 3));
}

function isShifted({ src, dst }: MatchedPair, parent: MatchedPair): boolean {
  const shift = (place: 0 | 1) => dst.box[place] - parent.dst.box[place] - (src.box[place] - parent.src.box[place]);
  return Math.abs(shift(0)) >= minPx || Math.abs(shift(1)) >= minPx;
}

/** Fixed and sticky boxes follow the scroll position, and an only child its parent. */
function isAlone({ newer }: DiffContext, { dst }: MatchedPair, { rendered, resized, shifted }: ChildChanges): boolean {
  return rendered > 1 && resized === 0 && shifted === 1 && !/fixed|sticky/.test(newer.style(dst.index, "position") ?? "");
}
