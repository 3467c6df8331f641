import type { Hints } from "./hints.js";
import type { Pairs } from "./pairs.js";
import type { Side } from "./side.js";
import { type Likeness, likenessOf } from "./similarity.js";

/** What alignment may use beside the elements themselves. */
export interface AlignOptions extends Hints {
  /** Also joins elements that nothing speaks for but their kind and place. */
  readonly byPlace: boolean;
}

/** What content must agree in, at least, for elements to be joined by it. */
export const leastLikeness = 0.4;
/** Elements with more below them than this must be alike to be joined by their place. */
const placeMaxSize = 4;
/** Enough where there is but one for one. */
const onlyLikeness = 0.15;

/**
 * A key or name that content speaks against is a coincidence: among much alike elements, keys follow the order, and values that went from
 * one to the other bring their keys along.
 */
export function isCredible(pairs: Pairs, was: number, is: number, options: AlignOptions): boolean {
  // A name that its author gave stands whatever else is said.
  if (pairs.older.id[was] === 0 && options.isTorn(was, is)) return false;
  const hint = options.hintOf(was);
  const { parents } = pairs.newer.tree;
  const isOther = hint !== undefined && hint.partner !== is;
  if (isOther && (hint.share > leastLikeness || parents[hint.partner] === parents[is])) return false;
  return likenessOf(pairs.older, pairs.newer, was, is, options).score >= leastLikeness;
}

/** Nothing that the element says or holds is found in another of the list, nor the element itself anywhere else. */
export function isUndisputed({ newer }: Pairs, was: number, is: number, { hintOf }: AlignOptions): boolean {
  const hint = hintOf(was);
  if (hint === undefined || hint.partner === is) return true;
  if (newer.tree.parents[hint.partner] === newer.tree.parents[is]) return false;
  return hint.share < leastLikeness || !hint.isOwn;
}

/** Less is asked where there is but one for one. */
export function isOnlyLike(pairs: Pairs, was: number, is: number, options: AlignOptions): boolean {
  const { score } = likenessOf(pairs.older, pairs.newer, was, is, options);
  const looksSame = pairs.older.tag[was] === pairs.newer.tag[is] && pairs.older.attributes[was] === pairs.newer.attributes[is];
  return looksSame || score >= onlyLikeness || scoreOf(pairs, was, is, options) > 0;
}

/** How alike two children of joined elements are; 0 where they may not be joined. */
export function scoreOf({ older, newer }: Pairs, was: number, is: number, options: AlignOptions): number {
  const { score, sure }: Likeness = likenessOf(older, newer, was, is, options);
  if (sure && score >= leastLikeness) return score;
  if (!options.byPlace || older.tag[was] !== newer.tag[is]) return 0;
  const sizes = [older.tree.end(was) - was, newer.tree.end(is) - is];
  const isSmall = (older.attributes[was] === newer.attributes[is] ? Math.min(...sizes) : Math.max(...sizes)) <= placeMaxSize;
  return isSmall || score >= leastLikeness ? score + kinship(older, newer, was, is) : 0;
}

/** Decides between elements that have nothing to say: the same attributes and looks, text or none, children or none. */
function kinship(older: Side, newer: Side, was: number, is: number): number {
  const agree = [
    older.attributes[was] === newer.attributes[is],
    older.style[was] === newer.style[is],
    (older.text[was] === 0) === (newer.text[is] === 0),
    (older.tree.end(was) === was + 1) === (newer.tree.end(is) === is + 1),
  ];
  return 0.02 + 0.02 * agree.filter(Boolean).length;
}
