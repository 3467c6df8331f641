import type { Hints } from "./hints.js";
import type { Side } from "./side.js";

/** How alike two elements are (0 to 1), and whether something that they say speaks for it, not their kind alone. */
export interface Likeness {
  readonly score: number;
  readonly sure: boolean;
}

const unlike: Likeness = { score: 0, sure: false };
const same: Likeness = { score: 1, sure: true };
const textMaxChars = 300;

/** Compares two elements by what each shows: attributes, own text, children, key, role and name. Elements of different tags are never alike. */
export function likenessOf(older: Side, newer: Side, was: number, is: number, { hintOf, isTorn }: Hints): Likeness {
  if (older.tag[was] !== newer.tag[is]) return unlike;
  if (older.whole[was] === newer.whole[is]) return same;
  const hint = hintOf(was);
  const one = older.reader.element(was);
  const other = newer.reader.element(is);
  const attributes = attributeLikeness(one.attributes, other.attributes);
  const text = one.text === "" && other.text === "" ? undefined : textLikeness(one.text, other.text);
  const children = hint === undefined ? shapeLikeness(older, newer, was, is) : hint.partner === is ? hint.share : 0;
  // Keys are made of what elements hold, too.
  const sameKey = !isTorn(was, is) && older.key[was] === newer.key[is];
  const sameLabel = older.label[was] !== 0 && older.label[was] === newer.label[is];
  const sameId = older.id[was] !== 0 && older.id[was] === newer.id[is];
  const evidence: (readonly [weight: number, value: number | undefined])[] = [
    [2, attributes],
    [2, text],
    [hint === undefined ? 1 : 3, children],
    [2, sameKey ? 1 : undefined],
    [2, sameLabel ? 1 : undefined],
    [4, sameId ? 1 : undefined],
  ];
  const sure = sameKey || sameLabel || sameId || (text ?? 0) >= 0.5 || hint?.partner === is;
  return { score: mean(evidence), sure };
}

function mean(evidence: readonly (readonly [number, number | undefined])[]): number {
  let sum = 0;
  let weights = 0;
  for (const [weight, value] of evidence) {
    if (value === undefined) continue;
    sum += weight * value;
    weights += weight;
  }
  return weights === 0 ? 0 : sum / weights;
}

/** The share of attributes that agree, each class counted for itself; undefined where neither has any. */
function attributeLikeness(one: Readonly<Record<string, string>>, other: Readonly<Record<string, string>>): number | undefined {
  const left = wordsOf(one);
  const right = wordsOf(other);
  return left.size + right.size === 0 ? undefined : overlap(left, right);
}

function wordsOf(attributes: Readonly<Record<string, string>>): Set<string> {
  const words = new Set<string>();
  for (const [name, value] of Object.entries(attributes)) {
    if (name === "class") for (const word of value.split(/\s+/)) words.add(`.${word}`);
    else words.add(`${name}=${value}`);
  }
  return words;
}

/** By pairs of characters, which does not depend on a script that parts words. */
export function textLikeness(one: string, other: string): number {
  if (one === other) return 1;
  return overlap(bigrams(one), bigrams(other));
}

function bigrams(text: string): Set<string> {
  const pairs = new Set<string>();
  const end = Math.min(text.length, textMaxChars);
  for (let place = 0; place < end; place++) pairs.add(text.slice(place, place + 2));
  return pairs;
}

/** The kinds of children, where nothing better is known; undefined where neither has any. */
function shapeLikeness(older: Side, newer: Side, was: number, is: number): number | undefined {
  const left = new Set(older.tree.children(was).map((child) => older.whole[child] ?? 0));
  const right = new Set(newer.tree.children(is).map((child) => newer.whole[child] ?? 0));
  if (left.size + right.size === 0) return undefined;
  const tags = overlap(
    new Set(older.tree.children(was).map((child) => older.tag[child])),
    new Set(newer.tree.children(is).map((child) => newer.tag[child])),
  );
  return (overlap(left, right) + tags) / 2;
}

/** Twice what both have, by what each has (Dice's coefficient). */
function overlap<T>(left: ReadonlySet<T>, right: ReadonlySet<T>): number {
  if (left.size + right.size === 0) return 0;
  const [small, large] = left.size < right.size ? [left, right] : [right, left];
  let common = 0;
  for (const entry of small) if (large.has(entry)) common++;
  return (2 * common) / (left.size + right.size);
}
