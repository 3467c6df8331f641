import { computedStyleOf, rectOf } from "./dom.js";

/** How a document's client coordinates become the page's document coordinates: `x + a * left + c * top` and `y + b * left + d * top`. */
export interface View {
  readonly window: Window & typeof globalThis;
  readonly x: number;
  readonly y: number;
  readonly a: number;
  readonly b: number;
  readonly c: number;
  readonly d: number;
  /** Neither scaled nor turned. */
  readonly isPlain: boolean;
}

/** The page's own document: client coordinates move with its scroll position. */
export function viewOfPage(window: Window & typeof globalThis): View {
  return { window, x: window.scrollX, y: window.scrollY, a: 1, b: 0, c: 0, d: 1, isPlain: true };
}

/**
 * A frame's document: its client coordinates begin at the frame's content box, which may be scaled and turned. `around`: the frame and all
 * that it stands in, in its document. Whatever is done to a box in a plane leaves its middle in the middle.
 */
export function viewOfFrame(outer: View, frame: HTMLElement, around: readonly Element[], window: View["window"]): View {
  const rect = rectOf(frame);
  const style = computedStyleOf(frame);
  const { a, b, c, d } = planeOf(frame, rect, around);
  const straight = b === 0 && c === 0 && a !== 0 && d !== 0;
  // Sizes in whole pixels are the last choice: what is rounded here moves all that lies far down in the frame.
  const wide = straight ? rect.width / Math.abs(a) : frame.offsetWidth;
  const high = straight ? rect.height / Math.abs(d) : frame.offsetHeight;
  const left = pixels(style.borderLeftWidth) + pixels(style.paddingLeft) - wide / 2;
  const top = pixels(style.borderTopWidth) + pixels(style.paddingTop) - high / 2;
  const x = rect.x + rect.width / 2 + a * left + c * top;
  const y = rect.y + rect.height / 2 + b * left + d * top;
  const [ra, rb] = [outer.a * a + outer.c * b, outer.b * a + outer.d * b];
  const [rc, rd] = [outer.a * c + outer.c * d, outer.b * c + outer.d * d];
  return {
    window,
    x: outer.x + outer.a * x + outer.c * y,
    y: outer.y + outer.b * x + outer.d * y,
    a: ra,
    b: rb,
    c: rc,
    d: rd,
    isPlain: ra === 1 && rb === 0 && rc === 0 && rd === 1,
  };
}

/** What zoom and transforms make of a frame, so far as it stays in the plane and its box bears it out; else how much larger the box is. */
function planeOf(frame: HTMLElement, { width, height }: DOMRect, around: readonly Element[]): DOMMatrix {
  const { offsetWidth: wide, offsetHeight: high } = frame;
  const made = new DOMMatrix();
  for (const element of around) {
    const { display, transform, rotate, scale, zoom } = computedStyleOf(element);
    if (display === "inline" && element !== frame) continue;
    const turn = /^[-\d.e]+deg$/.test(rotate) ? `rotate(${rotate})` : "";
    const size = /^\d/.test(scale) || scale?.startsWith("-") ? `scale(${scale.split(" ", 2).join()})` : "";
    made.preMultiplySelf(new DOMMatrix(`${turn}${size}${transform === "none" ? "" : transform}`).scaleSelf(Number(zoom) || 1));
  }
  const { a, c, is2D } = made;
  const isBorneOut = Math.abs(Math.abs(a) * wide + Math.abs(c) * high - width) <= Math.abs(a) + Math.abs(c);
  return is2D && isBorneOut ? made : new DOMMatrix([wide > 0 ? width / wide : 1, 0, 0, high > 0 ? height / high : 1, 0, 0]);
}

function pixels(length: string): number {
  const value = Number.parseFloat(length);
  return Number.isFinite(value) ? value : 0;
}
