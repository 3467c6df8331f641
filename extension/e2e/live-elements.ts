import type { Nodes } from "../../host/contract/nodes.js";
import type { CapturedElement } from "../../host/contract/reader.js";
import type { TestPage } from "./test-page.js";

/** What the live page returns for a captured element's selector. */
export interface LiveMatch {
  readonly selector: string;
  /** How many elements the selector finds. */
  readonly found: number;
  readonly tag: string;
  /** Where the one found is in the document, in CSS pixels. */
  readonly x: number;
  readonly y: number;
}

/** Follows each selector in the live page, through open shadow roots and frames of the same site at ` >>> `. */
export function findLive(page: TestPage, elements: readonly CapturedElement[]): Promise<readonly LiveMatch[]> {
  return page.evaluate(
    (selectors) =>
      selectors.map((selector) => {
        let roots: (Document | ShadowRoot)[] = [document];
        let found: Element[] = [];
        let [left, top] = [scrollX, scrollY];
        for (const [position, part] of selector.split(" >>> ").entries()) {
          const [outer] = found;
          if (position > 0 && outer !== undefined) {
            // Frames have constructors of their own: only the member distinguishes one.
            const inner = "contentDocument" in outer ? (outer.contentDocument as Document | null) : null;
            if (inner !== null) {
              const { x, y } = outer.getBoundingClientRect();
              const style = getComputedStyle(outer);
              left += x + outer.clientLeft + Number.parseFloat(style.paddingLeft);
              top += y + outer.clientTop + Number.parseFloat(style.paddingTop);
            }
            roots = [inner ?? outer.shadowRoot].filter((root) => root !== null);
          }
          found = roots.flatMap((root) => [...root.querySelectorAll(part)]);
        }
        const { x = 0, y = 0 } = found[0]?.getBoundingClientRect() ?? {};
        return { selector, found: found.length, tag: found[0]?.localName ?? "", x: left + x, y: top + y };
      }),
    elements.map(({ selector }) => selector),
  );
}

/** The captured elements whose selector does not find exactly them, a line each. Half a pixel is rounding. */
export async function mismatches(page: TestPage, elements: readonly CapturedElement[]): Promise<readonly string[]> {
  const matches = await findLive(page, elements);
  return matches.flatMap(({ selector, found, tag, x, y }, position) => {
    const element = elements[position];
    if (element === undefined) return [];
    const isSame = found === 1 && tag === element.tag && Math.abs(x - element.box[0]) <= 0.5 && Math.abs(y - element.box[1]) <= 0.5;
    return isSame ? [] : [`${element.ref} ${element.tag} at ${element.box.join(",")}: ${selector} finds ${found}, ${tag} at ${x},${y}`];
  });
}

/** Returns whether an element lies in a closed shadow root: the page's own scripts cannot follow its selector. */
export function makeClosedRootCheck({ roots, rootRuns }: Nodes): (index: number) => boolean {
  return (index) => {
    let root = 0;
    for (let run = 0; run < rootRuns.length && (rootRuns[run] ?? 0) <= index; run += 2) root = rootRuns[run + 1] ?? 0;
    return roots[root]?.kind === "closed-shadow";
  };
}
