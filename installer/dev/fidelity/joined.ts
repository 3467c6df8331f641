import { type CapturedElement, type CaptureReader, readCapture } from "../../../host/contract/reader.js";
import { alignTrees } from "./align.js";
import type { FidelityPage, Truth, TruthElement } from "./browser.js";

/** A capture and the browser's own account of one page, element by element. */
export interface Joined {
  readonly reader: CaptureReader;
  readonly truth: Truth;
  /** For each captured element the position of the same one in the truth; -1 for none. */
  readonly truthOf: readonly number[];
}

/** Captures an open page and asks the browser for the same. */
export async function joinPage(page: FidelityPage, engine: string): Promise<Joined> {
  const reader = readCapture(await page.capture(engine));
  const truth = await page.truth();
  return { reader, truth, truthOf: alignTrees([...reader.elements()], truth.elements) };
}

/** Captured elements with what the browser reports of them. */
export function* pairsOf({ reader, truth, truthOf }: Joined): Generator<[CapturedElement, TruthElement]> {
  for (const [index, position] of truthOf.entries()) {
    const element = truth.elements[position];
    if (element !== undefined) yield [reader.element(index), element];
  }
}
