import type { Annotation } from "../../../../host/contract/annotation.js";
import type { Capture } from "../../../../host/contract/capture.js";
import { nodesOf } from "../../../../host/contract/packed-nodes.js";
import { declaredValues, makeTryOut } from "../../../content/try-out.js";
import type { TriedValue } from "../../../page-api.js";
import { captureWithElements, withRules } from "../../capture.js";
import { openRootOf } from "../../dom.js";
import { makeStyleReader, type StyleReaderOptions } from "../cascade.js";
import { explainStyles } from "../explain.js";
import { makeRuleMatcher } from "../matching.js";

type Wanted = NonNullable<Annotation["wanted"]>[number];
type Computed = Readonly<Record<string, string>>;

/** What tests call in the page. */
export interface CascadeInPage {
  /** A capture with the rules of the elements that a selector finds, shadow roots included. */
  captureWithRules(selector: string, most?: number): Capture;
  /** The elements of the last capture, in the order of their refs. */
  captured: readonly Element[];
  /** What a note has of a value that was tried on the first of `captured` that a selector finds, and what the browser computed of it meanwhile. */
  tried(selector: string, tried: TriedValue): { readonly wanted: Wanted; readonly computed: Computed };
  /** All that is explained, of the first of `captured`. */
  computed(selector: string): Computed;
  /** Reads and indexes a document's rules. */
  readRules(): void;
  readonly makeStyleReader: typeof makeStyleReader;
  readonly explainStyles: typeof explainStyles;
}

function captureWithRules(selector: string, most = 40): Capture {
  const host = document.createElement("div");
  const probeRoot = host.attachShadow({ mode: "closed" });
  document.documentElement.append(host);
  try {
    const { openClosedRoot = openRootOf } = globalThis as StyleReaderOptions;
    const reading = captureWithElements(document, { exclude: [host], openClosedRoot });
    const { elements } = reading;
    inPage.captured = elements;
    const chosen = elements.filter((element) => element.matches(selector)).slice(0, most);
    const places = new Map(elements.map((element, index) => [element, index]));
    const refOf = (element: Element) => (places.has(element) ? `e${places.get(element)}` : undefined);
    return withRules(reading, nodesOf(reading.capture.nodes), explainStyles(chosen, { probeRoot, refOf, openClosedRoot }));
  } finally {
    host.remove();
  }
}

function tried(selector: string, { property, value: to }: TriedValue): ReturnType<CascadeInPage["tried"]> {
  const element = found(selector);
  const host = document.createElement("div");
  const probeRoot = host.attachShadow({ mode: "closed" });
  document.documentElement.append(host);
  const tryOut = makeTryOut(probeRoot);
  try {
    const { rules } = explainStyles([element], { probeRoot, refOf: () => "e0" });
    const { value: from = "", rule } = declaredValues(element, rules).find((one) => one.property === property) ?? {};
    tryOut.show(element, [{ property, value: to }]);
    return { wanted: { property, from, to, ...(rule === undefined ? {} : { rule: { ...rule } }) }, computed: computedOf(element) };
  } finally {
    tryOut.show(undefined, []);
    host.remove();
  }
}

function found(selector: string): Element {
  const element = inPage.captured.find((one) => one.matches(selector));
  if (element === undefined) throw new Error(`nothing was captured that ${selector} finds`);
  return element;
}

function computedOf(element: Element): Computed {
  const style = getComputedStyle(element);
  return Object.fromEntries(Array.from(style, (property) => [property, style.getPropertyValue(property)]));
}

const computed = (selector: string) => computedOf(found(selector));

const readRules = () => void makeRuleMatcher(openRootOf).tree(document);

const inPage: CascadeInPage = {
  tried,
  computed,
  captureWithRules,
  captured: [],
  readRules,
  makeStyleReader,
  explainStyles,
};
Object.assign(globalThis, { cascadeInPage: inPage });
