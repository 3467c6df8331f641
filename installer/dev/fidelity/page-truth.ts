import type { Beside, SelectorPair, Truth, TruthElement } from "./browser.js";
import { walkComposed } from "./composed.js";
import { disturbRoot, measureRoot, testSelectors } from "./in-page.js";

interface Read {
  readonly walked: ReturnType<typeof walkComposed>;
  /** By root, then by place. */
  readonly measured: readonly ReturnType<typeof measureRoot>[];
}

/** The TypeScript loader wraps functions in a helper that the page does not have. */
const named = "const __name = (made) => made;";

/** What a browser reports of a page but for its accessibility tree. `openClosedRoot`: source of a function, where elements do not lead to their closed roots. */
export async function readTruth(beside: Beside, openClosedRoot = "undefined"): Promise<Truth> {
  const { walked, measured }: Read = JSON.parse(
    await beside(`${named}
      globalThis.fidelity ??= { ids: new WeakMap(), lastId: 0, roots: [], openClosedRoot: ${openClosedRoot} };
      const walked = (${walkComposed.toString()})(fidelity);
      const measure = ${measureRoot.toString()};
      return JSON.stringify({ walked, measured: fidelity.roots.map((root) => measure(root)) });`),
  );
  const elements = walked.elements.map(({ place, root, ...rest }): TruthElement => {
    const facts = measured[root]?.[place];
    if (facts === undefined) throw new Error(`${rest.label} has no place in its root`);
    return { ...rest, place, root, ...facts, accessible: undefined };
  });
  moveToTop(elements, walked, measured);
  return { elements, roots: walked.roots };
}

/** For each pair: does the selector find exactly the element within the element's own root? Of the truth that was read last. */
export function testPairs(beside: Beside, { elements }: Truth, pairs: readonly SelectorPair[]): Promise<boolean[]> {
  const asked = pairs.map(({ element, selector }) => [elements[element]?.root ?? -1, elements[element]?.place ?? -1, selector]);
  return beside(
    `${named}
    const test = ${testSelectors.toString()};
    const [asked] = arguments;
    const answers = asked.map(() => false);
    fidelity.roots.forEach((root, index) => {
      const mine = asked.flatMap(([of], position) => (of === index ? [position] : []));
      test(root, mine.map((position) => [asked[position][1], asked[position][2]])).forEach((found, i) => { answers[mine[i]] = found; });
    });
    return answers;`,
    asked,
  );
}

/** Inserts, removes and reorders some elements, the same ones each time. */
export async function disturb(beside: Beside): Promise<void> {
  await beside(`${named}(${disturbRoot.toString()})(fidelity.roots[0]);`);
}

/** Boxes were measured in the window of each document; they are reported in coordinates of the top document. */
function moveToTop(elements: TruthElement[], { roots, scroll }: Read["walked"], measured: Read["measured"]): void {
  const origins = roots.map(() => scroll);
  for (const [index, { host, kind }] of roots.entries()) {
    const outer = elements[host];
    if (outer === undefined) continue;
    const outerOrigin = origins[outer.root] ?? scroll;
    const [insetX, insetY] = measured[outer.root]?.[outer.place]?.inset ?? [0, 0];
    const [x, y] = measured[outer.root]?.[outer.place]?.box ?? [0, 0];
    origins[index] = kind === "shadow" ? outerOrigin : [outerOrigin[0] + x + insetX, outerOrigin[1] + y + insetY];
  }
  for (const element of elements) {
    const [left, top] = origins[element.root] ?? scroll;
    const [x, y, width, height] = element.box;
    element.box = [x + left, y + top, width, height];
  }
}
