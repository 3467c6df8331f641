import { type Aligned, alignedTo } from "./alignment.js";
import type { ElementTarget } from "./annotation.js";
import { hasLetter, type Item, type PageContext, pageContext, shapeOf } from "./page-context.js";
import * as pickLimits from "./pick-limits.js";
import type { CaptureReader } from "./reader.js";
import { testIdAttributes } from "./test-ids.js";

/** How like an element is to a record in each respect, from 0 to 1; undefined where the record or the page has nothing to compare. */
export type Likenesses = ReturnType<ReturnType<typeof likenessesTo>>;

/** Attributes that name an element whatever its state. */
const namingAttributes = ["name", "for", "href", "src", "alt", "aria-label", "title", "placeholder", "type"];

/** Tags of what stays whatever it holds: not of a list's entries, of which another may be the only one some time. */
const containerTags = /^(main|nav|header|footer|aside|section|form|fieldset|table|tbody|[uod]l)$/;

/** How like elements are to a record. `…Common`: in what others had too when it was picked; `…Same`: whether nothing of it has changed. */
export function likenessesTo(reader: CaptureReader, facts: ElementTarget) {
  const context = pageContext(reader);
  const { tag = "", attributes = {}, text = "", name = "", inner = "", item, common = [], size = 1, ancestors = [], holds, source } = facts;
  const [parent] = ancestors;
  const [words, fact] = text ? [text, "text"] : [name, "name"];
  const names = ownNames(facts);
  const ifOwn = (of: string, value: string | undefined, is: string | undefined) => (common.includes(of) ? undefined : wordsSame(value, is));
  const ifCommon = (of: string, value: string, is: string | undefined) => (common.includes(of) ? wordsSame(value, is) : undefined);
  const hasOwn = names.length > 0 || (words !== "" && !common.includes(fact)) || (inner !== "" && !common.includes("inner"));
  const [home, place] = [homeOf(reader, context, facts), placedOf(context, facts)];
  const aligned = alignedTo(reader, facts);
  const [sole, another] =
    item === undefined && containerTags.test(tag) ? context.ofShape(shapeOf(tag, facts.role ?? "", attributes["class"] ?? "")) : [];

  return (index: number) => {
    const element = reader.element(index);
    const above = element.parent < 0 ? undefined : reader.element(element.parent);
    // A wrapper was put around words of its own: the name is what it was, or without one all words that it holds. A wrapper like it is around it.
    const isWrapped =
      text !== "" &&
      text !== element.text &&
      text.includes(element.text) &&
      element.tag === tag &&
      element.name === name &&
      (name !== "" || (inOneOrder(context.within(index)) === inOneOrder(inner || text) && reader.element(index + 1).tag !== tag));
    const read = isWrapped ? text : cut(text ? element.text : element.name);
    // What a closed `details` holds is not read: whether its words are the same is unknown.
    const own = !read && element.withheld ? undefined : read;
    // A container stays what it is while it begins with the same words, or is the only one of its shape: what else it holds may change.
    const head = inner === "" ? "" : context.head(index);
    const isContainer = inner !== "" && ((head !== "" && inner.startsWith(`${head} `)) || (sole === index && another === undefined));
    const ifHeld = <Like>(like: Like) => (isContainer && like === 0 ? undefined : like);
    const [likeItem, itemSame] = item === undefined || common.includes("item") ? [] : itemAlike(context, index, item);
    const of: Partial<Aligned> = aligned(index) ?? {};
    const placed = place(index);
    const key = ifHeld(Number(element.key === facts.key));
    return {
      names: share(names, (one) => attributes[one] === cut(element.attributes[one] ?? "")),
      text: ifOwn(fact, words, own),
      textCommon: ifCommon(fact, words, own),
      hasText: Number(!words === !own),
      inner: isWrapped ? undefined : ifHeld(ifOwn("inner", inner, context.within(index))),
      innerCommon: isWrapped ? undefined : ifCommon("inner", inner, context.within(index)),
      holds:
        holds === undefined || common.includes("holds") || size !== reader.end(index) - index
          ? undefined
          : Number(context.holds(index) === holds),
      item: likeItem,
      itemSame,
      size: isWrapped ? 1 : Number(size === reader.end(index) - index),
      tag: Number(element.tag === tag),
      classes: Number((attributes["class"] ?? "") === cut(element.attributes["class"] ?? "")),
      source: source === undefined ? undefined : Number(element.source === source),
      parent: parent && above && stepAlike(parent, above),
      home: home(index),
      place: hasOwn ? placed : undefined,
      alignedNearer: hasOwn ? of.nearer : undefined,
      alignedFarther: hasOwn ? of.farther : undefined,
      alignedAsWithout: hasOwn ? of.asWithout : undefined,
      key: hasOwn ? key : undefined,
      placeCommon: hasOwn ? undefined : placed,
      alignedNearerCommon: hasOwn ? undefined : of.nearer,
      alignedFartherCommon: hasOwn ? undefined : of.farther,
      alignedAsWithoutCommon: hasOwn ? undefined : of.asWithout,
      keyCommon: hasOwn ? undefined : key,
    };
  };
}

