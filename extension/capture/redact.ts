import { memoized } from "../../host/contract/memoized.js";
import * as nodeFlags from "../../host/contract/node-flags.js";
import type { Nodes } from "../../host/contract/nodes.js";
import { mark, mayHoldToken, tokensIn, withoutTokens } from "../../host/contract/urls.js";
import { chosenOptions, type LooksLike, withAlikeOptions } from "./chosen-options.js";
import type { FieldValues, Held, Repetition } from "./field-values.js";
import { StringTable } from "./interning.js";
import { hasIgnorable, ignorablesIn, withoutIgnorables } from "./letters.js";
import type { OpenCapture } from "./pack.js";
import { leastLetters } from "./text-index.js";
import type { WalkState } from "./walk/state.js";

/**
 * Where a text stands: an option that a field offers may be the chosen one, an `<output>` repeats short values, an address has segments, and names what
 * a menu of pages, languages or tabs has chosen, code has names and values of its own.
 */
export type Place = "text" | "option" | "output" | "address" | "code";

/** Returns a text without what fields hold and without tokens: "" where nothing else was in it. */
export type Redact = (text: string, place?: Place) => string;

/** What one reading found that must not leave the page. */
export interface Redaction {
  readonly redact: Redact;
  /** Indices of the page's strings in which there may be something to redact: most hold nothing, and are not asked one by one. */
  readonly suspects: ReadonlySet<number>;
  readonly spread: ReadonlySet<number>;
  readonly alike: LooksLike;
}

/** Words found in more distinct strings of a page than these are the page's own. */
const mostRare = 4;
/** Longest text that may be one of fewer letters than are looked for, in characters. */
const mostOfShort = 20;
/** Longest text in which a typed name of 4 to 7 letters is looked for, in characters. Articles name people; what repeats a field is short. */
const mostOfSentence = 100;
/** Least letters of what is spread over elements, but for words that stand nowhere else. */
const leastSpread = 8;
/** Longest secret that is spread over elements, in characters. */
const spreadMaxChars = 5_000;

