import { addToGroup, groupBy } from "./group-by.js";
import { memoized } from "./memoized.js";
import * as nodeFlags from "./node-flags.js";
import type { Nodes } from "./nodes.js";
import * as pickLimits from "./pick-limits.js";
import type { CaptureReader } from "./reader.js";

/** What stands around the elements of one reading: words in order, equal shapes, words and attributes, marks of parts. One pass, shared. */
export type PageContext = ReturnType<typeof contextOf>;

/** The part of the page that an element has for itself among those of its shape: a row, a card. `up`: how many levels above it; 0 is itself. */
export interface Item {
  readonly up: number;
  /** Words of the part without the element's own. */
  readonly words: string;
}

/** Elements with words on each side in a record. */
export const neighboursEach = 5;

/** So many elements of its shape before it and after it are compared with an element. */
export const comparedEach = 60;

const known = new WeakMap<Nodes, PageContext>();

/** The context of a reading, made once for all readers of one capture. */
export function pageContext(reader: CaptureReader): PageContext {
  const { nodes } = reader;
  const made = known.get(nodes) ?? contextOf(reader);
  known.set(nodes, made);
  return made;
}

function contextOf(reader: CaptureReader) {
  const { nodes } = reader;
  const sets = nodes.attributeSets.map((set) => attributesIn(nodes, set));
  const { words, worded } = wordsOf(reader);
  const namesakes = groupBy(worded, (index) => words[index]);
  const shapes = shapesOf(nodes, sets);
  const peers = groupBy(shapes.keys(), (index) => shapes[index]);
  const attributed = attributedOf(nodes, sets);
  const drawn = sets.map(drawnHash);
  const shapeHashes = shapes.map((shape) => hashOf(shape));
  const mask = 2 ** hashBits - 1;
  const ownHash = (hash: number, index: number) => {
    const own = words[index] ?? "";
    // A number may be another at each look.
    return hashOf(hasLetter(own) ? own : "", hash ^ (drawn[nodes.attributes[index] ?? 0] ?? 0)) & mask;
  };
  const hashes = { own: Int32Array.from(shapeHashes, ownHash), shapes: Int32Array.from(shapeHashes, (hash) => hash & mask) };
  const count = (own: string) => (namesakes.get(own)?.length ?? 0) + (hasLetter(own) ? 0 : 1);
  const soles = worded.filter((index) => count(words[index] ?? "") === 1);

  const placeOf = (index: number) => firstNotBelow(worded, index);

  /** Words of the elements from `start` to before `end`, without those from `holeStart` to before `holeEnd`; as many as a fact holds. */
  function between(start: number, end: number, holeStart = 0, holeEnd = 0): string {
    const parts: string[] = [];
    let length = 0;
    for (let place = placeOf(start); place < worded.length && length < pickLimits.factMaxChars; place++) {
      const index = worded[place] ?? end;
      if (index >= end) break;
      if (index >= holeStart && index < holeEnd) {
        place = placeOf(holeEnd) - 1;
        continue;
      }
      const part = words[index] ?? "";
      parts.push(part);
      length += part.length + 1;
    }
    return parts.join(" ").slice(0, pickLimits.factMaxChars);
  }

  /** Words of the ancestor so many levels above, without the element's own; undefined where there is none. */
  function wordsAround(index: number, up: number): string | undefined {
    const above = up <= 0 ? index : reader.ancestors(index)[up - 1];
    return above === undefined ? undefined : between(above, reader.end(above), index, reader.end(index));
  }

  /** Whether the ancestors so many levels above are two. */
  function areApart(one: number, other: number, up: number): boolean {
    return up === 0 ? one !== other : reader.ancestors(one)[up - 1] !== reader.ancestors(other)[up - 1];
  }

  return {
    ...alikenessOf(worded.map((index) => words[index] ?? "")),
    ...marksOf(nodes, sets, reader),
    /** An element's own words: its text, or the name of one that holds nothing. */
    own: (index: number) => words[index] ?? "",
    /** All words that it holds, own ones included. */
    within: (index: number) => between(index, reader.end(index)),
    /** The first words that it holds, where one element alone has them; "" else. */
    head: (index: number): string => {
      const first = worded[placeOf(index)] ?? nodes.count;
      const own = words[first] ?? "";
      return first < reader.end(index) && count(own) === 1 ? own : "";
    },
    wordsAround,
    /** How many elements have exactly these words; one more of those without a letter, which name nothing: another may soon have that number. */
    count,
    /** Elements with words before it, nearest first. */
    before: (index: number, count: number): readonly number[] => {
      const place = placeOf(index);
      return worded.slice(Math.max(0, place - count), place).reverse();
    },
    /** Elements with words after the last that it holds, nearest first. */
    after: (index: number, count: number): readonly number[] => {
      const place = placeOf(reader.end(index));
      return worded.slice(place, place + count);
    },
    /** All elements with exactly these own words. */
    withWords: (own: string): readonly number[] => (own === "" ? [] : (namesakes.get(own) ?? [])),
    /** All elements that have an attribute with this value, which may be cut. */
    withAttribute: (name: string, value: string): readonly number[] => attributed.get(pairOf(name, value)) ?? [],
    /** Elements so many places after one with words, before it where `by` is negative: it is their first neighbour on that side. */
    beside: (index: number, by: number): readonly number[] => {
      const place = placeOf(index) + by;
      if (by > 0) return rangeOf((worded[place - 1] ?? nodes.count) + 1, (worded[place] ?? nodes.count - 1) + 1);
      const [last = -1, bound = nodes.count] = [worded[place], worded[place + 1]];
      const around = last < 0 ? [] : [last, ...reader.ancestors(last).filter((above) => reader.end(above) <= bound)];
      return [...around, ...rangeOf(last + 1, bound).filter((one) => reader.end(one) <= bound)];
    },
    /** The words that one element alone has, nearest first: so many that stand before an element, and so many after all that it holds. */
    anchors: (index: number, count: number): { readonly before: readonly string[]; readonly after: readonly string[] } => {
      const [start, end] = [firstNotBelow(soles, index), firstNotBelow(soles, reader.end(index))];
      const text = (one: number) => words[one] ?? "";
      const before = soles.slice(Math.max(0, start - count), start).reverse();
      return { before: before.map(text), after: soles.slice(end, end + count).map(text) };
    },
    /**
     * How the place of an element is counted from words that one element alone has: it is the so-manieth of a shape after them (`way` 1), or before
     * them (-1, a negative place); 0 on the other side of them. Without words from the edge of the page. Undefined where none or several have the words.
     */
    placeFrom: (shape: string, text: string, way: 1 | -1): ((index: number) => number) | undefined => {
      const equal = peers.get(shape) ?? [];
      const [one, other] = text === "" ? [way > 0 ? -1 : nodes.count] : (namesakes.get(text) ?? []);
      if (one === undefined || other !== undefined) return undefined;
      const place = firstNotBelow(equal, one + (way > 0 ? 1 : 0));
      return (index) => {
        if (way > 0) return index <= one ? 0 : firstNotBelow(equal, index) - place + 1;
        return reader.end(index) > one ? 0 : firstNotBelow(equal, reader.end(index)) - place - 1;
      };
    },
    /** Of each element two hashes: of its shape, own words and attributes, and of its shape alone. */
    hashes,
    /** Hash of the attributes of all that it holds, without what states, ids and words change: what its icons and pictures are. Undefined where it holds nothing. */
    holds: (index: number): string | undefined => {
      const sets = nodes.attributes.slice(index + 1, Math.min(reader.end(index), index + heldMost));
      return sets.length === 0
        ? undefined
        : (sets.reduce((sum, set) => Math.imul(sum ^ (drawn[set] ?? 0), hashPrime), hashStart) >>> 0).toString(36);
    },
    /** What it shares with the rows of its list; see `shapeOf`. */
    shape: (index: number): string => shapes[index] ?? "",
    peers: (index: number): readonly number[] => (peers.get(shapes[index] ?? "") ?? []).filter((one) => one !== index),
    /** Other elements with the same own words, in document order; so many at most. */
    namesakes: (index: number, most: number): readonly number[] =>
      (namesakes.get(words[index] ?? "") ?? []).filter((one) => one !== index).slice(0, most),
    ofShape: (shape: string): readonly number[] => peers.get(shape) ?? [],
    /** Undefined where nothing else has the element's shape, or nothing but the element has words there. */
    item: (index: number): Item | undefined => {
      const equal = peers.get(shapes[index] ?? "") ?? [];
      const place = firstNotBelow(equal, index);
      const [previous, next] = [equal[place - 1] ?? -1, equal[place + 1]];
      if (previous < 0 && next === undefined) return undefined;
      const ancestors = reader.ancestors(index);
      let up = 0;
      for (const above of ancestors) {
        if (above <= previous || (next !== undefined && reader.end(above) > next)) break;
        up++;
      }
      const near = equal.slice(Math.max(0, place - comparedEach), place + comparedEach);
      for (; up <= ancestors.length; up++) {
        const words = wordsAround(index, up) ?? "";
        if (words !== "" && !near.some((one) => areApart(one, index, up) && wordsAround(one, up) === words)) return { up, words };
      }
      return undefined;
    },
  };
}

