import type { AttributeRecord } from "./attributes.js";
import type { WalkState } from "./walk-state.js";

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
/** What an element is, whatever it looks like just now: no classes, no styles, no states. */
const identifying = ["name", "type", "role", "href", "src", "alt", "aria-label", "for", "title", "placeholder"] as const;

/**
 * Gives each element a key of five characters that does not depend on its siblings: it is made of the way of tags down to it from the
 * nearest element with an id, and of what it says itself. An element that says nothing is known by one of the things said below it, always
 * the same one, whatever comes before or after. Elements that are still alike are told apart by their parents, and at last by their order.
 */
export function addKeys(walk: WalkState): void {
  const count = walk.elements.length;
  const said = new Hashes(walk.strings.list);
  const way = new Int32Array(count);
  const own = new Int32Array(count);
  const anchored = new Uint8Array(count);
  for (let index = 0; index < count; index++) {
    const record = walk.records[index] as AttributeRecord;
    const tag = said.of(walk.columns.tag[index] ?? 0);
    const parent = walk.parents[index] ?? -1;
    const anchor = walk.alone[index];
    const host = way[walk.rootOf[index]?.host ?? -1] ?? 1;
    anchored[index] = anchor?.isId === true ? 1 : 0;
    way[index] = anchor?.isId === true ? mix(host, hash(anchor.step)) : mix(way[parent] ?? 1, tag);
    own[index] = ownHash(record, walk.columns.text[index] ?? 0, tag, said);
  }
  writeKeys(walk, way, signs(walk, own), anchored);
}

const ownHashes = new WeakMap<AttributeRecord, number>();

/** What the element says itself by its text and attributes; 0 when that is nothing. */
function ownHash(record: AttributeRecord, text: number, tag: number, said: Hashes): number {
  let attributes = ownHashes.get(record);
  if (attributes === undefined) {
    attributes = 0;
    for (const name of identifying) {
      const value = record.values.get(name);
      if (value !== undefined && value !== "") attributes = mix(mix(attributes, hash(name)), hash(value));
    }
    ownHashes.set(record, attributes);
  }
  if (attributes === 0 && text === 0) return 0;
  return mix(mix(tag, attributes), text === 0 ? 0 : said.of(text)) || 1;
}

/** For those that say nothing: the least hash of all that is said below them. */
function signs(walk: WalkState, own: Int32Array): Int32Array {
  const least = new Int32Array(own.length).fill(0x7fffffff);
  for (let index = own.length - 1; index >= 0; index--) {
    const mine = own[index] ?? 0;
    const lowest = mine === 0 ? (least[index] ?? 0) : Math.min(least[index] ?? 0, mine);
    const parent = walk.parents[index] ?? -1;
    if (parent >= 0 && lowest < (least[parent] ?? 0)) least[parent] = lowest;
  }
  return own.map((mine, index) => (mine === 0 ? (least[index] ?? 0) : mine));
}

function writeKeys(walk: WalkState, way: Int32Array, sign: Int32Array, anchored: Uint8Array): void {
  const count = way.length;
  const key = new Int32Array(count);
  const totals = new Map<number, number>();
  for (let index = 0; index < count; index++) {
    key[index] = anchored[index] === 1 ? (way[index] ?? 0) : mix(way[index] ?? 0, sign[index] ?? 0);
    totals.set((key[index] ?? 0) & 0x3fffffff, (totals.get((key[index] ?? 0) & 0x3fffffff) ?? 0) + 1);
  }
  const used = new Set<number>();
  let text = "";
  for (let index = 0; index < count; index++) {
    let mine = (key[index] ?? 0) & 0x3fffffff;
    if ((totals.get(mine) ?? 0) > 1) mine = mix(mine, key[walk.parents[index] ?? -1] ?? 0) & 0x3fffffff;
    while (used.has(mine)) mine = mix(mine, 1) & 0x3fffffff;
    used.add(mine);
    key[index] = mine;
    text += letters(mine);
  }
  walk.columns.keys = text;
}

function letters(value: number): string {
  let text = "";
  for (let shift = 24; shift >= 0; shift -= 6) text += alphabet[(value >> shift) & 63];
  return text;
}

/** Hashes of a table's strings, each made when first asked for. */
class Hashes {
  private readonly list: readonly string[];
  private readonly known: Int32Array;

  constructor(list: readonly string[]) {
    this.list = list;
    this.known = new Int32Array(list.length);
  }

  of(place: number): number {
    const known = this.known[place] ?? 0;
    if (known !== 0) return known;
    const made = hash(this.list[place] ?? "");
    this.known[place] = made;
    return made;
  }
}

/** FNV-1a over a text's length, its first and its last characters; never 0. */
function hash(text: string): number {
  const length = text.length;
  let value = 0x811c9dc5 ^ length;
  const end = Math.min(length, 32);
  for (let i = 0; i < end; i++) value = Math.imul(value ^ text.charCodeAt(i), 0x01000193);
  for (let i = Math.max(end, length - 16); i < length; i++) value = Math.imul(value ^ text.charCodeAt(i), 0x01000193);
  return value | 0 || 1;
}

function mix(one: number, other: number): number {
  let value = Math.imul(one ^ (other + 0x9e3779b9 + (one << 6)), 0x85ebca6b);
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35);
  return (value ^ (value >>> 16)) | 0;
}