function wordsSame(was: string | undefined, is: string | undefined): number | undefined {
  return !was || is === undefined ? undefined : Number(was === is);
}

const inOneOrder = (words: string) => words.split(/\s+/).sort().join(" ");

const cut = (text: string) => text.slice(0, pickLimits.factMaxChars);

/** The names of the attributes that a record had for itself, of which a test id names it alone. */
export function ownNames({ attributes = {}, common = [] }: ElementTarget): readonly string[] {
  const own = Object.keys(attributes).filter((name) => !common.includes(`@${name}`));
  const testIds = testIdAttributes.filter((name) => own.includes(name));
  return testIds.length > 0 ? testIds : own.filter((name) => namingAttributes.includes(name));
}

/** The share of a list's entries that pass; undefined of none. */
function share<T>(entries: readonly T[], passes: (entry: T) => boolean): number | undefined {
  return entries.length === 0 ? undefined : entries.filter(passes).length / entries.length;
}

/** Whether an element stands within the innermost part of the page that the record stood in and that is still there. */
function homeOf(reader: CaptureReader, context: PageContext, { marks = [] }: ElementTarget) {
  const [part] = marks.flatMap((mark) => context.markedBy(mark) ?? []);
  // Where nothing is marked it stood in the page itself.
  const inPage = marks.length === 0 ? 1 : undefined;
  return (index: number) => (part === undefined ? inPage : Number(part < index && index < reader.end(part)));
}

/** A wrapper that was added or taken away shifts the level of the item. */
function itemAlike(context: PageContext, index: number, { up, words }: Item): readonly [alike?: number, same?: number] {
  const around = [up, up - 1, up + 1].map((level) => context.wordsAround(index, level) ?? "");
  if (around.includes(words)) return [1, 1];
  return !hasLetter(words) ? [] : [Math.max(...around.map((one) => context.wordsAlike(words, one))), 0];
}

/** How like an element's place is to the record's, counted from the nearest unique words (anchors of patience diff); the side less alike. */
function placedOf(context: PageContext, { tag = "", role = "", attributes = {}, anchors = [] }: ElementTarget) {
  const shape = shapeOf(tag, role, attributes["class"] ?? "");
  const sides = ([1, -1] as const).flatMap((way) => {
    const known = anchors.flatMap(({ text, at }) => (at * way > 0 ? { at, place: context.placeFrom(shape, text, way) } : []));
    return known.find(({ place }) => place !== undefined) ?? [];
  });
  return (index: number): number | undefined => {
    const alike = sides.map(({ at, place }) => {
      const is = place?.(index) ?? 0;
      return is === 0 ? 0 : 0.5 ** Math.abs(is - at);
    });
    return alike.length === 0 ? undefined : Math.min(...alike);
  };
}

interface Step {
  readonly tag: string;
  readonly attributes: Readonly<Record<string, string>>;
}

/** Of tag, classes and id those that are equal. */
function stepAlike(was: Step, is: Step): number {
  const isSame = (name: string) => (was.attributes[name] ?? "") === cut(is.attributes[name] ?? "");
  return (Number(was.tag === is.tag) + Number(isSame("class")) + Number(isSame("id"))) / 3;
}
