import type { AttributeRecord } from "./attributes.js";
import { Hashes, hash, mix } from "./hash.js";
import type { WalkState } from "./walk-state.js";

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
/** What an element says, whatever it looks like just now. */
const saying = ["name", "type", "role", "href", "src", "alt", "aria-label", "for", "title", "placeholder"] as const;
/** What changes while a page is used. */
const passing =
  /^(?:style|open|hidden|disabled|checked|inert|tabindex|aria-(?:expanded|selected|checked|pressed|current|busy|hidden|disabled|activedescendant))$/;
const passingClass =
  /(?:^|[-_])(?:is|has|active|open|opened|closed|show|shown|hide|hidden|visible|selected|current|hover|focus|focused|disabled|enabled|collapsed?|expanded|loading|loaded|dragging|animated?|in|out|on|off)(?:$|[-_])/i;

/**
 * Gives each element a key of five characters that does not depend on its siblings: it is made of the way of tags down to it from the
 * nearest element with an id, and of what it says by text and attributes. One that says nothing is known by its classes; one without
 * classes by one of the things said below it, always the same one, whatever comes before or after. Elements that are still alike are told apart
 * by what is said below them, by all their attributes, by their parents, and at last by their order.
 */
export function addKeys(walk: WalkState): void {
  const said = new Hashes(walk.strings.list);
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
    const { says, classes } = hashesOf(record);
    const text = walk.columns.text[index] ?? 0;
    own[index] = says === 0 && text === 0 ? 0 : mix(mix(tag, says), text === 0 ? 0 : said.of(text)) || 1;
    token[index] = own[index] || (classes === 0 ? 0 : mix(tag, classes));
  }
  writeKeys(walk, way, own, leastBelow(walk, token));
}

/** What of an element's attributes goes into its key. */
export interface RecordHashes {
  /** Of what the attributes say, of the classes, of all; 0 for nothing. */
  readonly says: number;
  readonly classes: number;
  readonly all: number;
}

const nothing: RecordHashes = { says: 0, classes: 0, all: 0 };

function hashesOf(record: AttributeRecord): RecordHashes {
  if (record.names.length === 0) return nothing;
  if (record.hashes !== undefined) return record.hashes;
  let says = 0;
  let all = 0;
  for (const name of saying) {
    const value = record.values.get(name) ?? "";
    if (value !== "") says = mix(mix(says, hash(name)), hash(value)) || 1;
  }
  for (const [name, value] of record.values) if (name !== "class" && !passing.test(name)) all = mix(mix(all, hash(name)), hash(value));
  const words = (record.values.get("class") ?? "").split(/\s+/).filter((word) => word !== "" && !passingClass.test(word));
  const classes = words.length === 0 ? 0 : hash(words.sort().join(" "));
  record.hashes = { says, classes, all: mix(all, classes) };
  return record.hashes;
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

function writeKeys(walk: WalkState, way: Int32Array, own: Int32Array, least: Int32Array): void {
  const key = way.map((hashed, index) => {
    if (walk.alone[index]?.isId === true) return short(hashed);
    const classes = own[index] === 0 ? hashesOf(walk.records[index] as AttributeRecord).classes : 0;
    return short(mix(hashed, own[index] || classes || (least[index] ?? 0)));
  });
  const totals = totalsOf(key);
  if (totals.size < key.length) partTwins(walk, key, totals, least);
  const codes = new Uint8Array(key.length * 5);
  for (let index = 0; index < key.length; index++) {
    const mine = key[index] ?? 0;
    for (let place = 0; place < 5; place++) codes[index * 5 + place] = alphabet.charCodeAt((mine >> (6 * place)) & 63);
  }
  walk.columns.keys = new TextDecoder().decode(codes);
}

/** Gives elements that have one key others, by one thing after another; those that stand alone keep theirs. */
function partTwins(walk: WalkState, key: Int32Array, totals: Map<number, number>, least: Int32Array): void {
  const twins: number[] = [];
  key.forEach((hashed, index) => {
    if ((totals.get(hashed) ?? 0) > 1) twins.push(index);
  });
  let left = mixed(key, twins, (index) => least[index] ?? 0);
  left = mixed(key, left, (index) => hashesOf(walk.records[index] as AttributeRecord).all);
  // Parents come first, so that theirs are final.
  for (const index of left) key[index] = short(mix(key[index] ?? 0, key[walk.parents[index] ?? -1] ?? 0));
  for (const index of twins) {
    let mine = key[index] ?? 0;
    while (totals.has(mine)) mine = short(mix(mine, 1));
    totals.set(mine, 1);
    key[index] = mine;
  }
}

/** Mixes something into the keys of some elements and gives those that still share one. */
function mixed(key: Int32Array, twins: readonly number[], by: (index: number) => number): number[] {
  const totals = new Map<number, number>();
  for (const index of twins) {
    const made = short(mix(key[index] ?? 0, by(index)));
    key[index] = made;
    totals.set(made, (totals.get(made) ?? 0) + 1);
  }
  return twins.filter((index) => (totals.get(key[index] ?? 0) ?? 0) > 1);
}

function totalsOf(key: Int32Array): Map<number, number> {
  const totals = new Map<number, number>();
  for (let index = 0; index < key.length; index++) {
    const hashed = key[index] ?? 0;
    totals.set(hashed, (totals.get(hashed) ?? 0) + 1);
  }
  return totals;
}

/** Thirty bits: five characters of six. */
function short(hashed: number): number {
  return hashed & 0x3fffffff;
}
