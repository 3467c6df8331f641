import type { Capture } from "../contract/capture.js";
import type { Comparison } from "../contract/comparison.js";
import { type CapturedElement, type CaptureReader, readCapture } from "../contract/reader.js";
import { joinElements } from "./compare-join.js";

/** A capture and the name that the answer calls it by. */
export interface NamedCapture {
  readonly filename: string;
  readonly capture: Capture;
}

/** How far a box must have gone to count as moved, in CSS pixels. */
const movedMinPx = 1;

/**
 * Says what differs between two captures of a page: elements that came, went, moved (their box, when an ancestor's movement does not explain
 * it) or changed (name, text, attributes, states, styles). Values are given as the captures have them.
 */
export function compareCaptures(before: NamedCapture, after: NamedCapture): Comparison {
  const older = readCapture(before.capture);
  const newer = readCapture(after.capture);
  const pairs = joinElements(older, newer);
  const partners = new Map(pairs.map(([was, is]) => [is.index, was]));
  const joined = new Set(pairs.map(([was]) => was.index));
  const changed = pairs.flatMap(([was, is]) => changesOf(older, newer, was, is));
  const moved = pairs.flatMap(([was, is]) => movesOf(newer, partners, was, is));
  const added = [...newer.elements()].filter(({ index }) => !partners.has(index)).map(rowOf);
  const removed = [...older.elements()].filter(({ index }) => !joined.has(index)).map(rowOf);
  const touched = new Set([...changed, ...moved].map(({ ref }) => ref));
  const summary = {
    added: added.length,
    removed: removed.length,
    moved: moved.length,
    changed: new Set(changed.map(({ ref }) => ref)).size,
    unchanged: pairs.length - touched.size,
  };
  return { before: before.filename, after: after.filename, added, removed, moved, changed, summary };
}

function rowOf({ ref, selector, role, name }: CapturedElement) {
  return { ref, selector, role, name };
}

function changesOf(older: CaptureReader, newer: CaptureReader, was: CapturedElement, is: CapturedElement): Comparison["changed"] {
  const facts: [property: string, before: string, after: string][] = [
    ["role", was.role, is.role],
    ["name", was.name, is.name],
    ["text", was.text, is.text],
    ["visible", String(was.visible), String(is.visible)],
    ...differences("attribute ", was.attributes, is.attributes),
    ...differences("state ", was.states, is.states),
    ...(was.rendered && is.rendered ? styleFacts(older, newer, was, is) : []),
  ];
  return facts.filter(([, b, a]) => b !== a).map(([property, b, a]) => ({ ...rowOf(is), property, before: b, after: a }));
}

function differences(prefix: string, was: Readonly<Record<string, string>>, is: Readonly<Record<string, string>>) {
  const names = new Set([...Object.keys(was), ...Object.keys(is)]);
  return [...names].map((name): [string, string, string] => [prefix + name, was[name] ?? "", is[name] ?? ""]);
}

/** Only properties that both captures have read can be compared. */
function styleFacts(older: CaptureReader, newer: CaptureReader, was: CapturedElement, is: CapturedElement) {
  return newer.capture.styles.properties.flatMap((property): [string, string, string][] => {
    const b = older.style(was.index, property);
    const a = newer.style(is.index, property);
    return a === undefined || b === undefined ? [] : [[`style ${property}`, b, a]];
  });
}

/** An element that went along with its parent has not moved, but one that changed its size has. */
function movesOf(
  newer: CaptureReader,
  partners: ReadonlyMap<number, CapturedElement>,
  was: CapturedElement,
  is: CapturedElement,
): Comparison["moved"] {
  if (!was.rendered || !is.rendered) return [];
  const parentWas = partners.get(is.parent);
  const [carriedX, carriedY] = is.parent < 0 || parentWas === undefined ? [0, 0] : shift(parentWas, newer.element(is.parent));
  const [x, y] = shift(was, is);
  const grown = [is.box[2] - was.box[2], is.box[3] - was.box[3]];
  const isMoved = [x - carriedX, y - carriedY, ...grown].some((distance) => Math.abs(distance) >= movedMinPx);
  return isMoved ? [{ ...rowOf(is), before: was.box.join(" "), after: is.box.join(" ") }] : [];
}

function shift(was: CapturedElement, is: CapturedElement): [x: number, y: number] {
  return [is.box[0] - was.box[0], is.box[1] - was.box[1]];
}
