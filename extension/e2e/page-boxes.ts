import type { WindowBox } from "./sidebar-driver.js";
import type { TestPage } from "./test-page.js";

/** Box in the window of the first element that fits a selector, in CSS pixels, rounded; all 0 where none does. */
export function boxOf(page: TestPage, selector: string): Promise<WindowBox> {
  return page.evaluate((wanted) => {
    const { x, y, width, height } = document.querySelector(wanted)?.getBoundingClientRect() ?? new DOMRect();
    return [Math.round(x), Math.round(y), Math.round(width), Math.round(height)] as const;
  }, selector);
}

/** Its middle, not rounded. */
export function middleOf(page: TestPage, selector: string): Promise<readonly [x: number, y: number]> {
  return page.evaluate((wanted) => {
    const { x, y, width, height } = document.querySelector(wanted)?.getBoundingClientRect() ?? new DOMRect();
    return [x + width / 2, y + height / 2] as const;
  }, selector);
}

/** Box of what the page itself finds at a place: our host lies above and is looked through. */
export function boxAt(page: TestPage, [x, y]: readonly [x: number, y: number]): Promise<number[]> {
  return page.evaluate(
    (atX, atY) => {
      const [hit] = document.elementsFromPoint(atX, atY).filter((element) => !element.matches("div[popover='manual']:empty"));
      const box = hit?.getBoundingClientRect() ?? new DOMRect();
      return [box.x, box.y, box.width, box.height].map(Math.round);
    },
    x,
    y,
  );
}
