import type { CapturedElement } from "../../../host/contract/reader.js";
import { accessibilityTallies, compareAccessibility } from "./accessibility.js";
import type { FidelityPage, TruthElement } from "./browser.js";
import { type Joined, joinPage, pairsOf } from "./joined.js";
import { compareKeys } from "./keys.js";
import { Tally } from "./measure.js";
import { disturb } from "./page-truth.js";
import { compareSelectors } from "./selectors.js";
import { compareText } from "./text.js";

export interface PageMeasures {
  readonly page: string;
  readonly elements: number;
  readonly bytes: number;
  readonly holes: number;
  readonly tallies: readonly Tally[];
}

/** Captures an open page, asks the browser the same, and compares. Changes the page at the end. */
export async function measurePage(name: string, page: FidelityPage, engine: string): Promise<PageMeasures> {
  const joined = await joinPage(page, engine);
  const accessibility = accessibilityTallies();
  const box = new Tally("box");
  const text = new Tally("text");
  for (const [captured, truth] of pairsOf(joined)) {
    compareAccessibility({ ...captured, states: { ...captured.states, focusable: String(captured.focusable) } }, truth, accessibility);
    compareBoxes(captured, truth, box);
    compareText(captured, truth, text);
  }
  const recall = compareRecall(joined);
  const selector = await compareSelectors(joined, page);
  await disturb(page.beside);
  const key = compareKeys(joined, await joinPage(page, engine));
  const { capture } = joined.reader;
  return {
    page: name,
    elements: joined.truth.elements.length,
    bytes: Buffer.byteLength(JSON.stringify(capture)),
    holes: capture.holes.length,
    tallies: [recall, text, ...Object.values(accessibility), box, selector, key],
  };
}

/** Every element is captured, or stands below one at which the capture owns to a hole; and nothing is captured that is not there. */
function compareRecall({ reader, truth, truthOf }: Joined): Tally {
  const tally = new Tally("recall");
  const captured = new Map(truthOf.map((position, index) => [position, index]));
  const holed = new Set(reader.capture.holes.flatMap(({ ref }) => truthOf[reader.byRef(ref)?.index ?? -1] ?? []));
  const excused = new Set<number>();
  truth.elements.forEach((element, position) => {
    if (holed.has(element.parent) || excused.has(element.parent)) excused.add(position);
    if ((excused.has(position) || element.optional) && !captured.has(position)) return;
    tally.check(captured.has(position), () => ({
      cause: `missing ${element.tag}`,
      element: element.label,
      expected: "captured",
      actual: "missing",
    }));
  });
  truthOf.forEach((position, index) => {
    if (position >= 0) return;
    const { tag, selector } = reader.element(index);
    tally.check(false, () => ({ cause: `not in the page: ${tag}`, element: selector, expected: "nothing", actual: "captured" }));
  });
  return tally;
}

const halfPixel = 0.5;

function compareBoxes(captured: CapturedElement, truth: TruthElement, tally: Tally): void {
  if (!truth.rendered && !captured.rendered) return;
  const agrees = captured.box.every((value, side) => Math.abs(value - (truth.box[side] ?? 0)) <= halfPixel);
  tally.check(agrees, () => ({
    cause: captured.rendered ? `box of ${truth.tag}` : `box of ${truth.tag}, captured as not rendered`,
    element: truth.label,
    expected: truth.box.map((value) => Math.round(value * 100) / 100).join(" "),
    actual: captured.box.join(" "),
  }));
}
