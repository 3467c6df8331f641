import { addToGroup } from "../../../host/contract/group-by.js";
import type { Truth, TruthElement } from "./browser.js";
import { type Joined, pairsOf } from "./joined.js";
import { Tally } from "./measure.js";

/**
 * An element that is still there after siblings were added, removed and moved has the same key as before, and no other has it. Two
 * elements that nothing distinguishes, neither their markup nor their parents', may change keys: the page looks the same to everyone.
 */
export function compareKeys(before: Joined, after: Joined): Tally {
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
