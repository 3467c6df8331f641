import { addToGroup } from "../../contract/group-by.js";
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
  const has = (place: Place, property: string) => namesOf(place, property).some((name) => names.has(name));
  return {
    has: (reader, ref, property) => has(placeOf(reader, ref), property),
    hasTitle: names.has(titleName),
    coversAll: (comparison, older, newer) =>
      (names.has(titleName) || !isRetitled(older, newer)) &&
      changesOf(comparison, older, newer).every(({ place, property }) => has(place, property)),
  };
}

function unstableIn([older, newer]: IdlePair, first: NamedCapture): ReadonlySet<string> {
  const found = namesBetween(older, newer);
  const isAfter = Date.parse(older.capture.metadata.capturedAt) > Date.parse(first.capture.metadata.capturedAt);
  if (!isAfter || found.size === 0) return found;
  const earlier = namesBetween(first, older);
  return new Set([...found].filter((name) => earlier.has(name)));
}

function namesBetween(before: NamedCapture, after: NamedCapture): ReadonlySet<string> {
  const [older, newer] = [readCapture(before.capture), readCapture(after.capture)];
  const comparison = compareCaptures(before, after);
  const changes = changesOf(comparison, older, newer);
  const random = randomLists(changes);
  const names = new Set([...(isRetitled(older, newer) ? [titleName] : []), ...replacedLists(comparison, newer).map(replacedName)]);
  for (const { place, property } of changes) {
    for (const name of ownNames(place, property)) names.add(name);
    for (const list of place.lists) {
      for (const id of list.ids.filter((one) => random.has(one))) {
        names.add(cellName(id, list, property));
        if (isReplaced(list, property)) names.add(replacedName(id));
      }
    }
  }
  return names;
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

interface PlacedChange {
  readonly place: Place;
  readonly property: string;
}

function changesOf({ changed, added, removed, moved }: Comparison, older: CaptureReader, newer: CaptureReader): PlacedChange[] {
  return [
    ...changed.map(({ ref, property }) => ({ place: placeOf(newer, ref), property })),
    ...moved.map(({ ref }) => ({ place: placeOf(newer, ref), property: "moved" })),
    // What comes may go, and the other way round.
    ...["added", "removed"].flatMap((property) => [
      ...added.map(({ ref }) => ({ place: placeOf(newer, ref), property })),
      ...removed.map(({ ref }) => ({ place: placeOf(older, ref), property })),
    ]),
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

/** Whether a row of the list itself was added or removed. */
function isReplaced({ column }: List, property: string): boolean {
  return column === "" && /^(?:added|removed)$/.test(property);
}

/** Lists with one column whose content differs in at least half of the rows, or whose rows are others. */
function randomLists(changes: readonly PlacedChange[]): ReadonlySet<string> {
  const changedRows = new Map<string, Set<number>>();
  const random = new Set<string>();
  for (const { place, property } of changes) {
    if (!isContent(property)) continue;
    for (const list of place.lists) {
      for (const id of list.ids) {
        const cell = cellName(id, list, isReplaced(list, property) ? "" : property);
        const rows = (changedRows.get(cell) ?? new Set()).add(list.row);
        changedRows.set(cell, rows);
        if (rows.size >= Math.max(minRows, list.rows / 2)) random.add(id);
      }
    }
  }
  return random;
}

/**
 * Lists that hold other rows: at least half were added or keep no text, or one row of many alike was moved and changed, which is how a comparison
 * shows the last of a list that goes on. A row in which one column changes, as a price does, is the same.
 */
function replacedLists({ changed, added, moved }: Comparison, newer: CaptureReader): string[] {
  const texts = new Set(changed.filter(({ property }) => property === "text").map(({ ref }) => ref));
  const inRow = (row: number) => elementsWithin(newer, row);
  const holdsOthers = ({ index }: List) => inRow(index).every(({ ref, text }) => text.trim() === "" || texts.has(ref));
  const isChanged = ({ index }: List) => inRow(index).some(({ ref }) => texts.has(ref));
  const rowsOf = (rows: readonly { readonly ref: string }[]) =>
    rows.flatMap(({ ref }) => placeOf(newer, ref).lists.filter(({ column }) => column === ""));
  const others = listsById([...rowsOf(added), ...[...texts].flatMap((ref) => placeOf(newer, ref).lists.filter(holdsOthers))]);
  const turned = listsById(rowsOf(moved).filter((row) => isChanged(row) && isUniform(newer, row)));
  const isMost = (rows: readonly List[]) => new Set(rows.map(({ row }) => row)).size >= Math.max(minRows, (rows[0]?.rows ?? 0) / 2);
  return [...turned.keys(), ...[...others].flatMap(([id, rows]) => (isMost(rows) ? [id] : []))];
}

function listsById(lists: readonly List[]): ReadonlyMap<string, readonly List[]> {
  const byId = new Map<string, List[]>();
  for (const list of lists) for (const id of list.ids) addToGroup(byId, id, list);
  return byId;
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
