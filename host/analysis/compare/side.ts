import type { NodeTree } from "../../contract/node-tree.js";
import { treeOf } from "../../contract/node-tree.js";
import type { CaptureReader } from "../../contract/reader.js";
import { testIdAttributes } from "../../contract/test-ids.js";

/** One capture made ready to be joined with another: equal numbers in both stand for equal things. Columns have one entry an element. */
export interface Side {
  readonly reader: CaptureReader;
  readonly count: number;
  readonly tree: NodeTree;
  readonly tag: readonly number[];
  readonly text: readonly number[];
  /** Number of the set of attributes. */
  readonly attributes: readonly number[];
  readonly key: readonly number[];
  /** Role and name together with the tag; 0 where one of them is missing. */
  readonly label: readonly number[];
  /** Its own text together with the tag; 0 without one. */
  readonly words: readonly number[];
  /** The tag with all attributes; 0 without one. */
  readonly kind: readonly number[];
  /** The tag with the element's id or test id; 0 for none. */
  readonly id: readonly number[];
  /** The element with all below it: tags, attributes, texts. */
  readonly whole: readonly number[];
  /** How many elements of the subtree say something of their own: a text, or an attribute that identifies. */
  readonly said: readonly number[];
  /** Style set; 0 where no style was read. */
  readonly style: readonly number[];
}

/** Gives each distinct text a number above 0; both sides must share one. */
export class Numbers {
  private readonly known = new Map<string, number>();

  of(text: string): number {
    const known = this.known.get(text);
    if (known !== undefined) return known;
    this.known.set(text, this.known.size + 1);
    return this.known.size;
  }
}

/** Known by their tags alone: a page has one of each. */
const only = ["html", "head", "body"];
const telling = new Set(["id", "name", "href", "src", "alt", "aria-label", "title", "for", "placeholder", "content", ...testIdAttributes]);

/** Reads a capture's columns into numbers. One pass up and down, whatever is asked later. */
export function sideOf(reader: CaptureReader, numbers: Numbers): Side {
  const { nodes, styles } = reader.capture;
  const tree = treeOf(nodes);
  const strings = nodes.strings.map((text) => (text === "" ? 0 : numbers.of(text)));
  const translate = (column: readonly number[]) => column.map((place) => strings[place] ?? 0);
  const tag = translate(nodes.tag);
  const role = translate(nodes.role);
  const name = translate(nodes.name);
  const text = translate(nodes.text);
  const sets = nodes.attributeSets.map((set) => readSet(set, nodes.strings, numbers));
  const attributes = nodes.attributes.map((set) => sets[set]?.number ?? 0);
  const values = styles.values.map((value) => numbers.of(value));
  const layout = numbers.of(styles.properties.join());
  const looks = styles.sets.map((set, index) =>
    index === 0 ? 0 : numbers.of(`look ${layout} ${set.map((value) => values[value]).join()}`),
  );
  const speaks = (index: number) => text[index] !== 0 || sets[nodes.attributes[index] ?? 0]?.telling === true;
  return {
    reader,
    count: nodes.count,
    tree,
    ...{ tag, text, attributes },
    key: reader.keys.map((key) => numbers.of(`key ${key}`)),
    label: tag.map((own, index) => (role[index] === 0 || name[index] === 0 ? 0 : numbers.of(`label ${own} ${role[index]} ${name[index]}`))),
    words: text.map((words, index) => (words === 0 ? 0 : numbers.of(`words ${tag[index]} ${words}`))),
    kind: tag.map((own, index) => (attributes[index] === 0 ? 0 : numbers.of(`kind ${own} ${attributes[index]}`))),
    id: tag.map((own, index) => idOf(own, sets[nodes.attributes[index] ?? 0]?.id ?? "", numbers)),
    ...wholes(tree, tag, text, attributes, speaks, numbers),
    style: nodes.style.map((set) => looks[set] ?? 0),
  };
}

function idOf(tag: number, id: string, numbers: Numbers): number {
  const isOnly = only.some((name) => numbers.of(name) === tag);
  return id === "" && !isOnly ? 0 : numbers.of(`id ${tag} ${id}`);
}

function readSet(set: readonly number[], strings: readonly string[], numbers: Numbers) {
  const pairs = new Map<string, string>();
  for (let place = 0; place < set.length; place += 2) pairs.set(strings[set[place] ?? 0] ?? "", strings[set[place + 1] ?? 0] ?? "");
  const written = [...pairs].map((pair) => JSON.stringify(pair)).sort();
  const id = [...testIdAttributes, "id"].map((attribute) => pairs.get(attribute) ?? "").find((value) => value !== "");
  return {
    number: pairs.size === 0 ? 0 : numbers.of(`set ${written.join()}`),
    id: id ?? "",
    telling: [...pairs].some(([attribute, value]) => value !== "" && telling.has(attribute)),
  };
}

/** Children have higher places than their parents: from the last to the first, each subtree is known before it is asked for. */
function wholes(
  tree: NodeTree,
  tag: readonly number[],
  text: readonly number[],
  attributes: readonly number[],
  speaks: (index: number) => boolean,
  numbers: Numbers,
): Pick<Side, "whole" | "said"> {
  const whole: number[] = tag.map(() => 0);
  const said: number[] = tag.map((_, index) => (speaks(index) ? 1 : 0));
  for (let index = tag.length - 1; index >= 0; index--) {
    const children = tree.children(index);
    const below = children.map((child) => whole[child]).join();
    whole[index] = numbers.of(`whole ${tag[index]} ${attributes[index]} ${text[index]} ${below}`);
    for (const child of children) said[index] = (said[index] ?? 0) + (said[child] ?? 0);
  }
  return { whole, said };
}
