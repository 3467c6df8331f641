import type { CapturedElement, CaptureReader } from "../contract/reader.js";

type Pair = readonly [older: CapturedElement, newer: CapturedElement];
type Signature = (element: CapturedElement) => string | undefined;

/** From the surest sign of identity to the weakest; undefined where an element does not show that sign. */
const signatures: readonly Signature[] = [
  ({ key, tag }) => `${key} ${tag}`,
  ({ role, name, tag }) => (role === "" || name === "" ? undefined : `${role} ${name} ${tag}`),
  ({ selector }) => selector,
];

/** Pairs the elements of two captures that are the same to a person: by key, then by role and name, then by place in the structure. */
export function joinElements(older: CaptureReader, newer: CaptureReader): Pair[] {
  const pairs: Pair[] = [];
  let left = [...older.elements()];
  let right = [...newer.elements()];
  for (const signature of signatures) {
    const found = joinBy(left, right, signature);
    pairs.push(...found);
    const done = [new Set(found.map(([was]) => was.index)), new Set(found.map(([, is]) => is.index))] as const;
    left = left.filter(({ index }) => !done[0].has(index));
    right = right.filter(({ index }) => !done[1].has(index));
  }
  return pairs.sort(([, a], [, b]) => a.index - b.index);
}

/** Equal signs are paired in document order. */
function joinBy(left: readonly CapturedElement[], right: readonly CapturedElement[], signOf: Signature): Pair[] {
  const waiting = new Map<string, CapturedElement[]>();
  for (const element of left) {
    const sign = signOf(element);
    if (sign === undefined) continue;
    const others = waiting.get(sign);
    if (others === undefined) waiting.set(sign, [element]);
    else others.push(element);
  }
  const taken = new Map<string, number>();
  return right.flatMap((element): Pair[] => {
    const sign = signOf(element);
    const next = sign === undefined ? 0 : (taken.get(sign) ?? 0);
    const partner = sign === undefined ? undefined : waiting.get(sign)?.[next];
    if (sign === undefined || partner === undefined) return [];
    taken.set(sign, next + 1);
    return [[partner, element]];
  });
}
