import { computedStyleOf, offsetHeightOf, offsetWidthOf, rectOf } from "../dom.js";

/** An affine map from a document's client coordinates to the page's document: `x + a * left + c * top`, `y + b * left + d * top`. */
export interface View {
  readonly window: Window & typeof globalThis;
  readonly x: number;
  readonly y: number;
  readonly a: number;
  readonly b: number;
  readonly c: number;
  readonly d: number;
}

export function viewOfPage(window: Window & typeof globalThis): View {
  return { window, x: window.scrollX, y: window.scrollY, a: 1, b: 0, c: 0, d: 1 };
}

/** The view of a frame's document, anchored at its box's centre, which transforms preserve. `ancestors`: it and those around it there. */
export function viewOfFrame(outer: View, frame: Element, ancestors: readonly Element[], window: View["window"]): View {
  const rect = rectOf(frame);
  const style = computedStyleOf(frame);
  const transform = transformOf(frame, rect, ancestors);
  const isUnrotated = transform.b === 0 && transform.c === 0 && transform.a !== 0 && transform.d !== 0;
  // `offsetWidth` is the last choice, because its rounding to whole pixels shifts everything far down in the frame.
  const wide = isUnrotated ? rect.width / Math.abs(transform.a) : offsetWidthOf(frame);
  const high = isUnrotated ? rect.height / Math.abs(transform.d) : offsetHeightOf(frame);
  const { a, b, c, d, e, f } = new DOMMatrix([outer.a, outer.b, outer.c, outer.d, outer.x, outer.y])
    .translate(rect.x + rect.width / 2, rect.y + rect.height / 2)
    .multiply(transform)
    .translate(
      pixels(style.borderLeftWidth) + pixels(style.paddingLeft) - wide / 2,
      pixels(style.borderTopWidth) + pixels(style.paddingTop) - high / 2,
    );
  return { window, x: e, y: f, a, b, c, d };
}

/** The product of a frame's and its ancestors' transforms where that is 2D and agrees with its box; else the ratio of box and own size. */
function transformOf(frame: Element, { width, height }: DOMRect, ancestors: readonly Element[]): DOMMatrix {
  const [wide, high] = [offsetWidthOf(frame), offsetHeightOf(frame)];
  const product = new DOMMatrix();
  for (const element of ancestors) {
    const { display, transform, rotate, scale, zoom } = computedStyleOf(element);
    if (display === "inline" && element !== frame) continue;
    const rotation = /^[-\d.e]+deg$/.test(rotate) ? `rotate(${rotate})` : "";
    const scaling = /^\d/.test(scale) || scale?.startsWith("-") ? `scale(${scale.split(" ", 2).join()})` : "";
    product.preMultiplySelf(new DOMMatrix(`${rotation}${scaling}${transform === "none" ? "" : transform}`).scaleSelf(Number(zoom) || 1));
  }
  const { a, b, c, d, is2D } = product;
  const agrees = Math.abs(Math.abs(a) * wide + Math.abs(c) * high - width) <= Math.abs(a) + Math.abs(c);
  // The frame's box has its translation already.
  if (is2D && agrees) return new DOMMatrix([a, b, c, d, 0, 0]);
  return new DOMMatrix([wide > 0 ? width / wide : 1, 0, 0, high > 0 ? height / high : 1, 0, 0]);
}

function pixels(length: string): number {
  return Number.parseFloat(length) || 0;
}

/** Returns a box of a frame's document in quarters of a pixel of the page's document: left, top, width, height. */
export function toPageDocument(
  { x: left, y: top, a, b, c, d }: View,
  { x, y, width, height }: DOMRect,
): readonly [number, number, number, number] {
  return [
    Math.round(4 * (left + Math.min(a * x, a * (x + width)) + Math.min(c * y, c * (y + height)))),
    Math.round(4 * (top + Math.min(b * x, b * (x + width)) + Math.min(d * y, d * (y + height)))),
    Math.round(4 * (Math.abs(a) * width + Math.abs(c) * height)),
    Math.round(4 * (Math.abs(b) * width + Math.abs(d) * height)),
  ];
}
