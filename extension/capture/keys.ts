import type { AttributeRecord } from "./attributes.js";
import { Hashes, hash, mix } from "./hash.js";
import { Sayings } from "./sayings.js";
import type { WalkState } from "./walk-state.js";

const alphabet = new TextEncoder().encode("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_");
/**
 * Gives each element a key of five characters that does not depend on its siblings: it is made of the way of tags down to it from the
 * nearest element with an id, and of what it says by text and attributes. One that says nothing is known by its classes; one without
 * classes by one of the things said below it, always the same one, whatever comes before or after. Elements that are still alike are told apart
 * by what is said below them, by all their attributes, by their parents, and at last by their order.
 */
export function addKeys(walk: WalkState): void {
  const said = new Hashes(walk.strings.list);
  const sayings = new Sayings();
  const count = walk.elements.length;
  const way = new Int32Array(count);
  const own = new Int32Array(count);
  const token = new Int32Array(count);
  for (let index = 0; index < count; index++) {
    const record = walk.records[index] as AttributeRecord;
    const tag = said.of(walk.columns.tag[index] ?? 0);
    const anchor = walk.alone[index];
    const above = way[walk.parents[index] ?? -1] ?? 1;
    way[index] = anchor?.isId === true ? mix(way[walk.rootOf[index]?.host ?? -1] ?? 1, hash(anchor.step)) : mix(above, tag);
    const says = sayings.of(record);
    const text = walk.columns.text[index] ?? 0;
    own[index] = says === 0 && text === 0 ? 0 : mix(mix(tag, says), text === 0 ? 0 : said.of(text)) || 1;
    const classes = own[index] === 0 ? sayings.classesOf(record) : 0;
    token[index] = own[index] || (classes === 0 ? 0 : mix(tag, classes));
  }
  writeKeys(walk, sayings, way, own, leastBelow(walk, rarestFirst(token)));
}

// Half of all hashes lie below it.
const middle = 0x40000000;

/** Moves what is said once in the page below what is said again and again: the latter would name each row of a list by the button in it. */
function rarestFirst(token: Int32Array): Int32Array {
  const repeated = twinsIn(token.slice().sort());
  return token.map((hashed) => (hashed === 0 ? 0 : (hashed & (middle - 1)) + (repeated.has(hashed) ? middle : 1)));
}

/** The least hash of all that is said below each element: the same one whichever others come and go. */
function leastBelow(walk: WalkState, own: Int32Array): Int32Array {
  const least = new Int32Array(own.length).fill(0x7fffffff);
  for (let index = own.length - 1; index > 0; index--) {
    const parent = walk.parents[index] ?? -1;
    const mine = own[index] ?? 0;
    const below = least[index] ?? 0;
    const lowest = mine !== 0 && mine < below ? mine : below;
    if (parent >= 0 && lowest < (least[parent] ?? 0)) least[parent] = lowest;
  }
  return least;
}

function writeKeys(walk: WalkState, sayings: Sayings, way: Int32Array, own: Int32Array, least: Int32Array): void {
  const count = way.length;
  const key = new Int32Array(count);
  for (let index = 0; index < count; index++) {
    const hashed = way[index] ?? 0;
    if (walk.alone[index]?.isId === true) key[index] = short(hashed);
    else key[index] = short(mix(hashed, own[index] || sayings.classesOf(walk.records[index] as AttributeRecord) || (least[index] ?? 0)));
  }
  const all = key.slice().sort();
  const taken = twinsIn(all);
  if (taken.size > 0) partTwins(walk, sayings, key, all, taken, least);
  const codes = new Uint8Array(count * 5);
  for (let index = 0, at = 0; index < count; index++) {
    for (let rest = key[index] ?? 0, place = 0; place < 5; place++, rest >>= 6) codes[at++] = alphabet[rest & 63] ?? 0;
  }
  walk.columns.keys = new TextDecoder().decode(codes);
}

/** Values that occur more than once among sorted ones. */
function twinsIn(sorted: Int32Array): Set<number> {
  const twins = new Set<number>();
  for (let at = 1; at < sorted.length; at++) if (sorted[at] === sorted[at - 1]) twins.add(sorted[at] ?? 0);
  return twins;
}

// Odd, so that it comes by every key there is before it comes by one again.
const stride = 0x1e3779b1;

/** Gives elements that have one key others, by one thing after another; those that stand alone keep theirs. */
function partTwins(walk: WalkState, sayings: Sayings, key: Int32Array, sorted: Int32Array, taken: Set<number>, least: Int32Array): void {
  const twins: number[] = [];
  for (let index = 0; index < key.length; index++) if (taken.has(key[index] ?? 0)) twins.push(index);
  let left = mixed(key, twins, (index) => least[index] ?? 0);
  left = mixed(key, left, (index) => sayings.allOf(walk.records[index] as AttributeRecord));
  // Parents come first, so that theirs are final.
  for (const index of left) key[index] = short(mix(key[index] ?? 0, key[walk.parents[index] ?? -1] ?? 0));
  // Those that are alike in everything follow one way of keys: each goes on where the one before it stopped.
  const reached = new Map<number, number>();
  for (const index of twins) {
    const first = key[index] ?? 0;
    let mine = reached.get(first) ?? first;
    while (taken.has(mine) || holds(sorted, mine)) mine = short(mine + stride);
    reached.set(first, mine);
    taken.add(mine);
    key[index] = mine;
  }
}

/** Mixes something into the keys of some elements and gives those that still share one. */
function mixed(key: Int32Array, twins: readonly number[], by: (index: number) => number): number[] {
  const made = new Int32Array(twins.length);
  twins.forEach((index, at) => {
    made[at] = key[index] = short(mix(key[index] ?? 0, by(index)));
  });
  const shared = twinsIn(made.sort());
  return twins.filter((index) => shared.has(key[index] ?? 0));
}

function holds(sorted: Int32Array, wanted: number): boolean {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? 0) < wanted) low = middle + 1;
    else high = middle;
  }
  return sorted[low] === wanted;
}

/** Thirty bits: five characters of six. */
function short(hashed: number): number {
  return hashed & 0x3fffffff;
}
