import { Tally } from "./measure.js";
import { type Joined, pairsOf } from "./page-measures.js";

/** An element that is still there after siblings came, went and changed places has the same key as before, and no other has it. */
export function compareKeys(before: Joined, after: Joined): Tally {
  const tally = new Tally("key");
  const later = new Map(Array.from(pairsOf(after), ([told, { id }]) => [id, told]));
  const count = new Map<string, number>();
  for (const told of later.values()) count.set(told.key, (count.get(told.key) ?? 0) + 1);
  for (const [told, { id, label }] of pairsOf(before)) {
    const again = later.get(id);
    if (again === undefined) continue;
    const unique = count.get(again.key) === 1;
    tally.check(told.key === again.key && unique, () => ({
      cause: unique ? "changed" : "shared by two elements",
      element: label,
      expected: told.key,
      actual: again.key,
    }));
  }
  return tally;
}
