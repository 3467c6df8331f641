import type { Box } from "./annotation.js";
import type { Capture } from "./capture.js";
import { keysOf } from "./keys.js";
import { memoized } from "./memoized.js";
import * as nodeFlags from "./node-flags.js";
import { framesOf, type NodeTree, selectorsOf, treeOf } from "./node-tree.js";
import type { Nodes } from "./nodes.js";
import { nodesOf } from "./packed-nodes.js";

export interface CapturedElement extends Readonly<Record<keyof typeof nodeFlags, boolean>> {
  readonly index: number;
  readonly ref: string;
  /** Index of the parent in the composed tree; -1 for the first. */
  readonly parent: number;
  readonly depth: number;
  readonly tag: string;
  readonly role: string;
  readonly name: string;
  readonly text: string;
  /** Has no prototype: any name may be asked for. */
  readonly attributes: Readonly<Record<string, string>>;
  /** `[x, y, width, height]` in CSS pixels of the document; all 0 when not rendered. */
  readonly box: Box;
  /** Where its own text lies when that is not within the box, in the same coordinates. */
  readonly textBox: Box | undefined;
  /** Five characters. The same in another capture of the page, whatever stands beside the element, so long as something distinguishes it. */
  readonly key: string;
  /** CSS; parts joined by ` >>> ` where a shadow root or frame is crossed. */
  readonly selector: string;
  /** For instance `{ checked: "mixed" }`. */
  readonly states: Readonly<Record<string, string>>;
  readonly before: string;
  readonly after: string;
  /** Properties whose values are those of one instant of a running animation, joined by a space; `~` before those of a transition. */
  readonly animated: string;
  readonly component: string;
  readonly source: string;
  /** Why a person cannot see the element's own text: `opacity`, `clipped`, …; "" where they can, or nothing is known. */
  readonly unseen: string;
}

export interface CaptureReader extends Pick<NodeTree, "children" | "end"> {
  readonly capture: Capture;
  readonly nodes: Nodes;
  readonly count: number;
  /** All elements' keys; see `keysOf`. Made when first asked for. */
  readonly keys: readonly string[];
  /** Throws RangeError outside 0…count-1. */
  element(index: number): CapturedElement;
  /** The element that a ref like `e12` names; undefined when there is none. */
  byRef(ref: string): CapturedElement | undefined;
  /** From the parent to the first element. */
  ancestors(index: number): readonly number[];
  /** Address of the document that its frame shows; undefined for an element of the page's own document, and where it is not known. */
  frame(index: number): string | undefined;
  /** A computed style, a longhand also where only its shorthand was read; undefined where it was not read or nothing is rendered. */
  style(index: number, property: string): string | undefined;
  elements(): IterableIterator<CapturedElement>;
}

