import type { FidelityPage, SelectorPair } from "./browser.js";
import type { Joined } from "./joined.js";
import { Tally } from "./measure.js";
import { testPairs } from "./page-truth.js";

const crossing = " >>> ";

/** Every captured selector finds exactly its element: its last part within the element's root, what stands before it the root's host. */
export async function compareSelectors(joined: Joined, page: FidelityPage): Promise<Tally> {
  const tally = new Tally("selector");
  const { truth } = joined;
  const pairs = joined.truthOf.flatMap((position, index) => (position < 0 ? [] : [{ captured: joined.reader.element(index), position }]));
  const asked: SelectorPair[] = [];
  const starts: number[] = [];
  for (const { captured, position } of pairs) {
    starts.push(asked.length);
    asked.push(...stepsOf(captured.selector, position, joined));
  }
  const answers = await testPairs(page.beside, asked);
  pairs.forEach(({ captured, position }, index) => {
    const steps = answers.slice(starts[index], starts[index + 1] ?? answers.length);
    tally.check(steps.length > 0 && steps.every(Boolean), () => ({
      cause: captured.selector.includes(crossing) ? "across roots" : "in one root",
      element: truth.elements[position]?.label ?? "",
      expected: "exactly this element",
      actual: captured.selector,
    }));
  });
  return tally;
}

/** One question for each part: each must find the element, or the host of the root that the next part is read in. Empty when the parts do not fit the roots. */
function stepsOf(selector: string, position: number, { truth }: Joined): SelectorPair[] {
  const steps: SelectorPair[] = [];
  let element = position;
  for (const part of selector.split(crossing).reverse()) {
    if (element < 0) return [];
    steps.push({ element, selector: part });
    element = truth.roots[truth.elements[element]?.root ?? 0]?.host ?? -1;
  }
  return element < 0 ? steps : [];
}
