import { memoized, weaklyMemoized } from "../../contract/memoized.js";
import type { CapturedElement, CaptureReader } from "../../contract/reader.js";
import { libraryNamesOf, plainName } from "./library-names.js";
import { isComponentTag, type SourceTag, type SourceText } from "./tags.js";
import { begin, joinSpace, keysIn, longest, quotedIn, shortest } from "./texts.js";
import type { Add } from "./weights.js";

/** What the page shows in an element. */
export interface Shown {
  /** Texts, values of attributes and names of components, in lower case, and classes. */
  readonly atoms: ReadonlySet<string>;
  /** The first texts of some length; of a picture its strokes. */
  readonly texts: readonly string[];
  /** All texts, joined. */
  readonly whole: string;
}

const mostElements = 400;
const mostTexts = 40;

/** Gathers what the page shows in an element and below it. */
export function shownWithin(reader: CaptureReader, { index: first, tag }: CapturedElement): Shown {
  const atoms = new Set<string>();
  const texts = new Set<string>();
  let whole = "";
  for (let index = first; index < Math.min(reader.end(first), first + mostElements); index++) {
    const { values, own, name } = partsOf(reader)(index);
    const { classes, stroke } = lookOf(reader)(index);
    for (const atom of [...values, ...classes]) atoms.add(atom);
    for (const shown of [own, name, tag === "svg" ? stroke : ""]) if (shown !== "") texts.add(shown);
    whole += ` ${own}`;
  }
  for (const shown of texts) atoms.add(shown);
  return { atoms, texts: [...texts].filter((one) => one.length > shortest).slice(0, mostTexts), whole: joinSpace(whole) };
}

/** What an element shows itself, by its index. */
const partsOf = weaklyMemoized((reader: CaptureReader) =>
  memoized((index: number) => {
    const { attributes, text, name } = reader.element(index);
    const values: string[] = [];
    for (const key in attributes) if (shownAttributes.has(key)) values.push((attributes[key] ?? "").toLowerCase());
    return { values, own: joinSpace(text.slice(0, longest)).toLowerCase(), name: joinSpace(name.slice(0, longest)).toLowerCase() };
  }),
);

/** The classes and components of an element, and the begin of its stroke, by its index. */
const lookOf = weaklyMemoized((reader: CaptureReader) =>
  memoized((index: number) => {
    const { attributes } = reader.element(index);
    const classes = (attributes["class"] ?? "").split(/\s+/);
    const components = [...libraryNamesOf(classes, attributes).keys()].map((one) => `<${one}`);
    const named = attributes["class"] === undefined ? [] : classes.map((token) => `.${token}`);
    return { classes: [...named, ...components], stroke: begin(attributes["d"] ?? attributes["points"] ?? "").toLowerCase() };
  }),
);

const shownAttributes = new Set("placeholder title alt aria-label href id name data-testid type role label value src".split(" "));

/** Something fixed that a tag writes into the page. */
interface Atom {
  /** In lower case; several for a message in several languages. */
  readonly values: readonly string[];
  readonly weight: number;
  /** Whether its absence counts for nothing: not every component leaves its name. */
  readonly isOptional?: true;
}

/** Texts of the project's messages by their keys, in lower case. */
export type Messages = ReadonlyMap<string, readonly string[]>;

/** By the messages that were read into them. */
const cached = new WeakMap<Messages, WeakMap<SourceTag, readonly Atom[]>>();

/** What a tag writes itself: its fixed classes and attributes, and the texts directly in it. */
function atomsOf({ text, tags }: SourceText, index: number, messages: Messages): readonly Atom[] {
  const tag = tags[index];
  if (tag === undefined) return [];
  const ofProject = cached.get(messages) ?? new WeakMap<SourceTag, readonly Atom[]>();
  cached.set(messages, ofProject);
  const known = ofProject.get(tag);
  if (known !== undefined) return known;
  const atoms: Atom[] = [];
  if (isComponentTag(tag.tag)) atoms.push({ values: [`<${plainName(tag.tag)}`], weight: 0.5, isOptional: true });
  for (const [name, { value, isDynamic }] of tag.attributes) {
    if (name === "class") {
      const tokens = isDynamic ? [] : value.split(/\s+/).filter((token) => token !== "");
      for (const token of tokens) atoms.push({ values: [`.${token}`], weight: 1 / tokens.length });
    } else if (!isDynamic && value.length >= shortest && shownNames.test(name))
      atoms.push({ values: [joinSpace(value).toLowerCase(), ...(messages.get(value) ?? [])], weight: 1 });
    else if (isDynamic) for (const one of messagesIn(value, messages)) atoms.push({ values: one, weight: 1 });
  }
  for (const piece of piecesDirectlyIn(text, tags, index)) {
    for (const one of textsOf(piece)) atoms.push({ values: [one.toLowerCase()], weight: 1 });
    for (const one of messagesIn(piece, messages)) atoms.push({ values: one, weight: 1 });
  }
  ofProject.set(tag, atoms);
  return atoms;
}

