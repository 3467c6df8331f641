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

/**
 * Learns from pairs of captures what differs although nobody changed anything. Of a pair made after the first capture only what had changed before
 * too: what was built between the two changes once.
 */
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
    for (const name of ownNames(place, property)) names.add(name);
    for (const list of isContent(property) ? place.lists : []) {
      const isTurned = property === "moved" && isTurnedRow(newer, list, texts);
      for (const id of list.ids) {
        const name = isOtherRow(reader, list, property, texts) || isTurned ? replacedName(id) : cellName(id, list, property);
        const rows = (rowsOf.get(name) ?? new Set()).add(list.row);
        rowsOf.set(name, rows);
        if (isTurned || rows.size >= Math.max(minRows, list.rows / 2)) names.add(name);
      }
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

interface Place {
  readonly tag: string;
  /** Two names that hold across captures: an element's key follows its content, its path the elements around it. */
  readonly ids: readonly string[];
  /** The same of the parent. */
  readonly parentIds: readonly string[];
  readonly lists: readonly List[];
}

/** Siblings of one tag, of which one is the element or holds it. */
interface List {
  readonly ids: readonly string[];
  /** Index of the row's element in its capture. */
  readonly index: number;
  readonly row: number;
  readonly rows: number;
  /** Path from the row to the element; empty for the row itself. */
  readonly column: string;
}

/** A change with the capture whose ref it has. */
interface Found {
  readonly reader: CaptureReader;
  readonly ref: string;
  readonly property: string;
}

function changesOf({ changed, added, removed, moved }: Comparison, older: CaptureReader, newer: CaptureReader): Found[] {
  const placed = [...added.map(({ ref }) => ({ reader: newer, ref })), ...removed.map(({ ref }) => ({ reader: older, ref }))];
  return [
    ...changed.map(({ ref, property }) => ({ reader: newer, ref, property })),
    ...moved.map(({ ref }) => ({ reader: newer, ref, property: "moved" })),
    // What comes may go, and the other way round.
    ...["added", "removed"].flatMap((property) => placed.map((one) => ({ ...one, property }))),
  ];
}

/** Fewer siblings are no list. */
const minRows = 3;

function placeOf(reader: CaptureReader, ref: string): Place {
  const element = reader.byRef(ref);
  if (element === undefined) return { tag: "", ids: [], parentIds: [], lists: [] };
  const steps = [element.index, ...reader.ancestors(element.index)].reverse().map((index) => {
    const { key, tag, parent } = reader.element(index);
    const alike = parent < 0 ? [index] : reader.children(parent).filter((child) => reader.element(child).tag === tag);
    const row = alike.indexOf(index);
    return { index, key, tag, row, rows: alike.length, step: `>${tag}:${row}` };
  });
  const path = (from: number, to: number) =>
    steps
      .slice(from, to)
      .map(({ step }) => step)
      .join("");
  const idsAt = (depth: number) => {
    const key = steps[depth]?.key;
    return key === undefined ? [] : [key, path(0, depth + 1)];
  };
  const lists = steps.flatMap(({ index, tag, row, rows }, depth): List[] =>
    rows < minRows ? [] : [{ ids: idsAt(depth - 1).map((id) => `${id} ${tag}`), index, row, rows, column: path(depth + 1, steps.length) }],
  );
  return { tag: element.tag, ids: idsAt(steps.length - 1), parentIds: idsAt(steps.length - 2), lists };
}

function namesOf(place: Place, property: string): string[] {
  const inLists = place.lists.flatMap((list) =>
    list.ids.flatMap((id) => [cellName(id, list, property), ...(isContent(property) ? [replacedName(id)] : [])]),
  );
  return [...ownNames(place, property), ...inLists];
}

/** For what was inserted, deleted or moved the place counts: items of a feed have other keys each time. */
function ownNames({ tag, ids, parentIds }: Place, property: string): string[] {
  return (isPlacement(property) ? parentIds : ids).map((id) => `${id} ${tag} ${property}`);
}

function cellName(id: string, { column }: List, property: string): string {
  return `${id} *${column} ${property}`;
}

function replacedName(id: string): string {
  return `${id} * replaced`;
}

function isPlacement(property: string): boolean {
  return /^(?:added|removed|moved)$/.test(property);
}

function isContent(property: string): boolean {
  return !/^(?:style|box|attribute (?:class|style)$)/.test(property);
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
