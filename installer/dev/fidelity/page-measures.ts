import { addToGroup } from "../../../host/contract/group-by.js";
import { type CapturedElement, type CaptureReader, readCapture } from "../../../host/contract/reader.js";
import { accessibilityTallies, collapse, compareAccessibility } from "./accessibility.js";
import { alignTrees } from "./align.js";
import type { FidelityPage, SelectorPair, Truth, TruthElement } from "./browser.js";
import { Tally } from "./measure.js";
import { disturb, testPairs } from "./page-truth.js";

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

/** A capture and the browser's own account of one page, element by element. */
interface Joined {
  readonly reader: CaptureReader;
  readonly truth: Truth;
  /** For each captured element the position of the same one in the truth; -1 for none. */
  readonly truthOf: readonly number[];
}

/** Captures an open page and asks the browser for the same. */
async function joinPage(page: FidelityPage, engine: string): Promise<Joined> {
  const reader = readCapture(await page.capture(engine));
  const truth = await page.truth();
  return { reader, truth, truthOf: alignTrees([...reader.elements()], truth.elements) };
}

/** Captured elements with what the browser reports of them. */
function* pairsOf({ reader, truth, truthOf }: Joined): Generator<[CapturedElement, TruthElement]> {
  for (const [index, position] of truthOf.entries()) {
    const element = truth.elements[position];
    if (element !== undefined) yield [reader.element(index), element];
  }
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
  // Browsers answer no box for an area of an image, which they draw and hit all the same.
  if ((!truth.rendered && !captured.rendered) || truth.tag === "area") return;
  const agrees = captured.box.every((value, side) => Math.abs(value - (truth.box[side] ?? 0)) <= halfPixel);
  tally.check(agrees, () => ({
    cause: captured.rendered ? `box of ${truth.tag}` : `box of ${truth.tag}, captured as not rendered`,
    element: truth.label,
    expected: truth.box.map((value) => Math.round(value * 100) / 100).join(" "),
    actual: captured.box.join(" "),
  }));
}

/** Elements whose text a browser does not draw as text of their own: it is read, or left out, for other reasons. */
const undrawn = new Set(["option", "optgroup", "title", "script", "style", "textarea", "noscript", "template", "desc", "annotation"]);

/** Compares own text. Letter case is not compared: a style sheet may change it. Where children part the text, either reading is right. */
function compareText(captured: CapturedElement, truth: TruthElement, tally: Tally): void {
  if (undrawn.has(truth.tag) || captured.withheld) return;
  const [expected, actual] = [truth.text, captured.text].map((one) => collapse(one).toLowerCase()) as [string, string];
  if (expected === "" && actual === "") return;
  // A child stands as a space in the truth; a capture may join what it parts.
  const isJoined = expected.replaceAll(" ", "") === actual.replaceAll(" ", "") && actual.length <= expected.length;
  const agrees = expected === actual || isJoined;
  tally.check(agrees, () => ({ cause: causeOf(expected, actual, truth.tag), element: truth.label, expected, actual }));
}

function causeOf(expected: string, actual: string, tag: string): string {
  if (expected.replaceAll(" ", "") === actual.replaceAll(" ", "")) return "white space";
  if (actual === "") return `missing in ${tag}`;
  return expected === "" ? `not drawn in ${tag}` : `other in ${tag}`;
}

const crossing = " >>> ";

/** Every captured selector finds exactly its element: its last part within the element's root, what stands before it the root's host. */
async function compareSelectors(joined: Joined, page: FidelityPage): Promise<Tally> {
  const tally = new Tally("selector");
  const { truth } = joined;
  const pairs = joined.truthOf.flatMap((position, index) => {
    const { selector } = joined.reader.element(index);
    return position < 0 ? [] : [{ selector, position, steps: stepsOf(selector, position, joined) }];
  });
  const answers = await testPairs(
    page.beside,
    pairs.flatMap(({ steps }) => steps),
  );
  let asked = 0;
  for (const { selector, position, steps } of pairs) {
    const found = answers.slice(asked, asked + steps.length);
    asked += steps.length;
    tally.check(found.length > 0 && found.every(Boolean), () => ({
      cause: selector.includes(crossing) ? "across roots" : "in one root",
      element: truth.elements[position]?.label ?? "",
      expected: "exactly this element",
      actual: selector,
    }));
  }
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

/**
 * An element that is still there after siblings were added, removed and moved has the same key as before, and no other has it. Two
 * elements that nothing distinguishes, neither their markup nor their parents', may change keys: the page looks the same to everyone.
 */
function compareKeys(before: Joined, after: Joined): Tally {
  const tally = new Tally("key");
  const earlier = new Map(before.truth.elements.map((element) => [element.id, element]));
  const later = new Map(Array.from(pairsOf(after), ([captured, { id }]) => [id, captured]));
  const holders = new Map<string, TruthElement[]>();
  for (const [captured, element] of pairsOf(after)) addToGroup(holders, captured.key, earlier.get(element.id) ?? element);
  for (const [captured, element] of pairsOf(before)) {
    const again = later.get(element.id);
    if (again === undefined) continue;
    const [holder, ...others] = holders.get(captured.key) ?? [];
    const isStable = holder !== undefined && others.length === 0 && areIndistinguishable(element, holder, before.truth);
    tally.check(isStable, () => ({
      cause: others.length > 0 ? "shared by two elements" : holder === undefined ? "changed" : "taken by another element",
      element: element.label,
      expected: captured.key,
      actual: again.key,
    }));
  }
  return tally;
}

function areIndistinguishable(one: TruthElement, other: TruthElement, truth: Truth): boolean {
  if (one.id === other.id) return true;
  if (one.markup !== other.markup) return false;
  const parent = truth.elements[one.parent];
  const otherParent = truth.elements[other.parent];
  return parent !== undefined && otherParent !== undefined && areIndistinguishable(parent, otherParent, truth);
}
