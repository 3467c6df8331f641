import type { Box } from "../contract/annotation.js";
import type { CaptureMetadata } from "../contract/capture.js";
import { addToGroup } from "../contract/group-by.js";

/** Width and height that two boxes share; 0 when they do not meet. */
export function sharedSize([ax, ay, aw, ah]: Box, [bx, by, bw, bh]: Box): readonly [width: number, height: number] {
  const width = Math.min(ax + aw, bx + bw) - Math.max(ax, bx);
  const height = Math.min(ay + ah, by + bh) - Math.max(ay, by);
  return width > 0 && height > 0 ? [width, height] : [0, 0];
}

/** What two boxes share; undefined when they do not meet. */
export function intersection(one: Box, other: Box): Box | undefined {
  const [width, height] = sharedSize(one, other);
  return width > 0 && height > 0 ? [Math.max(one[0], other[0]), Math.max(one[1], other[1]), width, height] : undefined;
}

/** Whether the inner box lies within the outer one, give or take a pixel. */
export function holds([ox, oy, ow, oh]: Box, [ix, iy, iw, ih]: Box, slack = 1): boolean {
  return ix >= ox - slack && iy >= oy - slack && ix + iw <= ox + ow + slack && iy + ih <= oy + oh + slack;
}

export function areaOf([, , width, height]: Box): number {
  return width * height;
}

/** The numbers of a computed shorthand of lengths in px: top, right, bottom, left. */
export function sidesOf(shorthand: string | undefined): readonly [top: number, right: number, bottom: number, left: number] {
  const [top = 0, right = top, bottom = top, left = right] = (shorthand ?? "").split(" ").map((part) => Number.parseFloat(part) || 0);
  return [top, right, bottom, left];
}

const cell = 128;

interface Placed<T> {
  readonly box: Box;
  readonly value: T;
  /** Its first cell. */
  readonly left: number;
  readonly top: number;
}

/** Boxes by place, so that neighbours are found without comparing all pairs. */
export class BoxGrid<T> {
  /** By column and row: numbers that are joined to texts take three times as long. */
  readonly #columns = new Map<number, Map<number, Placed<T>[]>>();
  /** The same of those that begin in a column: a wide box meets each wide one in its own first column, and in no other. */
  readonly #beginning = new Map<number, Map<number, Placed<T>[]>>();

  add(box: Box, value: T): void {
    const { left, top, right, bottom } = cellsOf(box);
    const entry = { box, value, left, top };
    const into = (columns: Map<number, Map<number, Placed<T>[]>>, column: number) => {
      const cells = columns.get(column) ?? new Map<number, Placed<T>[]>();
      columns.set(column, cells);
      for (let row = top; row <= bottom; row++) addToGroup(cells, row, entry);
    };
    into(this.#beginning, left);
    for (let column = left; column <= right; column++) into(this.#columns, column);
  }

  /** What meets a box, each once: where what both share begins. */
  *meeting(box: Box): Generator<T> {
    const { left, top, right, bottom } = cellsOf(box);
    for (let column = left; column <= right; column++) {
      const cells = (column === left ? this.#columns : this.#beginning).get(column);
      for (let row = top; cells !== undefined && row <= bottom; row++)
        for (const entry of cells.get(row) ?? []) {
          const isFirst = column === Math.max(left, entry.left) && row === Math.max(top, entry.top);
          if (isFirst && sharedSize(box, entry.box)[0] > 0) yield entry.value;
        }
    }
  }
}

/** Boxes larger than this many cells a side are cut: what fills the page meets everything anyway. */
const mostCells = 32;

function cellsOf([x, y, width, height]: Box) {
  const left = Math.floor(x / cell);
  const top = Math.floor(y / cell);
  const right = Math.min(Math.floor((x + width) / cell), left + mostCells);
  return { left, top, right, bottom: Math.min(Math.floor((y + height) / cell), top + mostCells * 4) };
}

/** Whether any part of a box (document coordinates) lies in the viewport as it was scrolled. */
export function isInViewport([x, y, width, height]: Box, { scroll, viewport }: Pick<CaptureMetadata, "scroll" | "viewport">): boolean {
  if (width === 0 || height === 0) return false;
  return x < scroll.x + viewport.width && x + width > scroll.x && y < scroll.y + viewport.height && y + height > scroll.y;
}
