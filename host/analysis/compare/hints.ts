import type { Side } from "./side.js";

/** For an element of the older capture: the newer element that it seems to be, and how much of what it holds is found there (0 to 1). */
export interface Hint {
  readonly partner: number;
  readonly share: number;
  /** The element itself was known again, not only what it holds. */
  readonly isOwn: boolean;
}

export type HintOf = (was: number) => Hint | undefined;

/** What content says of two captures' elements. */
export interface Hints {
  readonly hintOf: HintOf;
  /** What a newer element holds stood in several older ones, in none of them more than in another: nothing says which of them it is. */
  isTorn(is: number): boolean;
}

type Sign = (side: Side, index: number) => number;

/** What tells an element from all others where it is there once: all of it, its id, its text, its role and name. 0 for none. */
const signs: readonly Sign[] = [
  (side, index) => side.whole[index] ?? 0,
  (side, index) => side.id[index] ?? 0,
  (side, index) => side.words[index] ?? 0,
  (side, index) => side.label[index] ?? 0,
];

/**
 * Lets the content vote: what stands once in each capture names its partner, and each other element is taken to be where most of what its
 * children say has its parent, where that one's children say the same of it. O(n).
 */
export function hintsOf(older: Side, newer: Side): Hints {
  const there = votesOf(older, newer);
  const back = votesOf(newer, older);
  return {
    hintOf: (was) => {
      const hint = there[was];
      if (hint === undefined || hint.isOwn) return hint;
      const answer = back[hint.partner];
      return answer?.partner === was && !answer.isTorn ? hint : undefined;
    },
    isTorn: (is) => back[is]?.isTorn === true,
  };
}

interface Vote extends Hint {
  readonly isTorn: boolean;
}

function votesOf(older: Side, newer: Side): (Vote | undefined)[] {
  const partners = signs.map((sign) => partnersBy(sign, older, newer));
  const hints: (Vote | undefined)[] = [];
  for (let index = older.count - 1; index >= 0; index--) {
    const partner = partners.map((found) => found.get(index)).find((found) => found !== undefined);
    hints[index] = partner === undefined ? vote(older, newer, index, hints) : { partner, share: 1, isOwn: true, isTorn: false };
  }
  return hints;
}

/** Joins what shows the same sign and is alone with it in its capture. */
function partnersBy(sign: Sign, older: Side, newer: Side): Map<number, number> {
  const ones = onceBy(sign, older);
  const found = new Map<number, number>();
  for (const [value, is] of onceBy(sign, newer)) {
    const was = ones.get(value) ?? -1;
    if (was >= 0 && is >= 0 && older.tag[was] === newer.tag[is]) found.set(was, is);
  }
  return found;
}

/** Where each sign stands that is there once; -1 for those that are there more often. */
function onceBy(sign: Sign, side: Side): Map<number, number> {
  const places = new Map<number, number>();
  for (let index = 0; index < side.count; index++) {
    const value = sign(side, index);
    if (value !== 0) places.set(value, places.has(value) ? -1 : index);
  }
  return places;
}

function vote(older: Side, newer: Side, index: number, hints: readonly (Vote | undefined)[]): Vote | undefined {
  const votes = new Map<number, number>();
  for (const child of older.tree.children(index)) {
    const hint = hints[child];
    if (hint === undefined) continue;
    const parent = newer.tree.parents[hint.partner] ?? -1;
    if (parent >= 0) votes.set(parent, (votes.get(parent) ?? 0) + hint.share * (older.tree.end(child) - child));
  }
  let best: Vote | undefined;
  const all = Math.max(1, older.tree.end(index) - index - 1);
  for (const [partner, weight] of votes) {
    if (older.tag[index] !== newer.tag[partner]) continue;
    const share = weight / all;
    if (share > (best?.share ?? 0)) best = { partner, share, isOwn: false, isTorn: false };
    else if (best !== undefined && share === best.share) best = { ...best, isTorn: true };
  }
  return best;
}
