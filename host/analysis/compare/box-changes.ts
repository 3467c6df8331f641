import type { Told } from "./derived-changes.js";
import type { Both, Change, Scene } from "./scene.js";

/** Boxes are captured in quarters of a pixel; less than this nobody sees. */
const leastPx = 1;

/** Tells whether an element stands elsewhere on the page or has another size, whatever the cause. */
export function hasNewBox({ was, is }: Both): boolean {
  return was.rendered && is.rendered && was.box.some((value, place) => Math.abs(value - (is.box[place] ?? 0)) >= leastPx);
}

/**
 * Finds the boxes that changed where the element itself is the cause: nothing was told of it, of what is around it or above it, the parent
 * is as wide as before, and no sibling changed with it. An image that came in, or a width that no captured style shows.
 */
export class BoxChanges {
  private readonly scene: Scene;
  private readonly told: Told;
  private readonly lists = new Map<number, ListChanges>();

  constructor(scene: Scene, told: Told) {
    this.scene = scene;
    this.told = told;
  }

  of(both: Both): Change[] {
    const { was, is } = both;
    if (was.parent < 0 || !hasNewBox(both) || isEmpty(both) || this.scene.isElsewhere(is.index)) return [];
    const parent = bothOf(this.scene, is.parent);
    if (parent === undefined || differs(parent, 2)) return [];
    const list = this.listOf(parent);
    const isOwn = isResized(both)
      ? list.resized === 1 && !this.isFromInside(both)
      : isShifted(both, parent) && isAlone(this.scene, both, list);
    return isOwn && !this.isExplained(is.index) ? [{ property: "box", before: was.box.join(" "), after: is.box.join(" ") }] : [];
  }

  private isExplained(is: number): boolean {
    const { newer } = this.scene;
    const above = newer.ancestors(is);
    // What stands in a line makes room for what stands in it, however deep.
    const block = above.findIndex((one) => !/^inline|^contents/.test(newer.style(one, "display") ?? ""));
    return this.told.isCauseWithin(above[block + 1] ?? 0) || above.some((one) => this.told.isCause(one));
  }

  /** As high as what it holds. */
  private isFromInside(both: Both): boolean {
    return !differs(both, 2) && this.listOf(both).resized > 0;
  }

  /** Counted once for each list, however long. */
  private listOf(parent: Both): ListChanges {
    const known = this.lists.get(parent.is.index);
    if (known !== undefined) return known;
    const children = this.scene.newer.children(parent.is.index).flatMap((child) => bothOf(this.scene, child) ?? []);
    const rendered = children.filter(({ was, is }) => was.rendered && is.rendered);
    const made = {
      rendered: rendered.length,
      resized: rendered.filter(isResized).length,
      shifted: rendered.filter((child) => isShifted(child, parent)).length,
    };
    this.lists.set(parent.is.index, made);
    return made;
  }
}

interface ListChanges {
  readonly rendered: number;
  readonly resized: number;
  /** Against the parent. */
  readonly shifted: number;
}

function bothOf({ pairs, older, newer }: Scene, is: number): Both | undefined {
  const was = pairs.olderOf(is);
  return was < 0 ? undefined : { was: older.element(was), is: newer.element(is) };
}

/** A line break and its like. */
function isEmpty({ was, is }: Both): boolean {
  return [was, is].some(({ box }) => box[2] === 0 || box[3] === 0);
}

function differs({ was, is }: Both, place: 0 | 1 | 2 | 3): boolean {
  return Math.abs(was.box[place] - is.box[place]) >= leastPx;
}

function isResized(both: Both): boolean {
  return both.was.rendered && both.is.rendered && (differs(both, 2) || differs(both, 3));
}

function isShifted({ was, is }: Both, parent: Both): boolean {
  const shift = (place: 0 | 1) => is.box[place] - parent.is.box[place] - (was.box[place] - parent.was.box[place]);
  return Math.abs(shift(0)) >= leastPx || Math.abs(shift(1)) >= leastPx;
}

/** Fixed and sticky boxes go with the scroll position, and so does an only child. */
function isAlone({ newer }: Scene, { is }: Both, { rendered, resized, shifted }: ListChanges): boolean {
  return rendered > 1 && resized === 0 && shifted === 1 && !/fixed|sticky/.test(newer.style(is.index, "position") ?? "");
}
