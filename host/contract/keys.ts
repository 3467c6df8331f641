import { hostsOf, type NodeTree } from "./node-tree.js";
import type { Nodes } from "./nodes.js";

/**
 * Returns a key of five characters for each element of a capture that does not depend on its siblings, so that elements can be matched
 * across captures of a page. It hashes the path of tags from the nearest ancestor with an id, and the element's own text and identifying
 * attributes; without these its stable classes, or else the smallest hash among its descendants. Collisions are resolved by all attributes,
 * descendants, the parent, and at last document order. Captures hold no keys: computed here, old and new captures follow the same rules.
 */
export function keysOf(nodes: Nodes, { parents }: NodeTree): readonly string[] {
  const strings = Int32Array.from(nodes.strings, hash);
  const sets = attributeSignatures(nodes, strings);
  const signatures = nodes.attributes.map((set) => sets[set] ?? noSignature);
  const paths = tagPathHashes(nodes, parents, strings);
  const ownHashes = Int32Array.from(signatures, ({ identity }, index) => ownHash(nodes, index, identity, strings));
  const visibleHashes = ownHashes.map((own, index) => {
    const classes = signatures[index]?.stableClasses ?? 0;
    return own || (classes === 0 ? 0 : mix(hashAt(strings, nodes.tag[index]), classes));
  });
  const descendants = minDescendantHashes(parents, rankUniqueFirst(visibleHashes));
  const keys = paths.map((path, index) =>
    to30Bits(
      isAnchored(nodes, index) ? path : mix(path, ownHashes[index] || signatures[index]?.stableClasses || (descendants[index] ?? 0)),
    ),
  );
  resolveCollisions(keys, parents, descendants, signatures);
  return Array.from(keys, toBase64Url);
}

/** The hash of the tags down to each element from its nearest ancestor with an id. */
function tagPathHashes(nodes: Nodes, parents: readonly number[], strings: Int32Array): Int32Array {
  const host = hostsOf(nodes);
  const paths = new Int32Array(nodes.count);
  for (let index = 0; index < nodes.count; index++) {
    const anchored = isAnchored(nodes, index);
    const outer = anchored ? host(index) : (parents[index] ?? -1);
    paths[index] = mix(paths[outer] ?? 1, hashAt(strings, anchored ? nodes.step[index] : nodes.tag[index]));
  }
  return paths;
}

/** The hash of an element's text and identifying attributes; 0 without any. */
function ownHash(nodes: Nodes, index: number, identity: number, strings: Int32Array): number {
  const text = nodes.text[index] ?? 0;
  if (identity === 0 && text === 0) return 0;
  return mix(mix(hashAt(strings, nodes.tag[index]), identity), text === 0 ? 0 : hashAt(strings, text)) || 1;
}

