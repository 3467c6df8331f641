import type { CaptureMetadata } from "../../../host/contract/capture.js";
import { markersOf, type Place } from "./markers.js";
import { type Tree, treesOf } from "./order.js";

type Frameworks = CaptureMetadata["frameworks"];

export interface LookUpAnswer {
  readonly json: string;
  readonly from: "page-world" | "xray";
}

export interface ComponentReader {
  /** `names`: of the element's attributes. */
  of(element: Element, names: readonly string[]): Place;
  readonly frameworks: Frameworks;
  readonly from: LookUpAnswer["from"];
}

/**
 * Joins what `lookUp` found to the elements of this world by their place in the common order, beside the markers in the DOM. From the first
 * tree on whose count or names differ all is left out: no element gets another's answer. A marker's source wins where it has a line; names
 * come from the look-up first. The page could have written any of it: all is checked. Undefined when it cannot be read.
 */
export function readComponents(document: Document, { json, from }: LookUpAnswer): ComponentReader | undefined {
  const answer = answerOf(json);
  if (answer === undefined) return undefined;
  const { strings, frameworks } = answer;
  const places = placesIn(treesOf(document), answer.trees);
  return {
    from,
    frameworks,
    of(element, names) {
      const marked = markersOf(element, names);
      const textIn = (column: readonly number[]) => strings[column[places.get(element) ?? -1] ?? -1] ?? "";
      return { component: textIn(answer.component) || marked.component, source: better(marked.source, textIn(answer.source)) };
    },
  };
}

function better(marker: string, lookedUp: string): string {
  const hasLine = (source: string) => /:\d+$/.test(source);
  return marker !== "" && (hasLine(marker) || !hasLine(lookedUp)) ? marker : lookedUp;
}

/** The place of each element in the answer. From the first tree on that has changed the trees of the two worlds no longer stand side by side. */
function placesIn(trees: readonly Tree[], answered: readonly number[]): ReadonlyMap<Element, number> {
  const changed = trees.findIndex(({ elements, print }, at) => answered[at * 2] !== elements.length || answered[at * 2 + 1] !== print);
  const same = changed < 0 ? trees : trees.slice(0, changed);
  return new Map(same.flatMap(({ elements }) => elements).map((element, place) => [element, place]));
}

function answerOf(json: string) {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    // The page's world may hand back anything: no JSON is no answer.
    return undefined;
  }
  if (typeof value !== "object" || value === null) return undefined;
  const { v, trees, frameworks, strings, component, source }: Record<string, unknown> = { ...value };
  if (v !== 1 || !isTexts(strings) || !isTexts(frameworks) || !isNumbers(trees) || !isNumbers(component) || !isNumbers(source))
    return undefined;
  return { trees, frameworks: pairs(frameworks), strings, component, source };
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((text) => typeof text === "string" && text.length <= 2_000);
}

function isNumbers(value: unknown): value is number[] {
  return Array.isArray(value) && value.every(Number.isSafeInteger);
}

function pairs(texts: readonly string[]): Frameworks {
  return texts.slice(0, 40).flatMap((name, at) => {
    const version = texts[at + 1] ?? "";
    if (at % 2 === 1 || name.length > 100 || version.length > 100) return [];
    return [version === "" ? { name } : { name, version }];
  });
}
