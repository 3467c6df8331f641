import { memoized } from "../../contract/memoized.js";
import type { CapturedElement, CaptureReader } from "../../contract/reader.js";
import { parseColor } from "../colors.js";
import { elementsWithin } from "../element-facts.js";
import { sidesOf } from "../geometry.js";

/** What the rules of the layout audit ask of a capture's boxes and styles. */
export class Flow {
  readonly reader: CaptureReader;

  constructor(reader: CaptureReader) {
    this.reader = reader;
  }

  style(element: CapturedElement, property: string): string {
    return this.reader.style(element.index, property) ?? "";
  }

  parent(element: CapturedElement): CapturedElement | undefined {
    return element.parent < 0 ? undefined : this.reader.element(element.parent);
  }

  /** From the parent outward. */
  *ancestors(element: CapturedElement): Generator<CapturedElement> {
    for (const index of this.reader.ancestors(element.index)) yield this.reader.element(index);
  }

  isInline(element: CapturedElement): boolean {
    return this.style(element, "display") === "inline" || this.style(element, "display") === "contents";
  }

  isPositioned(element: CapturedElement): boolean {
    return /absolute|fixed|sticky/.test(this.style(element, "position"));
  }

  isTransformed(element: CapturedElement): boolean {
    return (this.style(element, "transform") || "none") !== "none";
  }

  hasNegativeMargin(element: CapturedElement): boolean {
    return sidesOf(this.style(element, "margin")).some((side) => side < 0);
  }

  /** Hides or scrolls what does not fit. */
  clips(element: CapturedElement): boolean {
    return /hidden|clip|auto|scroll/.test(this.style(element, "overflow"));
  }

  scrolls(element: CapturedElement): boolean {
    return /auto|scroll/.test(this.style(element, "overflow"));
  }

  /** How far what is in a scroll container reaches beyond its box, above and below, in CSS pixels. */
  readonly scrollRoom = memoized(({ index, box: [, top, , height] }: CapturedElement): readonly [above: number, below: number] => {
    let room: readonly [number, number] = [0, 0];
    for (const { box } of elementsWithin(this.reader, index))
      room = [Math.max(room[0], top - box[1]), Math.max(room[1], box[1] + box[3] - top - height)];
    return room;
  });

  /** A panel: painted, so that lying over something else is its purpose. What is embedded paints itself. */
  isPainted(element: CapturedElement): boolean {
    if (/^(iframe|video|canvas|object|embed)$/.test(element.tag)) return true;
    const color = parseColor(this.style(element, "background-color"));
    return (color !== undefined && color.alpha > 0.5) || (this.style(element, "background-image") || "none") !== "none";
  }

  /** The nearest element around both. */
  common(one: CapturedElement, other: CapturedElement): number {
    const around = new Set([one.index, ...this.reader.ancestors(one.index)]);
    return [other.index, ...this.reader.ancestors(other.index)].find((index) => around.has(index)) ?? 0;
  }

  /** The element and what is around it, up to but without `top`. */
  *upTo(element: CapturedElement, top: number): Generator<CapturedElement> {
    for (let at: CapturedElement | undefined = element; at !== undefined && at.index !== top; at = this.parent(at)) yield at;
  }
}
