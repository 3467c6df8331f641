import { memoized, weaklyMemoized } from "../../contract/memoized.js";
import type { CapturedElement, CaptureReader } from "../../contract/reader.js";
import { libraryNamesOf, plainName } from "./library-names.js";
import { isComponentTag, type SourceTag, type SourceText } from "./tags.js";
import { begin, joinSpace, longest, shortest } from "./texts.js";
import type { Add } from "./weights.js";

/** What the page shows in an element. */
export interface Shown {
  /** Texts, values of attributes and names of components, in lower case, and classes. */
  readonly atoms: ReadonlySet<string>;
  /** The first texts of some length; of a picture its strokes. */
  readonly texts: readonly string[];
}

const mostElements = 400;
const mostTexts = 40;

/** Gathers what the page shows in an element and below it. */
export function shownWithin(reader: CaptureReader, { index: first, tag }: CapturedElement): Shown {
  const atoms = new Set<string>();
  const texts = new Set<string>();
  for (let index = first; index < Math.min(reader.end(first), first + mostElements); index++) {
    const { values, classes, own, name, stroke } = partsOf(reader)(index);
    for (const atom of [...values, ...classes]) atoms.add(atom);
    for (const shown of [own, name, tag === "svg" ? stroke : ""]) if (shown !== "") texts.add(shown);
  }
  for (const shown of texts) atoms.add(shown);
  return { atoms, texts: [...texts].filter((one) => one.length > shortest).slice(0, mostTexts) };
}

/** What an element shows itself, its classes and components, and the begin of its stroke, by its index. */
const partsOf = weaklyMemoized((reader: CaptureReader) =>
  memoized((index: number) => {
    const { attributes, text, name } = reader.element(index);
    const [own = "", called = ""] = [text, name].map((one) => joinSpace(one.slice(0, longest)).toLowerCase());
    const values = Object.entries(attributes).flatMap(([key, value]) => (shownAttributes.has(key) ? [value.toLowerCase()] : []));
    const tokens = (attributes["class"] ?? "").split(/\s+/);
    const components = [...libraryNamesOf(tokens, attributes).keys()].map((one) => `<${one}`);
    const classes = [...tokens.map((token) => `.${token}`), ...components];
    return { values, classes, own, name: called, stroke: begin(attributes["d"] ?? attributes["points"] ?? "").toLowerCase() };
  }),
);

const shownAttributes = new Set("placeholder title alt aria-label href id name data-testid type role label value src".split(" "));

/** Something fixed that a tag writes into the page. */
interface Atom {
  /** In lower case. */
  readonly value: string;
  readonly weight: number;
  /** Whether its absence counts for nothing: not every component leaves its name. */
  readonly isOptional?: true;
}

/** What a tag writes itself: its fixed classes and attributes. */
const atomsOf = weaklyMemoized(({ tag, attributes }: SourceTag): readonly Atom[] => {
  const atoms: Atom[] = [];
  if (isComponentTag(tag)) atoms.push({ value: `<${plainName(tag)}`, weight: 0.5, isOptional: true });
  for (const [name, { value, isDynamic }] of attributes) {
    if (isDynamic) continue;
    if (name === "class") {
      const tokens = value.split(/\s+/).filter((token) => token !== "");
      for (const token of tokens) atoms.push({ value: `.${token}`, weight: 1 / tokens.length });
    } else if (value.length >= shortest && shownNames.test(name)) atoms.push({ value: joinSpace(value).toLowerCase(), weight: 1 });
  }
  return atoms;
});

const shownNames =
  /^(placeholder|title|alt|aria-label|href|id|name|data-testid|label|text|heading|header|subheader|caption|description|src)$/;

/**
 * How much of what stands in a tag is there on the page in the element, below 0 where much is missing; the share of the element's texts, its own and
 * those below, that stand between the tag and its end.
 */
export function addContext(source: SourceText, index: number, tag: SourceTag, shown: Shown, add: Add): void {
  add("context", shareThere(source, index, tag, shown));
  const inside = source.text.slice(tag.opened, tag.closed).toLowerCase();
  add("textsWithin", inside === "" ? 0 : shown.texts.filter((one) => inside.includes(one)).length / Math.max(1, shown.texts.length));
}

const mostTags = 60;

/** From -1, nothing is there, to 1, all is; 0 where the sources hold nothing fixed. */
function shareThere({ tags }: SourceText, index: number, { closed }: SourceTag, { atoms }: Shown): number {
  let all = 0;
  let hits = 0;
  for (const [at, tag] of tags.slice(index, index + mostTags).entries()) {
    if (at > 0 && tag.offset >= closed) break;
    for (const { value, weight, isOptional } of atomsOf(tag)) {
      const isThere = atoms.has(value);
      if (isThere) hits += weight;
      if (isThere || isOptional !== true) all += weight;
    }
  }
  if (all === 0) return 0;
  // One fixed value weighs less than ten.
  return ((2 * hits) / all - 1) * Math.min(1, all / 2);
}
