import { hostsOf, type NodeTree } from "../node-tree.js";
import type { Nodes } from "../nodes.js";
import { Hashes, mix } from "./hash.js";
import { type Saying, sayingsOf } from "./sayings.js";

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/**
 * Gives each element of a capture a key of five characters that does not depend on its siblings, so that two captures of one page can be
 * joined. It is made of the way of tags down to it from the nearest element with an id, and of what it says by text and attributes. One that
 * says nothing is known by its classes; one without classes by one of the things said below it, always the same one, whatever comes before or
 * after. Elements that are still alike are told apart by all their attributes, by what is said below them, by their parents, and at last
 * by their order. Captures hold no keys: made here, those of old captures and new ones follow the same rules.
 */
export function keysOf(nodes: Nodes, { parents }: NodeTree): readonly string[] {
  const texts = new Hashes(nodes.strings);
  const sets = sayingsOf(nodes, texts);
  const sayings = nodes.attributes.map((set) => sets[set] as Saying);
  const way = waysOf(nodes, parents, texts);
  const own = Int32Array.from(sayings, ({ says }, index) => ownOf(nodes, index, says, texts));
  const token = own.map((hashed, index) => {
    const classes = sayings[index]?.classes ?? 0;
    return hashed || (classes === 0 ? 0 : mix(texts.of(nodes.tag[index] ?? 0), classes));
  });
  const least = leastBelow(parents, rarestFirst(token));
  const key = way.map((hashed, index) =>
    short(isAnchored(nodes, index) ? hashed : mix(hashed, own[index] || sayings[index]?.classes || (least[index] ?? 0))),
  );
  partTwins(key, parents, least, sayings);
  return Array.from(key, written);
}

/** The tags down to each element from the nearest one with an id. */
function waysOf(nodes: Nodes, parents: readonly number[], texts: Hashes): Int32Array {
  const host = hostsOf(nodes);
  const way = new Int32Array(nodes.count);
  for (let index = 0; index < nodes.count; index++) {
    const outer = isAnchored(nodes, index) ? host(index) : (parents[index] ?? -1);
    const step = isAnchored(nodes, index) ? nodes.step[index] : nodes.tag[index];
    way[index] = mix(way[outer] ?? 1, texts.of(step ?? 0));
  }
  return way;
}

/** What an element says by its text and attributes; 0 for nothing. */
function ownOf(nodes: Nodes, index: number, says: number, texts: Hashes): number {
  const text = nodes.text[index] ?? 0;
  if (says === 0 && text === 0) return 0;
  return mix(mix(texts.of(nodes.tag[index] ?? 0), says), text === 0 ? 0 : texts.of(text)) || 1;
}

/** Its selector is a test id or id alone: it names the element itself, not what it says. */
function isAnchored({ from, step, strings }: Nodes, index: number): boolean {
  return from[index] === 0 && /^[#[]/.test(strings[step[index] ?? 0] ?? "");
}

// Half of all hashes lie below it.
const middle = 0x40000000;

/** Moves what is said once in the page below what is said again and again: the latter would name each row of a list by the button in it. */
function rarestFirst(token: Int32Array): Int32Array {
  const repeated = twinsIn(token.slice().sort());
  return token.map((hashed) => (hashed === 0 ? 0 : (hashed & (middle - 1)) + (repeated.has(hashed) ? middle : 1)));
}

/** The least hash of all that is said below each element: the same one whichever others come and go. */
function leastBelow(parents: readonly number[], own: Int32Array): Int32Array {
  const least = new Int32Array(own.length).fill(0x7fffffff);
  for (let index = own.length - 1; index > 0; index--) {
    const parent = parents[index] ?? -1;
    const mine = own[index] ?? 0;
    const below = least[index] ?? 0;
    const lowest = mine !== 0 && mine < below ? mine : below;
    if (parent >= 0 && lowest < (least[parent] ?? 0)) least[parent] = lowest;
  }
  return least;
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
function partTwins(key: Int32Array, parents: readonly number[], least: Int32Array, sayings: readonly Saying[]): void {
  const sorted = key.slice().sort();
  const shared = twinsIn(sorted);
  if (shared.size === 0) return;
  const twins: number[] = [];
  for (let index = 0; index < key.length; index++) if (shared.has(key[index] ?? 0)) twins.push(index);
  let left = mixed(key, twins, (index) => sayings[index]?.all ?? 0);
  left = mixed(key, left, (index) => least[index] ?? 0);
  // Parents come first, so that theirs are final.
  mixed(key, left, (index) => key[parents[index] ?? -1] ?? 0);
  // Those that are alike in everything follow one way of keys: each goes on where the one before it stopped.
  const taken = new Set(sorted);
  const reached = new Map<number, number>();
  for (const index of twins) {
    const first = key[index] ?? 0;
    let mine = reached.get(first) ?? first;
    while (taken.has(mine)) mine = short(mine + stride);
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

/** Thirty bits: five characters of six. */
function short(hashed: number): number {
  return hashed & 0x3fffffff;
}

function written(key: number): string {
  let text = "";
  for (let shift = 0; shift < 30; shift += 6) text += alphabet[(key >> shift) & 63];
  return text;
}
