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
  /** What the newer element holds stood in several older ones, in none of them more than in another, and `was` is not the one in its place. */
  isTorn(was: number, is: number): boolean;
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
  const [were, are] = [placesOf(older), placesOf(newer)];
  const there = votesOf(older, newer, (_, [first]) => first);
  const back = votesOf(newer, older, (is, partners) => partners.find((was) => were[was] === are[is]));
  return {
    hintOf: (was) => {
      const hint = there[was];
      return hint === undefined || hint.isOwn || back[hint.partner]?.partner === was ? hint : undefined;
    },
    isTorn: (was, is) => back[is]?.isTied === true && back[is].partner !== was,
  };
}

interface Vote extends Hint {
  /** Others had as many votes as `partner`, which may be nobody. */
  readonly isTied: boolean;
}

const nobody = -1;

/** `choose`: between partners with as many votes each. */
function votesOf(
  older: Side,
  newer: Side,
  choose: (index: number, partners: readonly number[]) => number | undefined,
): (Vote | undefined)[] {
  const partners = signs.map((sign) => partnersBy(sign, older, newer));
  const hints: (Vote | undefined)[] = [];
  for (let index = older.count - 1; index >= 0; index--) {
    const partner = partners.map((found) => found.get(index)).find((found) => found !== undefined);
    hints[index] =
      partner === undefined
        ? settled(vote(older, newer, index, hints), (tied) => choose(index, tied))
        : { partner, share: 1, isOwn: true, isTied: false };
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

/** The place of each element among its siblings. */
function placesOf({ count, tree }: Side): readonly number[] {
  const known: number[] = [];
  const places: number[] = [];
  for (let index = 0; index < count; index++) {
    const parent = tree.parents[index] ?? -1;
    places.push(known[parent] ?? 0);
    if (parent >= 0) known[parent] = (known[parent] ?? 0) + 1;
  }
  return places;
}

interface Ballot {
  readonly share: number;
  readonly partners: readonly number[];
}

function settled({ share, partners }: Ballot, choose: (partners: readonly number[]) => number | undefined): Vote | undefined {
  const [first] = partners;
  if (first === undefined) return undefined;
  const isTied = partners.length > 1;
  return { partner: isTied ? (choose(partners) ?? nobody) : first, share, isOwn: false, isTied };
}

/** Those with the most votes, and which share of all they have. */
function vote(older: Side, newer: Side, index: number, hints: readonly (Vote | undefined)[]): Ballot {
  const votes = new Map<number, number>();
  for (const child of older.tree.children(index)) {
    const hint = hints[child];
    if (hint === undefined || hint.partner === nobody) continue;
    const parent = newer.tree.parents[hint.partner] ?? -1;
    if (parent >= 0) votes.set(parent, (votes.get(parent) ?? 0) + hint.share * (older.tree.end(child) - child));
  }
  const same = [...votes].filter(([partner]) => older.tag[index] === newer.tag[partner]);
  const most = same.reduce((highest, [, weight]) => Math.max(highest, weight), 0);
  const partners = same.filter(([, weight]) => weight === most && weight > 0).map(([partner]) => partner);
  return { share: most / Math.max(1, older.tree.end(index) - index - 1), partners };
}