/** The one way to read a valid capture's elements. Costs one pass over its columns; elements are decoded on request and cached. */
export function readCapture(capture: Capture): CaptureReader {
  const { styles } = capture;
  const nodes = nodesOf(capture.nodes);
  const tree = treeOf(nodes);
  const boxes = boxesOf(nodes, tree.parents);
  const selectors = selectorsOf(nodes);
  const frame = framesOf(nodes);
  const sparse = sparseColumnsOf(nodes);
  const properties = new Map(styles.properties.map((property, position) => [property, position]));

  let keys: readonly string[] | undefined;
  const allKeys = () => {
    keys ??= keysOf(nodes, tree);
    return keys;
  };

  const decoded = new Array<CapturedElement | undefined>(nodes.count);

  function element(index: number): CapturedElement {
    if (!Number.isInteger(index) || index < 0 || index >= nodes.count)
      throw new RangeError(`no element ${index} in a capture of ${nodes.count}`);
    const known = decoded[index] ?? decode(index);
    decoded[index] = known;
    return known;
  }

  function decode(index: number): CapturedElement {
    const flags = at(nodes.flags, index);
    const has = (bit: number) => (flags & bit) !== 0;
    const made: Omit<CapturedElement, keyof OnDemand> = {
      ref: `e${index}`,
      parent: at(tree.parents, index),
      depth: at(nodes.depth, index),
      tag: text(nodes.tag, index),
      role: text(nodes.role, index),
      name: text(nodes.name, index),
      text: text(nodes.text, index),
      attributes: attributesOf(at(nodes.attributes, index)),
      box: has(nodeFlags.rendered) ? boxes(index) : [0, 0, 0, 0],
      textBox: textBoxOf(boxes(index), sparse.textBox(index)),
      states: statesOf(sparse.states(index)),
      before: sparse.before(index),
      after: sparse.after(index),
      animated: sparse.animated(index),
      component: sparse.component(index),
      source: sparse.source(index),
      unseen: sparse.unseen(index),
      rendered: has(nodeFlags.rendered),
      visible: has(nodeFlags.visible),
      interactive: has(nodeFlags.interactive),
      focusable: has(nodeFlags.focusable),
      accessible: has(nodeFlags.accessible),
      topLayer: has(nodeFlags.topLayer),
      withheld: has(nodeFlags.withheld),
      partialName: has(nodeFlags.partialName),
    };
    return Object.assign(new OnDemand(index, selectors, allKeys), made);
  }

  function text(column: readonly number[], index: number): string {
    return nodes.strings[at(column, index)] ?? "";
  }

  const attributesOf = memoized((of: number): Readonly<Record<string, string>> => {
    const set = nodes.attributeSets[of] ?? [];
    const attributes = empty();
    for (let i = 0; i < set.length; i += 2) attributes[text(set, i)] = text(set, i + 1);
    return attributes;
  });
  const statesOf = memoized(readStates);

  function style(index: number, property: string): string | undefined {
    const position = properties.get(property);
    if (position === undefined) {
      const source = shorthandOf(property);
      const whole = source === undefined || !properties.has(source.shorthand) ? undefined : style(index, source.shorthand);
      return whole === undefined ? undefined : source?.pick(whole);
    }
    const value = styles.sets[at(nodes.style, index)]?.[position];
    // An empty value stands for one that was not read, because it has no effect there.
    return value === undefined ? undefined : styles.values[value] || undefined;
  }

  return {
    capture,
    nodes,
    count: nodes.count,
    get keys() {
      return allKeys();
    },
    element,
    byRef: (ref) => {
      const index = /^e\d{1,9}$/.test(ref) ? Number(ref.slice(1)) : -1;
      return index >= 0 && index < nodes.count ? element(index) : undefined;
    },
    children: tree.children,
    ancestors: (index) => {
      const found: number[] = [];
      for (let i = at(tree.parents, index); i >= 0; i = at(tree.parents, i)) found.push(i);
      return found;
    },
    end: tree.end,
    frame,
    style,
    *elements(): IterableIterator<CapturedElement> {
      for (let index = 0; index < nodes.count; index++) yield element(index);
    },
  };
}

/** What is made when it is asked for, by getters of all elements: one of its own would take an element a kilobyte. */
class OnDemand {
  readonly #selectors: (index: number) => string;
  readonly #keys: () => readonly string[];

  readonly index: number;

  constructor(index: number, selectors: (index: number) => string, keys: () => readonly string[]) {
    this.index = index;
    this.#selectors = selectors;
    this.#keys = keys;
  }

  get key(): string {
    return this.#keys()[this.index] ?? "";
  }

  get selector(): string {
    return this.#selectors(this.index);
  }
}

/** Boxes stand relative to their parents' in quarters of a pixel; the sums are made on the way down, once. */
function boxesOf(nodes: Nodes, parents: readonly number[]): (index: number) => Box {
  const lefts: number[] = [];
  const tops: number[] = [];
  for (let index = 0; index < nodes.count; index++) {
    const parent = at(parents, index);
    lefts.push(at(nodes.box, index * 4) + (parent < 0 ? 0 : at(lefts, parent)));
    tops.push(at(nodes.box, index * 4 + 1) + (parent < 0 ? 0 : at(tops, parent)));
  }
  return (index) => [at(lefts, index) / 4, at(tops, index) / 4, at(nodes.box, index * 4 + 2) / 4, at(nodes.box, index * 4 + 3) / 4];
}

/** Undefined also for a text that is not four numbers: a capture's strings are not ours. */
function textBoxOf([x, y]: Box, text: string): Box | undefined {
  const [left, top, width, height] = /^-?\d{1,9} -?\d{1,9} \d{1,9} \d{1,9}$/.test(text) ? text.split(" ").map(Number) : [];
  if (left === undefined || top === undefined || width === undefined || height === undefined) return undefined;
  return [x + left / 4, y + top / 4, width / 4, height / 4];
}

