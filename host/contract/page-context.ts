import { groupBy } from "./group-by.js";
import { limits } from "./limits.js";
import { nodeFlags } from "./node-flags.js";
import type { Nodes } from "./nodes.js";
import type { CaptureReader } from "./reader.js";

/**
 * What stands around the elements of one reading: the words of the page in their order, and which elements have the same shape. Made in one
 * pass over the columns; each question costs at most the depth of its element.
 */
export type PageContext = ReturnType<typeof contextOf>;

/** The part of the page that an element has for itself among those of its shape: a row, a card. `up`: how many levels above it; 0 is itself. */
export interface Item {
  readonly up: number;
  /** Words of the part without the element's own. */
  readonly words: string;
}

const known = new WeakMap<Nodes, PageContext>();

/** The context of a reading, made once. */
export function pageContext(reader: CaptureReader): PageContext {
  const { nodes } = reader.capture;
  const made = known.get(nodes) ?? contextOf(reader);
  known.set(nodes, made);
  return made;
}

function contextOf(reader: CaptureReader) {
  const { nodes } = reader.capture;
  const { words, worded } = wordsOf(reader);
  const namesakes = groupBy(worded, (index) => words[index]);
  const tokens = new Map<string, number>();
  for (const index of worded) {
    for (const token of (words[index] ?? "").split(/\s+/)) countIn(tokens, token);
  }
  const shapes = shapesOf(nodes);
  const peers = groupBy(shapes.keys(), (index) => shapes[index]);

  /** The first place in `worded` at or after an element. */
  const placeOf = (index: number) => firstNotBelow(worded, index);

  /** Words of the elements from `start` to before `end`, without those from `holeStart` to before `holeEnd`; as many as a fact holds. */
  function between(start: number, end: number, holeStart = 0, holeEnd = 0): string {
    const parts: string[] = [];
    let length = 0;
    for (let place = placeOf(start); place < worded.length && length < limits.factMaxChars; place++) {
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
    return parts.join(" ").slice(0, limits.factMaxChars);
  }

  /** Words of the ancestor so many levels above, without the element's own; undefined where there is none. */
  function wordsAround(index: number, up: number): string | undefined {
    const above = up <= 0 ? index : reader.ancestors(index)[up - 1];
    return above === undefined ? undefined : between(above, reader.end(above), index, reader.end(index));
  }

  return {
    /** An element's own words: its text, or the name of one that holds nothing. */
    own: (index: number) => words[index] ?? "",
    /** All words that it holds, own ones included. */
    within: (index: number) => between(index, reader.end(index)),
    wordsAround,
    /** The words, element by element, of the first that it holds. */
    parts: (index: number, most: number): readonly string[] => {
      const place = placeOf(index);
      const inside = worded.slice(place, place + most).filter((one) => one < reader.end(index));
      return inside.map((one) => words[one] ?? "");
    },
    /** How many elements have exactly these words. */
    count: (own: string) => namesakes.get(own)?.length ?? 0,
    /** How alike two texts are: the Sørensen–Dice coefficient of their words, each counted the less the more often it stands on the page. */
    wordsAlike: (one: string, other: string): number => {
      if (one === other) return 1;
      const [left, right] = [new Set(one.split(/\s+/)), new Set(other.split(/\s+/))];
      const weigh = (set: Iterable<string>) => [...set].reduce((sum, word) => sum + 1 / Math.max(1, tokens.get(word) ?? 0), 0);
      return (2 * weigh([...left].filter((word) => right.has(word)))) / (weigh(left) + weigh(right));
    },
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
    /** Other elements of the same shape. */
    peers: (index: number): readonly number[] => (peers.get(shapes[index] ?? "") ?? []).filter((one) => one !== index),
    /** Other elements with the same own words, in document order; so many at most. */
    namesakes: (index: number, most: number): readonly number[] =>
      (namesakes.get(words[index] ?? "") ?? []).filter((one) => one !== index).slice(0, most),
    /** Elements of the shape that an element of this tag, role and these classes has. */
    ofShape: (tag: string, role: string, classes: string): readonly number[] =>
      peers.get(shapeOf(tag, role, classStems(classes).join(" "))) ?? [],
    /** Undefined where nothing else has the element's shape, or nothing but the element has words there. */
    item: (index: number): Item | undefined => {
      const equal = peers.get(shapes[index] ?? "") ?? [];
      const place = firstNotBelow(equal, index);
      const [previous, next] = [equal[place - 1] ?? -1, equal[place + 1]];
      if (previous < 0 && next === undefined) return undefined;
      let up = 0;
      for (const above of reader.ancestors(index)) {
        if (above <= previous || (next !== undefined && reader.end(above) > next)) break;
        up++;
      }
      const around = wordsAround(index, up) ?? "";
      return around === "" ? undefined : { up, words: around };
    },
  };
}

function countIn(counts: Map<string, number>, entry: string): void {
  counts.set(entry, (counts.get(entry) ?? 0) + 1);
}

function wordsOf(reader: CaptureReader): { readonly words: readonly string[]; readonly worded: readonly number[] } {
  const { nodes } = reader.capture;
  const words: string[] = [];
  const worded: number[] = [];
  for (let index = 0; index < nodes.count; index++) {
    const isLeaf = reader.end(index) === index + 1;
    const place = nodes.text[index] || (isLeaf ? nodes.name[index] : 0) || 0;
    const own = (nodes.strings[place] ?? "").slice(0, limits.factMaxChars);
    words.push(own);
    if (own !== "" && ((nodes.flags[index] ?? 0) & nodeFlags.rendered) !== 0) worded.push(index);
  }
  return { words, worded };
}

/** Tag, role and the stable parts of the classes: what rows of one list share, whatever they say. */
function shapesOf(nodes: Nodes): readonly string[] {
  const classes = nodes.attributeSets.map((set) => {
    for (let at = 0; at < set.length; at += 2) {
      if (nodes.strings[set[at] ?? 0] === "class") return nodes.strings[set[at + 1] ?? 0] ?? "";
    }
    return "";
  });
  const word = (place = 0) => nodes.strings[place] ?? "";
  const stems = classes.map((one) => classStems(one).join(" "));
  return nodes.tag.map((tag, index) => shapeOf(word(tag), word(nodes.role[index]), stems[nodes.attributes[index] ?? 0] ?? ""));
}

function shapeOf(tag: string, role: string, stems: string): string {
  return `${tag} ${role} ${stems}`;
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
