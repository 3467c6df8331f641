import type { Beside, SelectorPair, Truth } from "./browser.js";
import { disturbDocument, testSelectors, walkComposed } from "./in-page.js";

/** The TypeScript loader wraps functions in a helper that the page does not have. */
const named = "const __name = (made) => made;";

/** What a browser reports of a page but for its accessibility tree. `openClosedRoot`: source of a function, where elements do not lead to their closed roots. */
export async function readTruth(beside: Beside, openClosedRoot = "undefined"): Promise<Truth> {
  const read = `${named}
    globalThis.fidelity ??= { ids: new WeakMap(), lastId: 0, openClosedRoot: ${openClosedRoot} };
    return JSON.stringify((${walkComposed.toString()})(fidelity));`;
  return JSON.parse(await beside(read));
}

/** For each pair: does the selector find exactly the element within the element's own root? Of the truth that was read last. */
export function testPairs(beside: Beside, pairs: readonly SelectorPair[]): Promise<boolean[]> {
  return beside(`${named} return (${testSelectors.toString()})(fidelity.elements, arguments[0]);`, pairs);
}

/** Inserts, removes and reorders some elements, the same ones each time. */
export async function disturb(beside: Beside): Promise<void> {
  await beside(`${named}(${disturbDocument.toString()})();`);
}