const hashBits = 20;

/** Elements within one of which its hash is made. */
const heldMost = 100;

// FNV-1a, 32 bits.
const [hashStart, hashPrime] = [0x811c9dc5, 0x01000193];

/** Ids, states, words, and the lines of the source that markers state: another change to its file moves them. */
const withoutHash =
  /^(?:id|class|style|for|value|aria-.*|data-(?:insp-path|locatorjs|source-loc|v-inspector|tsd-source|qwik-inspector|inspector-(?:line|column)|astro-source-loc))$/;

function drawnHash(attributes: ReadonlyMap<string, string>): number {
  const kept = [...attributes].filter(([name]) => !withoutHash.test(name)).sort();
  const text = `${classStems(attributes.get("class") ?? "").join(" ")} ${kept.join(" ")}`;
  return hashOf(text);
}

function hashOf(text: string, start: number = hashStart): number {
  let hash = start;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), hashPrime);
  return hash;
}

export function hasLetter(words: string): boolean {
  return /\p{L}/u.test(words);
}

/** So many at most. */
function rangeOf(start: number, end: number): number[] {
  return Array.from({ length: Math.max(0, Math.min(end - start, 50)) }, (_, step) => start + step);
}

function countIn(counts: Map<string, number>, entry: string): void {
  counts.set(entry, (counts.get(entry) ?? 0) + 1);
}

