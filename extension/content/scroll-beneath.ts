import { elementAt, stepFrom } from "./picker.js";

/**
 * Scrolls what lies in the window at a place below our own layer, as the wheel would; false where the browser does that by itself, since
 * nothing but the whole page scrolls there.
 */
export function scrollBeneath(x: number, y: number, [dx, dy]: readonly [number, number], host: Element): boolean {
  for (let place = elementAt(x, y, host); place !== undefined; place = stepFrom(place, "parent", host)) {
    if (place === document.scrollingElement || !canScroll(place, dx, dy)) continue;
    place.scrollBy({ left: dx, top: dy, behavior: "instant" });
    return true;
  }
  return false;
}

function canScroll(element: Element, dx: number, dy: number): boolean {
  const { scrollTop, scrollLeft, scrollHeight, scrollWidth, clientHeight, clientWidth } = element;
  const { overflowX, overflowY } = getComputedStyle(element);
  const isRoot = element === element.ownerDocument.scrollingElement;
  const down = dy < 0 ? scrollTop > 0 : dy > 0 && scrollTop + clientHeight < scrollHeight - 1;
  const across = dx !== 0 && scrollWidth > clientWidth + 1 && (dx > 0 || scrollLeft !== 0);
  return (down && (isRoot || scrolls(overflowY))) || (across && (isRoot || scrolls(overflowX)));
}

function scrolls(overflow: string): boolean {
  return overflow === "auto" || overflow === "scroll";
}
