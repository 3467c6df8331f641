import type { Page } from "puppeteer-core";
import { properties } from "../../../extension/capture/styles/properties.js";

/** Those of a capture that a browser has under that name. */
const computedStyles = properties.filter((name) => name !== "paint");

export interface Contender {
  readonly name: string;
  /** Brings into a page what `run` needs there. */
  load(page: Page): Promise<void>;
  /** Reads the page once. `size`: length of what it made as JSON. */
  run(page: Page): Promise<{ milliseconds: number; size?: number }>;
}

/** Both that are compared; the first is the measure. `engine` is our classic script. */
export function contenders(engine: string): readonly Contender[] {
  return [inPage("bare", "", bareWalk), inPage("ours", engine, "const made = svcCapture(document)")];
}

/** Each element's box and the very properties that our captures hold, of every element, and nothing made of them. */
export const bareWalk = `
  const properties = ${JSON.stringify(computedStyles)};
  const walker = document.createTreeWalker(document, NodeFilter.SHOW_ELEMENT);
  let made = 0;
  for (let element = walker.nextNode(); element !== null; element = walker.nextNode()) {
    const { x, y, width, height } = element.getBoundingClientRect();
    const style = getComputedStyle(element);
    made += x + y + width + height;
    for (const property of properties) made += style.getPropertyValue(property).length;
  }`;

/** Timed within the page, so that no message between processes counts. */
function inPage(name: string, script: string, work: string): Contender {
  return {
    name,
    async load(page) {
      if (script !== "") await page.evaluate(`${script};undefined`);
    },
    async run(page) {
      const timed = `(() => { const start = performance.now(); ${work}; const milliseconds = performance.now() - start; return { milliseconds, size: JSON.stringify(made).length }; })()`;
      return (await page.evaluate(timed)) as { milliseconds: number; size: number };
    },
  };
}
