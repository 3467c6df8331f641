import type { Comparison } from "../../contract/operations.js";
import { type CaptureReader, readCapture } from "../../contract/reader.js";
import { compareCaptures, type NamedCapture } from "../compare/compare.js";
import { elementsWithin } from "../element-facts.js";

/** Two captures of a page between which nobody changed anything. */
export type IdlePair = readonly [before: NamedCapture, after: NamedCapture];

/** What a page changes by itself: clocks, counters, lists with other rows each time. */
export interface Unstable {
  /** `property`: as in a comparison, or `added`, `removed`, `moved`. `reader`: of the capture whose ref it is. */
  has(reader: CaptureReader, ref: string, property: string): boolean;
  readonly hasTitle: boolean;
  /** Whether nothing else differs in a comparison. */
  coversAll(comparison: Comparison, older: CaptureReader, newer: CaptureReader): boolean;
}

/** Learns from pairs of captures what differs although nobody changed anything; of pairs after `first` only what had changed before too. */
export function learnUnstable(pairs: readonly IdlePair[], first: NamedCapture): Unstable {
  const names = new Set(pairs.flatMap((pair) => [...unstableIn(pair, first)]));
  const has = (reader: CaptureReader, ref: string, property: string) =>
    namesOf(placeOf(reader, ref), property).some((name) => names.has(name));
  return {
    has,
    hasTitle: names.has(titleName),
    coversAll: (comparison, older, newer) =>
      (names.has(titleName) || !isRetitled(older, newer)) &&
      changesOf(comparison, older, newer).every(({ reader, ref, property }) => has(reader, ref, property)),
  };
}

function unstableIn([older, newer]: IdlePair, first: NamedCapture): ReadonlySet<string> {
  const found = namesBetween(older, newer);
  const isAfter = Date.parse(older.capture.metadata.capturedAt) > Date.parse(first.capture.metadata.capturedAt);
  if (!isAfter || found.size === 0) return found;
  const earlier = namesBetween(first, older);
  return new Set([...found].filter((name) => earlier.has(name)));
}

/** The names of what differs: of each element, and of a list where most of its rows differ in one column or are others. */
function namesBetween(before: NamedCapture, after: NamedCapture): ReadonlySet<string> {
  const [older, newer] = [readCapture(before.capture), readCapture(after.capture)];
  const comparison = compareCaptures(before, after);
  const names = new Set(isRetitled(older, newer) ? [titleName] : []);
  const texts = new Set(comparison.changed.filter(({ property }) => property === "text").map(({ ref }) => ref));
  const rowsOf = new Map<string, Set<number>>();
  for (const { reader, ref, property } of changesOf(comparison, older, newer)) {
    const place = placeOf(reader, ref);
    names.add(ownName(place, property));
    for (const list of place.lists) {
      const isTurned = property === "moved" && isTurnedRow(newer, list, texts);
      const name = isOtherRow(reader, list, property, texts) || isTurned ? replacedName(list) : cellName(list, property);
      const rows = (rowsOf.get(name) ?? new Set()).add(list.row);
      rowsOf.set(name, rows);
      if (isTurned || rows.size >= Math.max(minRows, list.rows / 2)) names.add(name);
    }
  }
  return names;
}

/** Whether a row was added or removed, or has other words throughout: a row in which one column changes, as a price does, is the same. */
function isOtherRow(reader: CaptureReader, { column, index }: List, property: string, texts: ReadonlySet<string>): boolean {
  if (property !== "text") return column === "" && /^(?:added|removed)$/.test(property);
  return elementsWithin(reader, index).every(({ ref, text }) => text.trim() === "" || texts.has(ref));
}

/** Whether a row of many alike was moved and changed, which is how a comparison shows the last of a list that goes on. */
function isTurnedRow(reader: CaptureReader, list: List, texts: ReadonlySet<string>): boolean {
  return list.column === "" && elementsWithin(reader, list.index).some(({ ref }) => texts.has(ref)) && isUniform(reader, list);
}

/** Where an element stands, by the tags around it and their places among siblings of the tag: that holds across captures. */
interface Place {
  readonly path: string;
  readonly parentPath: string;
  readonly tag: string;
  readonly lists: readonly List[];
}

/** Siblings of one tag, of which one is the element or holds it. */
interface List {
  /** Path of the parent, and the tag. */
  readonly name: string;
  /** Index of the row's element in its capture. */
  readonly index: number;
  readonly row: number;
  readonly rows: number;
  /** Path from the row to the element; empty for the row itself. */
  readonly column: string;
}

interface Found {
  readonly reader: CaptureReader;
  readonly ref: string;
  readonly property: string;
}

function changesOf({ changed, added, removed, moved }: Comparison, older: CaptureReader, newer: CaptureReader): Found[] {
  return [
    ...changed.map(({ ref, property }) => ({ reader: newer, ref, property })),
    ...moved.map(({ ref }) => ({ reader: newer, ref, property: "moved" })),
    ...added.map(({ ref }) => ({ reader: newer, ref, property: "added" })),
    ...removed.map(({ ref }) => ({ reader: older, ref, property: "removed" })),
  ];
}

/** Fewer siblings are no list. */
const minRows = 3;

function placeOf(reader: CaptureReader, ref: string): Place {
  const element = reader.byRef(ref);
  if (element === undefined) return { path: "", parentPath: "", tag: "", lists: [] };
  const steps = [element.index, ...reader.ancestors(element.index)].reverse().map((index) => {
    const { tag, parent } = reader.element(index);
    const alike = parent < 0 ? [index] : reader.children(parent).filter((child) => reader.element(child).tag === tag);
    const row = alike.indexOf(index);
    return { index, tag, row, rows: alike.length, step: `>${tag}:${row}` };
  });
  const path = (from: number, to: number) => Array.from(steps.slice(from, to), ({ step }) => step).join("");
  const lists = steps.flatMap(({ index, tag, row, rows }, depth): List[] =>
    rows < minRows ? [] : [{ name: `${path(0, depth)} ${tag}`, index, row, rows, column: path(depth + 1, steps.length) }],
  );
  return { path: path(0, steps.length), parentPath: path(0, steps.length - 1), tag: element.tag, lists };
}

function namesOf(place: Place, property: string): string[] {
  return [ownName(place, property), ...place.lists.flatMap((list) => [cellName(list, property), replacedName(list)])];
}

/** For what was inserted, deleted or moved the parent counts: items of a feed stand in other places each time. */
function ownName({ path, parentPath, tag }: Place, property: string): string {
  return `${/^(?:added|removed|moved)$/.test(property) ? parentPath : path} ${tag} ${property}`;
}

function cellName({ name, column }: List, property: string): string {
  return `${name} *${column} ${property}`;
}

function replacedName({ name }: List): string {
  return `${name} * replaced`;
}

/** Whether at least half of a list's rows have the structure of this one: not the case of a page's sections. */
function isUniform(reader: CaptureReader, { index, rows }: List): boolean {
  const { parent, tag } = reader.element(index);
  const structureOf = (row: number) =>
    elementsWithin(reader, row)
      .map((element) => element.tag)
      .join(" ");
  const structure = structureOf(index);
  return reader.children(parent).filter((row) => reader.element(row).tag === tag && structureOf(row) === structure).length >= rows / 2;
}

const titleName = "title";

function isRetitled(older: CaptureReader, newer: CaptureReader): boolean {
  return older.capture.metadata.title !== newer.capture.metadata.title;
}