/** Each element's own words: its text, or the name of one that holds no words; and, in document order, those that have some on the page. */
function wordsOf(reader: CaptureReader): { readonly words: readonly string[]; readonly worded: readonly number[] } {
  const { nodes } = reader;
  const words = new Array<string>(nodes.count).fill("");
  const worded: number[] = [];
  for (let index = nodes.count - 1; index >= 0; index--) {
    const holdsWords = (worded.at(-1) ?? nodes.count) < reader.end(index);
    const place = nodes.text[index] || (holdsWords ? 0 : nodes.name[index]) || 0;
    const own = (nodes.strings[place] ?? "").slice(0, pickLimits.factMaxChars);
    words[index] = own;
    if (own !== "" && ((nodes.flags[index] ?? 0) & nodeFlags.rendered) !== 0) worded.push(index);
  }
  return { words, worded: worded.reverse() };
}

function attributesIn({ strings }: Nodes, set: readonly number[]): ReadonlyMap<string, string> {
  return new Map(set.flatMap((name, at) => (at % 2 === 0 ? [[strings[name] ?? "", strings[set[at + 1] ?? 0] ?? ""] as const] : [])));
}

/** The elements of each attribute with its value. */
function attributedOf({ attributes }: Nodes, sets: readonly ReadonlyMap<string, string>[]): ReadonlyMap<string, readonly number[]> {
  const found = new Map<string, number[]>();
  attributes.forEach((set, index) => {
    for (const [name, value] of sets[set] ?? []) if (name !== "class" && name !== "style") addToGroup(found, pairOf(name, value), index);
  });
  return found;
}

