import type { Side } from "./side.js";

/** For an element of the older capture: the newer element in which most of what it holds is found, and how much of it (0 to 1). */
export interface Hint {
  readonly partner: number;
  readonly share: number;
}

/**
 * Lets the content vote: a subtree that stands once in each capture names its partner, and each element is taken to be where most of what
 * its children say has its parent. O(n).
 */
export function hintsOf(older: Side, newer: Side): (was: number) => Hint | undefined {
  const places = oncePlaces(newer);
  const once = oncePlaces(older);
  const hints: (Hint | undefined)[] = [];
  for (let index = older.count - 1; index >= 0; index--) {
    const whole = older.whole[index] ?? 0;
    const partner = places.get(whole) ?? -1;
    const isSame = partner >= 0 && (once.get(whole) ?? -1) === index && (older.said[index] ?? 0) > 0;
    hints[index] = isSame ? { partner, share: 1 } : vote(older, newer, index, hints);
  }
  return (was) => hints[was];
}

/** Where each subtree stands that is there once; -1 for those that are there more often. */
function oncePlaces(side: Side): Map<number, number> {
  const places = new Map<number, number>();
  side.whole.forEach((whole, index) => {
    places.set(whole, places.has(whole) ? -1 : index);
  });
  return places;
}

function vote(older: Side, newer: Side, index: number, hints: readonly (Hint | undefined)[]): Hint | undefined {
  const votes = new Map<number, number>();
  for (const child of older.tree.children(index)) {
    const hint = hints[child];
    if (hint === undefined) continue;
    const parent = newer.tree.parents[hint.partner] ?? -1;
    if (parent >= 0) votes.set(parent, (votes.get(parent) ?? 0) + hint.share * (older.said[child] ?? 0));
  }
  let best: Hint | undefined;
  const all = Math.max(1, older.said[index] ?? 0);
  for (const [partner, weight] of votes) {
    if (older.tag[index] === newer.tag[partner] && weight / all > (best?.share ?? 0)) best = { partner, share: weight / all };
  }
  return best;
}