const shownNames =
  /^(placeholder|title|alt|aria-label|href|id|name|data-testid|label|text|heading|header|subheader|caption|description|src)$/;

/** Texts of the messages whose keys stand in a piece of source. */
function messagesIn(source: string, messages: Messages): (readonly string[])[] {
  return messages.size === 0
    ? []
    : keysIn(source)
        .flatMap((key) => [messages.get(key) ?? []])
        .filter((texts) => texts.length > 0);
}

/** What stands between a tag and its children. */
function piecesDirectlyIn(text: string, tags: readonly SourceTag[], index: number): string[] {
  const tag = tags[index];
  if (tag === undefined || tag.closed <= tag.opened) return [];
  const pieces: string[] = [];
  let from = tag.opened;
  for (let at = index + 1; at <= tags.length; at++) {
    const child = tags[at];
    const end = child === undefined || child.offset > tag.closed ? tag.closed : child.offset;
    pieces.push(text.slice(from, end));
    if (child === undefined || end === tag.closed) break;
    from = Math.max(child.opened, child.closed);
    while ((tags[at + 1]?.offset ?? Number.POSITIVE_INFINITY) < from) at++;
  }
  return pieces;
}

/** Marks of template engines: `{% if a %}`, `{{ a }}`, `@foreach ($a as $b)`. */
const directives = /\{%[\s\S]*?(?:%\}|$)|\{\{[\s\S]*?(?:\}\}|$)|@[a-z]\w*(?:\s*\((?:[^()]|\([^()]*\))*\))?/g;

function textsOf(piece: string): string[] {
  const fixed = piece.replace(/<\/?[^>]*>?/g, " ").replace(directives, " ");
  if (/[{}<>=;]/.test(fixed)) return quotedIn(fixed).filter((one) => /\s|^[A-Z]/.test(one));
  const joined = joinSpace(fixed);
  return joined.length >= shortest && /\p{L}/u.test(joined) ? [joined] : [];
}

/** Share of the element's texts, its own and those below, that stand between a tag and its end. */
function textsWithin(text: string, { opened, closed }: SourceTag, { texts }: Shown): number {
  if (texts.length === 0 || closed <= opened) return 0;
  const inside = text.slice(opened, closed).toLowerCase();
  return texts.filter((one) => inside.includes(one)).length / texts.length;
}

/** How much of what stands in a tag is there on the page in the element, below 0 where much is missing. */
export function addContext(source: SourceText, index: number, shown: Shown, messages: Messages, add: Add): void {
  const tag = source.tags[index];
  if (tag === undefined) return;
  add("context", shareThere(source, index, tag, shown, messages));
  add("textsWithin", textsWithin(source.text, tag, shown));
}

const mostTags = 60;

/** From -1, nothing is there, to 1, all is; 0 where the sources hold nothing fixed. */
function shareThere(source: SourceText, index: number, tag: SourceTag, { atoms, whole }: Shown, messages: Messages): number {
  let all = 0;
  let hits = 0;
  for (let at = index; at < Math.min(source.tags.length, index + mostTags); at++) {
    if (at > index && (source.tags[at]?.offset ?? 0) >= tag.closed) break;
    for (const { values, weight, isOptional } of atomsOf(source, at, messages)) {
      const isThere = values.some(
        (value) => atoms.has(value) || (!/^[.<]/.test(value) && value.length > shortest && whole.includes(value)),
      );
      if (isThere) hits += weight;
      if (isThere || isOptional !== true) all += weight;
    }
  }
  if (all === 0) return 0;
  // One fixed text weighs less than ten.
  return ((2 * hits) / all - 1) * Math.min(1, all / 2);
}