function pairOf(name: string, value: string): string {
  return `${name} ${value.slice(0, pickLimits.factMaxChars)}`;
}

/** Compares texts by the words of a page, each counted the less the more often it stands there. */
function alikenessOf(texts: readonly string[]) {
  const counts = new Map<string, number>();
  for (const text of texts) for (const token of text.split(/\s+/)) countIn(counts, token);
  const weightOf = (token: string) => 1 / Math.max(1, counts.get(token) ?? 0);
  const tokensOf = memoized((text: string) => {
    const tokens = new Set(text.split(/\s+/));
    return { tokens, weight: [...tokens].reduce((sum, token) => sum + weightOf(token), 0) };
  });
  return {
    /** How alike two texts are: the Sørensen–Dice coefficient of their weighted words. */
    wordsAlike: (one: string, other: string): number => {
      if (one === other) return 1;
      const [left, right] = [tokensOf(one), tokensOf(other)];
      let common = 0;
      for (const token of left.tokens) if (right.tokens.has(token)) common += weightOf(token);
      return (2 * common) / (left.weight + right.weight);
    },
  };
}

/** What marks the parts of a page: ids (`#id`), accessible names (`“name”`) and the stable parts of classes (`.part`). */
function marksOf({ attributes }: Nodes, sets: readonly ReadonlyMap<string, string>[], reader: CaptureReader) {
  const marks = sets.map(marksIn);
  const marked = new Map<string, number[]>();
  attributes.forEach((set, index) => {
    for (const mark of marks[set] ?? []) addToGroup(marked, mark, index);
  });
  const isSole = (mark: string) => marked.get(mark)?.length === 1;
  return {
    /** Marks of what an element stands in that one element alone has, the innermost first. */
    marksAround: (index: number): readonly string[] =>
      reader.ancestors(index).flatMap((above) => (marks[attributes[above] ?? 0] ?? []).filter(isSole)),
    /** The one element that has a mark; undefined where none has it or several have. */
    markedBy: (mark: string): number | undefined => (isSole(mark) ? marked.get(mark)?.[0] : undefined),
  };
}

function marksIn(attributes: ReadonlyMap<string, string>): readonly string[] {
  const [id, label, classes] = ["id", "aria-label", "class"].map((name) => (attributes.get(name) ?? "").slice(0, pickLimits.factMaxChars));
  const stems = classStems(classes ?? "").map((stem) => `.${stem}`);
  return [...(id ? [`#${id}`] : []), ...(label ? [`“${label}”`] : []), ...stems];
}

/** Tag, role and the stable parts of the classes: what rows of one list share, whatever they say. */
export function shapeOf(tag: string, role: string, classes: string): string {
  return `${tag} ${role} ${classStems(classes).join(" ")}`;
}

function shapesOf(nodes: Nodes, sets: readonly ReadonlyMap<string, string>[]): readonly string[] {
  const word = (place = 0) => nodes.strings[place] ?? "";
  const known = new Map<string, string>();
  return nodes.tag.map((tag, index) => {
    const set = nodes.attributes[index] ?? 0;
    const place = `${tag} ${nodes.role[index]} ${set}`;
    const shape = known.get(place) ?? shapeOf(word(tag), word(nodes.role[index]), sets[set]?.get("class") ?? "");
    known.set(place, shape);
    return shape;
  });
}

/** The parts of class names that no build and no state changes: without hashes and numbers, each once, sorted. */
export function classStems(classes: string): readonly string[] {
  const parts = classes.split(/[\s_:-]+/).filter((part) => part !== "" && !/\d|[A-Z].*[A-Z]|^.$/.test(part) && !statePart.test(part));
  return [...new Set(parts)].sort();
}

const statePart =
  /^(?:is|has|active|open|opened|closed|show|shown|hide|hidden|visible|selected|current|hover|focus|focused|disabled|enabled|collapsed?|expanded|loading|loaded|dragging)$/i;

/** The place of the first number of a rising list that is at least `bound`. */
function firstNotBelow(rising: readonly number[], bound: number): number {
  let [low, high] = [0, rising.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((rising[middle] ?? 0) < bound) low = middle + 1;
    else high = middle;
  }
  return low;
}
