import type { Side } from "./side.js";

/** For an element of the older capture: the newer element that it seems to be, and how much of what it holds is found there (0 to 1). */
export interface Hint {
  readonly partner: number;
  readonly share: number;
  /** The element itself was known again, not only what it holds. */
  readonly isOwn: boolean;
}

export type HintOf = (was: number) => Hint | undefined;

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
export function hintsOf(older: Side, newer: Side): HintOf {
  const there = votesOf(older, newer);
  const back = votesOf(newer, older);
  return (was) => {
    const hint = there[was];
    return hint === undefined || hint.isOwn || back[hint.partner]?.partner === was ? hint : undefined;
  };
}

function votesOf(older: Side, newer: Side): (Hint | undefined)[] {
  const partners = signs.map((sign) => partnersBy(sign, older, newer));
  const hints: (Hint | undefined)[] = [];
  for (let index = older.count - 1; index >= 0; index--) {
    const partner = partners.map((found) => found.get(index)).find((found) => found !== undefined);
    hints[index] = partner === undefined ? vote(older, newer, index, hints) : { partner, share: 1, isOwn: true };
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

function vote(older: Side, newer: Side, index: number, hints: readonly (Hint | undefined)[]): Hint | undefined {
  const votes = new Map<number, number>();
  for (const child of older.tree.children(index)) {
    const hint = hints[child];
    if (hint === undefined) continue;
    const parent = newer.tree.parents[hint.partner] ?? -1;
    if (parent >= 0) votes.set(parent, (votes.get(parent) ?? 0) + hint.share * (older.tree.end(child) - child));
  }
  let best: Hint | undefined;
  const all = Math.max(1, older.tree.end(index) - index - 1);
  for (const [partner, weight] of votes) {
    if (older.tag[index] === newer.tag[partner] && weight / all > (best?.share ?? 0)) best = { partner, share: weight / all, isOwn: false };
  }
  return best;
}