/** Its selector is a test id or id alone. */
function isAnchored({ from, step, strings }: Nodes, index: number): boolean {
  return from[index] === 0 && /^[#[]/.test(strings[step[index] ?? 0] ?? "");
}

// Halves the range of hashes.
const half = 0x40000000;

/** Ranks hashes that occur once in the page below repeated ones, so that a list row is identified by its unique text and not by the button every row has. */
function rankUniqueFirst(hashes: Int32Array): Int32Array {
  const repeated = repeatedIn(hashes.slice().sort());
  return hashes.map((hashed) => (hashed === 0 ? 0 : (hashed & (half - 1)) + (repeated.has(hashed) ? half : 1)));
}

/** The smallest hash of all descendants (a min-hash): the same one whichever others are added or removed. */
function minDescendantHashes(parents: readonly number[], hashes: Int32Array): Int32Array {
  const smallest = new Int32Array(hashes.length).fill(0x7fffffff);
  for (let index = hashes.length - 1; index > 0; index--) {
    const parent = parents[index] ?? -1;
    const own = hashes[index] || 0x7fffffff;
    if (parent >= 0) smallest[parent] = Math.min(smallest[parent] ?? 0, own, smallest[index] ?? 0);
  }
  return smallest;
}

function repeatedIn(sorted: Int32Array): Set<number> {
  const repeated = new Set<number>();
  for (let at = 1; at < sorted.length; at++) if (sorted[at] === sorted[at - 1]) repeated.add(sorted[at] ?? 0);
  return repeated;
}

// Odd, so that probing visits every key before it visits one again.
const stride = 0x1e3779b1;

/** Makes colliding keys unique: mixes in all attributes, then descendants, then the parent's key; then probes in document order. Unique keys stay. */
function resolveCollisions(
  keys: Int32Array,
  parents: readonly number[],
  descendants: Int32Array,
  signatures: readonly AttributeSignature[],
): void {
  const sorted = keys.slice().sort();
  const shared = repeatedIn(sorted);
  if (shared.size === 0) return;
  const colliding: number[] = [];
  for (let index = 0; index < keys.length; index++) if (shared.has(keys[index] ?? 0)) colliding.push(index);
  let rest = rehash(keys, colliding, (index) => signatures[index]?.all ?? 0);
  rest = rehash(keys, rest, (index) => descendants[index] ?? 0);
  // Parents precede their children: their keys are final.
  rehash(keys, rest, (index) => keys[parents[index] ?? -1] ?? 0);
  // Open addressing; elements of one key share a probe sequence, and each goes on where the one before it stopped.
  const taken = new Set(sorted);
  const probed = new Map<number, number>();
  for (const index of colliding) {
    const first = keys[index] ?? 0;
    let key = probed.get(first) ?? first;
    while (taken.has(key)) key = to30Bits(key + stride);
    probed.set(first, key);
    taken.add(key);
    keys[index] = key;
  }
}

/** Mixes a value into the keys of some elements. Returns those that still share one. */
function rehash(keys: Int32Array, indices: readonly number[], by: (index: number) => number): number[] {
  const made = new Int32Array(indices.length);
  indices.forEach((index, at) => {
    made[at] = keys[index] = to30Bits(mix(keys[index] ?? 0, by(index)));
  });
  const shared = repeatedIn(made.sort());
  return indices.filter((index) => shared.has(keys[index] ?? 0));
}

/** Five characters of six bits. */
function to30Bits(hashed: number): number {
  return hashed & 0x3fffffff;
}

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

function toBase64Url(key: number): string {
  let text = "";
  for (let shift = 0; shift < 30; shift += 6) text += alphabet[(key >> shift) & 63];
  return text;
}

/** Hashes of a set of attributes: sums, so that the order of attributes does not count; 0 for none. */
interface AttributeSignature {
  /** Attributes that identify the element whatever its state. */
  readonly identity: number;
  /** Classes that are no state. */
  readonly stableClasses: number;
  /** All attributes and classes that are no state. */
  readonly all: number;
}

const noSignature: AttributeSignature = { identity: 0, stableClasses: 0, all: 0 };

const identifyingAttribute = /^(?:name|type|role|href|src|alt|aria-label|for|title|placeholder)$/;
/** Changes while a page is used. */
const stateAttribute =
  /^(?:style|open|hidden|disabled|checked|inert|tabindex|aria-(?:expanded|selected|checked|pressed|current|busy|hidden|disabled|activedescendant))$/;
const stateClass =
  /(?:^|[-_])(?:is|has|active|open|opened|closed|show|shown|hide|hidden|visible|selected|current|hover|focus|focused|disabled|enabled|collapsed?|expanded|loading|loaded|dragging|animated?|in|out|on|off)(?:$|[-_])/i;

/** One for each of a capture's sets of attributes. */
function attributeSignatures({ attributeSets, strings }: Nodes, hashes: Int32Array): AttributeSignature[] {
  const ofClass = (name: string) => (name === "" || stateClass.test(name) ? 0 : hash(name));
  return attributeSets.map((set) => {
    let identity = 0;
    let stableClasses = 0;
    let others = 0;
    for (let at = 0; at < set.length; at += 2) {
      const name = strings[set[at] ?? 0] ?? "";
      const value = set[at + 1] ?? 0;
      if (name === "class") stableClasses = (strings[value] ?? "").split(/\s/).reduce((sum, one) => (sum + ofClass(one)) | 0, 0);
      if (value === 0) continue;
      const hashed = mix(hash(name), hashAt(hashes, value));
      if (identifyingAttribute.test(name)) identity = (identity + hashed) | 0;
      if (name !== "class" && !stateAttribute.test(name)) others = (others + hashed) | 0;
    }
    return { identity, stableClasses, all: mix(others, stableClasses) };
  });
}

/** The hash of an entry of the string table. */
function hashAt(hashes: Int32Array, place = 0): number {
  return hashes[place] ?? 0;
}

/** FNV-1a over UTF-16 code units, 32 bits; never 0. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193);
  return value | 0 || 1;
}

/** Combines two hashes (Boost's hash_combine, then MurmurHash3's finalizer); the order counts. */
function mix(one: number, other: number): number {
  let value = Math.imul(one ^ (other + 0x9e3779b9 + (one << 6)), 0x85ebca6b);
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35);
  return (value ^ (value >>> 16)) | 0;
}
