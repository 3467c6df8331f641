import type { Truth, TruthElement } from "./browser.js";
import { Tally } from "./measure.js";
import { type Joined, pairsOf } from "./page-measures.js";

/**
 * An element that is still there after siblings came, went and changed places has the same key as before, and no other has it. Two
 * elements that nothing tells apart, neither their markup nor their parents', may change keys: the page looks the same to everyone.
 */
export function compareKeys(before: Joined, after: Joined): Tally {
  const tally = new Tally("key");
  const earlier = new Map(before.truth.elements.map((element) => [element.id, element]));
  const later = new Map(Array.from(pairsOf(after), ([told, { id }]) => [id, told]));
  const holders = new Map<string, TruthElement[]>();
  for (const [told, element] of pairsOf(after))
    holders.set(told.key, [...(holders.get(told.key) ?? []), earlier.get(element.id) ?? element]);
  for (const [told, element] of pairsOf(before)) {
    const again = later.get(element.id);
    if (again === undefined) continue;
    const [holder, ...others] = holders.get(told.key) ?? [];
    const kept = holder !== undefined && others.length === 0 && areTwins(element, holder, before.truth);
    tally.check(kept, () => ({
      cause: others.length > 0 ? "shared by two elements" : holder === undefined ? "changed" : "taken by another element",
      element: element.label,
      expected: told.key,
      actual: again.key,
    }));
  }
  return tally;
}

function areTwins(one: TruthElement, other: TruthElement, truth: Truth): boolean {
  if (one.id === other.id) return true;
  if (one.markup !== other.markup) return false;
  const parent = truth.elements[one.parent];
  const otherParent = truth.elements[other.parent];
  return parent !== undefined && otherParent !== undefined && areTwins(parent, otherParent, truth);
}