function sparseColumnsOf(nodes: Nodes) {
  const open = (column: readonly number[] = []) => {
    const map = new Map<number, string>();
    for (let i = 0; i < column.length; i += 2) map.set(at(column, i), nodes.strings[at(column, i + 1)] ?? "");
    return (index: number) => map.get(index) ?? "";
  };
  return {
    states: open(nodes.states),
    before: open(nodes.before),
    after: open(nodes.after),
    component: open(nodes.component),
    source: open(nodes.source),
    textBox: open(nodes.spill),
    animated: open(nodes.animated),
    unseen: open(nodes.unseen),
  };
}

function readStates(words: string): Record<string, string> {
  const states = empty();
  for (const word of words === "" ? [] : words.split(" ")) {
    const [state = "", value = "true"] = word.split("=", 2);
    states[state] = value;
  }
  return states;
}

/** An object in which a page's names, `__proto__` too, are names like others. */
function empty(): Record<string, string> {
  return Object.create(null) as Record<string, string>;
}

function at(column: readonly number[], index: number): number {
  return column[index] ?? 0;
}

const sides = ["top", "right", "bottom", "left"] as const;
const corners = ["top-left", "top-right", "bottom-right", "bottom-left"] as const;
const fourSided = ["margin", "padding", "border-width", "border-style", "border-color"] as const;
const fontParts = ["font-style", "font-weight", "font-size", "line-height", "font-family"] as const;

/** Where a longhand's value is found: in which shorthand, and how. */
interface Source {
  readonly shorthand: string;
  readonly pick: (value: string) => string;
}

const sources = new Map<string, Source>();
for (const shorthand of fourSided) {
  sides.forEach((side, place) => {
    const longhand = shorthand.startsWith("border-") ? shorthand.replace("-", `-${side}-`) : `${shorthand}-${side}`;
    sources.set(longhand, { shorthand, pick: (value) => ofFour(partsOf(value), place) });
  });
}
corners.forEach((corner, place) => {
  sources.set(`border-${corner}-radius`, { shorthand: "border-radius", pick: (value) => radiusOf(value, place) });
});
for (const [longhand, shorthand, place] of [
  ["overflow-x", "overflow", 0],
  ["overflow-y", "overflow", 1],
  ["row-gap", "gap", 0],
  ["column-gap", "gap", 1],
] as const) {
  sources.set(longhand, { shorthand, pick: (value) => ofTwo(partsOf(value), place) });
}
for (const part of fontParts) sources.set(part, { shorthand: "font", pick: (value) => fontPart(value, part) });

/** Names the shorthand that holds a longhand's value, and how to take it out; undefined for a property that no shorthand of a capture holds. */
export function shorthandOf(longhand: string): Source | undefined {
  return sources.get(longhand);
}

/** Words of a value; spaces inside brackets part nothing. */
function partsOf(value: string): string[] {
  return value.match(/(?:[^\s()]+(?:\([^()]*(?:\([^()]*\)[^()]*)*\))?)+/g) ?? [];
}

function ofFour(parts: readonly string[], place: number): string {
  const [top = "", right = top, bottom = top, left = right] = parts;
  return [top, right, bottom, left][place] ?? "";
}

function ofTwo(parts: readonly string[], place: number): string {
  const [first = "", second = first] = parts;
  return place === 0 ? first : second;
}

/** Elliptical corners have a second radius after a slash. */
function radiusOf(value: string, place: number): string {
  const [across = "", down] = value.split(" / ");
  const one = ofFour(partsOf(across), place);
  const other = down === undefined ? one : ofFour(partsOf(down), place);
  return one === other ? one : `${one} ${other}`;
}

/** A computed `font` reads `italic 700 16px / 24px "Fira Sans", sans-serif`; what is left out is normal. */
function fontPart(value: string, part: (typeof fontParts)[number]): string {
  const [, before = "", size = "", height = "normal", family = ""] =
    /^(.*?)(?<!\S)([^\s/]*\d(?:px|pt|em|rem|%))(?: ?\/ ?(\S+))? ([\s\S]*)$/.exec(value) ?? [];
  if (part === "font-size") return size;
  if (part === "line-height") return height;
  if (part === "font-family") return family;
  if (part === "font-style") return /\b(?:italic|oblique(?: \S+deg)?)/.exec(before)?.[0] ?? "normal";
  const weight = /\b(?:\d{1,4}|bold)\b(?!deg)/.exec(before)?.[0] ?? "400";
  return weight === "bold" ? "700" : weight;
}