export function redactionOf(walk: WalkState): Redaction {
  const fields = walk.fieldValues;
  const flow = flowOf(walk);
  // The page's distinct strings, which distinguish common words from rare ones.
  const suspects = suspectsIn(walk, flow);
  const count = (what: "mirrored-input" | "tokens") => walk.count(what);
  const isCommon = ({ times, key }: Held) => times > mostRare || fields.labels.has(key);

  function isTaken(text: string, { held, start, end }: Repetition, place: Place): boolean {
    const { reach } = held;
    if (held.isChoice && (place === "option" || place === "address")) return false;
    if (reach === "anywhere") return !fields.labels.has(held.key) && !(place === "code" && held.isNumber);
    if (place === "code") return false;
    if (reach === "rare" && !isCommon(held)) return true;
    if (reach === "name" && !isCommon(held) && text.length <= mostOfSentence) return true;
    if (reach === "name" && !held.isWhole) return false;
    const [before, after] = [text.slice(0, start).trimEnd(), text.slice(end).trimStart()];
    const [opens, closes] = place === "address" ? [/(?:^|[=/#])$/, /^(?:$|[&/#;?])/] : [/(?:^|[=“„«])$/, /^(?:$|[&#;”“»])/];
    return opens.test(before.slice(-1)) && closes.test(after.slice(0, 1));
  }

  function withoutHeld(written: string, place: Place): string {
    if (isShort(fields, written, place)) return "";
    const text = [...fields.signs].reduce((left, secret) => left.replaceAll(secret, mark), written);
    let [left, done] = ["", 0];
    for (const { start, end } of fields.find(text, (one) => isTaken(text, one, place))) {
      left += text.slice(done, start) + mark;
      done = end;
    }
    left += text.slice(done);
    return left !== written && left.replaceAll(mark, "").search(/[\p{L}\p{N}]/u) < 0 ? "" : left;
  }

  function redact(text: string, place: Place = "text"): string {
    const whole = walk.strings.cuts.get(text) ?? "";
    // What a cut left of something held may be anywhere in it.
    const held = withoutHeld(whole, place) === whole ? withoutHeld(text, place) : "";
    if (held !== text) count("mirrored-input");
    const plain = withoutIgnorables(held);
    const sure = withoutTokens(plain);
    if (sure === plain) return held;
    count("tokens");
    return sure;
  }

  return { redact, suspects, spread: spreadIn(flow, fields, isCommon), alike: chosenOptions(walk) };
}

/** The page's texts in document order as one, without what is not shown. */
interface Flow {
  readonly text: string;
  /** Where each piece begins, whose it is, and whether the text has all of it. */
  readonly starts: readonly number[];
  readonly owners: readonly number[];
  readonly isWhole: readonly boolean[];
  readonly places: readonly number[];
}

function flowOf({ flow: { pieces, owners }, fieldValues }: WalkState): Flow {
  const written = pieces.join("");
  const removed = ignorablesIn(written);
  const starts: number[] = [];
  const isWhole: boolean[] = [];
  let [read, length, at] = [0, 0, 0];
  for (const piece of pieces) {
    starts.push(length);
    read += piece.length;
    let left = piece.length;
    for (; at < removed.length && (removed[at]?.index ?? 0) < read; at++) left -= removed[at]?.[0].length ?? 0;
    isWhole.push(left === piece.length);
    length += left;
  }
  const text = removed.length === 0 ? written : withoutIgnorables(written);
  const places: number[] = [];
  for (let at = fieldValues.mayBegin(text, 0); at >= 0; at = fieldValues.mayBegin(text, at + 1)) places.push(at);
  return { text, starts, owners, isWhole, places };
}

/** A text of fewer letters than are looked for, which is all of a value: less than four characters are looked for in an `<output>` alone. */
function isShort({ short, shortMost }: FieldValues, text: string, place: Place): boolean {
  const least = place === "output" ? 1 : leastLetters;
  if (shortMost < least || text.length > mostOfShort) return false;
  const plain = text.trim().toLowerCase();
  return plain.length >= least && short.has(plain);
}

/** Which strings may have something to redact, read as one text: their characters are slow to read. Counts where held texts stand. */
function suspectsIn({ strings: { list, cuts }, columns, attributes: { sets }, fieldValues: fields }: WalkState, flow: Flow) {
  const suspects = new Set<number>();
  const { isSeen, isFound } = wholeIn(flow, list.length, columns.text);
  const isValue = new Uint8Array(list.length);
  for (const set of sets) for (let at = 1; at < set.length; at += 2) isValue[set[at] ?? 0] = 1;
  const parts: string[] = [];
  for (let index = 0; index < list.length; index++) if (isSeen[index] === 0) parts.push(list[index] ?? "");
  const rest = parts.join("\n");
  const signs = [...fields.signs];
  const areIgnorable = hasIgnorable(rest);
  let place = fields.mayBegin(rest, 0);
  let end = 0;
  for (let index = 0; index < list.length; index++) {
    const text = list[index] ?? "";
    let isOdd = fields.mayBegin(cuts.get(text) ?? "", 0) >= 0;
    if (isSeen[index] === 0) {
      end += text.length + 1;
      if (place >= 0 && place < end) {
        isFound[index] = 1;
        place = fields.mayBegin(rest, end);
      }
      isOdd ||= areIgnorable && hasIgnorable(text);
    }
    const isHeld = (isFound[index] === 1 && holds(text)) || isShort(fields, text, "text") || signs.some((one) => text.includes(one));
    if (isHeld || isOdd || (isValue[index] === 0 && mayHoldToken(text))) suspects.add(index);
  }
  return suspects;

  function holds(text: string): boolean {
    const found = fields.find(text);
    for (const held of new Set(found.map((one) => one.held))) held.times++;
    for (const { held, start, end } of found) {
      // In a sentence of the page it is a word.
      const written = held.reach === "name" && text[start - 1] === " " ? text.slice(start, end) : "";
      if (written !== "" && written === written.toLowerCase()) held.times += mostRare;
    }
    return found.length > 0;
  }
}

/** Which strings are the only piece of an element's own text, and in which of them a repetition may begin. */
function wholeIn({ starts, owners, isWhole, places }: Flow, count: number, texts: readonly number[]) {
  const pieces = new Uint32Array(texts.length);
  for (const owner of owners) pieces[owner] = (pieces[owner] ?? 0) + 1;
  const wholeOf = (piece: number) => {
    const owner = owners[piece] ?? 0;
    return pieces[owner] === 1 && isWhole[piece] === true ? (texts[owner] ?? 0) : 0;
  };
  const isSeen = new Uint8Array(count);
  for (let piece = 0; piece < owners.length; piece++) isSeen[wholeOf(piece)] = 1;
  const isFound = new Uint8Array(count);
  let piece = 0;
  for (const place of places) {
    while ((starts[piece + 1] ?? Number.POSITIVE_INFINITY) <= place) piece++;
    isFound[wholeOf(piece)] = 1;
  }
  return { isSeen, isFound };
}

/** Elements whose texts together make a secret that none of them holds alone. */
function spreadIn({ text, starts, owners, places }: Flow, fields: FieldValues, isCommon: (held: Held) => boolean): ReadonlySet<number> {
  const accepted = ({ held: { reach, isNumber, isWhole }, held, letters }: Repetition) => {
    // Codes are drawn in a box for each digit; a number that was typed is whole.
    const least = reach === "anywhere" && !(isNumber && isWhole) ? leastLetters : leastSpread;
    return letters >= least && reach !== "whole" && !isCommon(held);
  };
  const held = fields.find(text, accepted, places);
  const found = [...tokensIn(text), ...held.map(({ start, end }) => [start, end] as const)];
  const spread = new Set<number>();
  for (const [start, end] of found) {
    const last = Math.min(end, start + spreadMaxChars);
    let at = starts.findLastIndex((from) => from <= start);
    if ((starts[at + 1] ?? text.length) >= last) continue;
    for (; at < starts.length && (starts[at] ?? 0) < last; at++) spread.add(owners[at] ?? -1);
  }
  return spread;
}

/** Returns a capture in which no string that is in use holds a secret. */
export function redactCapture(capture: OpenCapture, redaction: Redaction): OpenCapture {
  const { metadata, nodes, styles, holes, console, network } = capture;
  const { redact } = redaction;
  const placed = <Named extends { readonly url?: string }>(one: Named) =>
    one.url === undefined ? one : { ...one, url: redactAddress(one.url, redact) };
  return {
    ...capture,
    metadata: { ...placed(metadata), title: redact(metadata.title) },
    nodes: { ...redactNodes(nodes, redaction).nodes, roots: nodes.roots.map(placed) },
    styles: {
      ...styles,
      values: styles.values.map((value) => (value.includes('"') ? redact(value) : value)),
      tokens: Object.fromEntries(Object.entries(styles.tokens).map(([name, value]) => [redact(name) || name, redact(value)])),
    },
    holes: redactAll(holes, redact),
    console: redactAll(console, redact),
    network: network.map(placed),
  };
}

/** Which page it is stays: its host's name is public. */
function redactAddress(url: string, redact: Redact): string {
  const host = /^[a-z][a-z\d+.-]*:\/\/[^/?#]*/i.exec(url)?.[0] ?? "";
  return host + redact(url.slice(host.length), "address");
}

/** Returns plain data with every string redacted; keys stay. */
export function redactAll<Data>(data: Data, redact: Redact): Data {
  if (typeof data === "string") return redact(data) as Data;
  if (Array.isArray(data)) return data.map((one) => redactAll(one, redact)) as Data;
  if (typeof data !== "object" || data === null) return data;
  return Object.fromEntries(Object.entries(data).map(([key, value]) => [key, redactAll(value, redact)])) as Data;
}

/** The nodes without secrets, though their table of strings still has them, and the elements whose shown text held one. */
export function redactNodes(
  nodes: Nodes,
  { redact, suspects, spread, alike }: Redaction,
): { readonly nodes: Nodes; readonly hidden: ReadonlySet<number> } {
  const [output = -1, input] = ["output", "input"].map((tag) => nodes.strings.indexOf(tag));
  if (suspects.size + spread.size + alike.size === 0 && output < 0) return { nodes, hidden: new Set() };
  const table = new StringTable(nodes.strings);
  const strings = table.list;
  // Each element is asked for several strings.
  const isSuspect = new Uint8Array(strings.length);
  for (const index of suspects) isSuspect[index] = 1;
  const inPlace = (place: Place) =>
    memoized((index: number) => {
      const text = strings[index] ?? "";
      const left = redact(text, place);
      return left === text ? index : table.add(left);
    });
  const [asText, asOption, asOutput, asCode] = [inPlace("text"), inPlace("option"), inPlace("output"), inPlace("code")];
  const isOption = (index: number) => [nodes.tag, nodes.role].some((column) => strings[column[index] ?? 0] === "option");
  const flags = [...nodes.flags];
  const hidden = new Set<number>();
  const nameless = namesOver(nodes, spread);
  const withheld = (index: number) => {
    flags[index] = (flags[index] ?? 0) | nodeFlags.withheld;
    return 0;
  };
  const replaced = (index: number, text: number, isShown: boolean) => {
    const isOutput = nodes.tag[index] === output;
    const isSpread = isShown && spread.has(index);
    if (text === 0 || !(isSuspect[text] === 1 || isOutput || isSpread)) return text;
    const mapped = isOption(index) ? asOption : isOutput ? asOutput : asText;
    const left = isSpread ? 0 : mapped(text);
    if (left === text) return text;
    flags[index] = (flags[index] ?? 0) | nodeFlags.withheld;
    if (isShown) hidden.add(index);
    return left;
  };
  const generated = (column: readonly number[]) =>
    column.map((value, at) => (at % 2 === 0 ? value : replaced(column[at - 1] ?? 0, value, true)));
  const coded = (column: readonly number[]) => column.map((value, at) => (at % 2 === 1 && isSuspect[value] === 1 ? asCode(value) : value));
  const areSuspect = nodes.attributeSets.map((set) => suspects.size > 0 && set.some((at) => isSuspect[at] === 1));
  const attributeSets = nodes.attributeSets.map((set, at) => (areSuspect[at] === true ? redactSet(set, asText) : set));
  const asOptionSet = memoized((at: number) => attributeSets.push(redactSet(nodes.attributeSets[at] ?? [], asOption)) - 1);
  const made = {
    ...nodes,
    name: nodes.name.map((text, index) => (nameless.has(index) ? withheld(index) : replaced(index, text, nodes.tag[index] === input))),
    text: nodes.text.map((text, index) => replaced(index, text, true)),
    before: generated(nodes.before),
    after: generated(nodes.after),
    component: coded(nodes.component),
    source: coded(nodes.source),
    tag: nodes.tag.map((tag) => (isSuspect[tag] === 1 && isPageWord(strings[tag] ?? "") ? asText(tag) || table.add(mark) : tag)),
    attributes: nodes.attributes.map((set, index) => (areSuspect[set] === true && isOption(index) ? asOptionSet(set) : set)),
    attributeSets,
    flags,
    strings,
  };
  return { nodes: withAlikeOptions(made, alike), hidden };
}

/** Elements whose name repeats the text of one of the elements over which a secret is spread: that one, and those around it. */
function namesOver({ depth, name, text, strings }: Nodes, spread: ReadonlySet<number>): ReadonlySet<number> {
  const found = new Set<number>();
  if (spread.size === 0) return found;
  const path: number[] = [];
  for (const [index, level] of depth.entries()) {
    path.length = level;
    path.push(index);
    const part = spread.has(index) ? (strings[text[index] ?? 0] ?? "") : "";
    for (const around of part === "" ? [] : path) if ((strings[name[around] ?? 0] ?? "").includes(part)) found.add(around);
  }
  return found;
}

/** Names of custom elements are a page's own words; the others are HTML's. */
export function isPageWord(tag: string): boolean {
  return tag.includes("-");
}

function redactSet(set: readonly number[], mapped: (index: number) => number): number[] {
  // A name that is all of a value is code's.
  return set.map((at, place) => mapped(at) || (place % 2 === 0 ? at : 0));
}
