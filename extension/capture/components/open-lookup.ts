import type { CaptureMetadata } from "../../../host/contract/capture.js";
import { type Tree, treesOf } from "./order.js";

export type Framework = CaptureMetadata["frameworks"][number];

/** A look-up's answer, joined to the elements of this world. */
export interface LookUp {
  of(element: Element): { readonly component: string; readonly source: string } | undefined;
  readonly frameworks: readonly Framework[];
  /** False when the look-up ran out of time, or when trees changed between it and now: their elements get no answer. */
  readonly complete: boolean;
}

/**
 * Joins what `lookUp` found to the elements of this world by their place in the common order. A tree whose count or names of elements
 * differ has changed in the meantime: it is left out as a whole, so that no element gets another's answer. The page could have written
 * any of it: everything is checked, and all texts are the page's.
 */
export function openLookUp(json: string, document: Document): LookUp | undefined {
  const answer = answerOf(json);
  if (answer === undefined) return undefined;
  const { strings, component, source } = answer;
  const places = new Map<Element, number>();
  const same = placeTrees(treesOf(document), answer.trees, places);
  return {
    complete: same && answer.complete,
    frameworks: answer.frameworks,
    of(element) {
      const place = places.get(element);
      if (place === undefined) return undefined;
      const found = { component: strings[component[place] ?? 0] ?? "", source: strings[source[place] ?? 0] ?? "" };
      return found.component === "" && found.source === "" ? undefined : found;
    },
  };
}

function placeTrees(trees: readonly Tree[], counts: readonly number[], places: Map<Element, number>): boolean {
  let offset = 0;
  for (const [index, { elements, print }] of trees.entries()) {
    const count = counts[index * 2];
    // From here on the trees of the two worlds no longer stand side by side.
    if (count !== elements.length || counts[index * 2 + 1] !== print) return false;
    for (const element of elements) places.set(element, offset++);
  }
  return counts.length === trees.length * 2;
}

interface Answer {
  readonly complete: boolean;
  readonly trees: readonly number[];
  readonly frameworks: readonly Framework[];
  readonly strings: readonly string[];
  readonly component: readonly number[];
  readonly source: readonly number[];
}

function answerOf(json: string): Answer | undefined {
  const value = parse(json);
  if (typeof value !== "object" || value === null) return undefined;
  const { v, complete, trees, frameworks, strings, component, source }: Record<string, unknown> = { ...value };
  if (v !== 1 || !isTexts(strings) || !isTexts(frameworks) || !isNumbers(trees) || !isNumbers(component) || !isNumbers(source))
    return undefined;
  return { complete: complete === true, trees, frameworks: pairs(frameworks), strings, component, source };
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    // The page's world may hand back anything: no JSON is no answer.
    return undefined;
  }
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((text) => typeof text === "string" && text.length <= 2_000);
}

function isNumbers(value: unknown): value is number[] {
  return Array.isArray(value) && value.every(Number.isSafeInteger);
}

function pairs(texts: readonly string[]): Framework[] {
  const found: Framework[] = [];
  for (let i = 0; i + 1 < texts.length && i < 40; i += 2) {
    const [name = "", version = ""] = texts.slice(i, i + 2);
    if (name.length <= 100 && version.length <= 100) found.push(version === "" ? { name } : { name, version });
  }
  return found;
}
