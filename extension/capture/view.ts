import { computedStyleOf, rectOf } from "./dom.js";

/** How a document's client coordinates become the page's document coordinates: `x + left * scaleX`. */
export interface View {
  readonly window: Window & typeof globalThis;
  readonly x: number;
  readonly y: number;
  readonly scaleX: number;
  readonly scaleY: number;
}

/** The page's own document: client coordinates move with its scroll position. */
export function viewOfPage(window: Window & typeof globalThis): View {
  return { window, x: window.scrollX, y: window.scrollY, scaleX: 1, scaleY: 1 };
}

/** A frame's document: its client coordinates begin at the frame's content box, which transforms of the frame may have scaled. */
export function viewOfFrame(outer: View, frame: HTMLElement, window: Window & typeof globalThis): View {
  const rect = rectOf(frame);
  const style = computedStyleOf(frame);
  const scaleX = frame.offsetWidth > 0 ? rect.width / frame.offsetWidth : 1;
  const scaleY = frame.offsetHeight > 0 ? rect.height / frame.offsetHeight : 1;
  const left = rect.x + (frame.clientLeft + pixels(style.paddingLeft)) * scaleX;
  const top = rect.y + (frame.clientTop + pixels(style.paddingTop)) * scaleY;
  return {
    window,
    x: outer.x + left * outer.scaleX,
    y: outer.y + top * outer.scaleY,
    scaleX: outer.scaleX * scaleX,
    scaleY: outer.scaleY * scaleY,
  };
}

function pixels(length: string): number {
  const value = Number.parseFloat(length);
  return Number.isFinite(value) ? value : 0;
}
