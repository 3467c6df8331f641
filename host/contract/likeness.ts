import type { ElementTarget } from "./annotation.js";
import { limits } from "./limits.js";
import { type Item, neighboursEach, type PageContext, pageContext } from "./page-context.js";
import type { CapturedElement, CaptureReader } from "./reader.js";
import { testIdAttributes } from "./test-ids.js";

/** How like an element is to a record in each respect, from 0 to 1; undefined where the record or the page has nothing to compare. */
export type Likenesses = ReturnType<ReturnType<typeof likenessesTo>>;

/** Attributes that name an element whatever its state. */
const namingAttributes = ["name", "for", "href", "src", "alt", "aria-label", "title", "placeholder", "type"];

/**
 * Returns how like the elements of a reading are to a record. `…Common`: in what others had as well when it was picked, which is weaker evidence; `…Same`:
 * whether nothing of it has changed.
 */
export function likenessesTo(reader: CaptureReader, facts: ElementTarget) {
  const context = pageContext(reader);
  const {
    tag = "",
    role = "",
    attributes = {},
    text = "",
    name = "",
    inner = "",
    item,
    common = [],
    size = 1,
    ancestors = [],
    box,
  } = facts;
  const [parent] = ancestors;
  const [words, fact] = text === "" ? [name, "name"] : [text, "text"];
  const groups = attributeGroups(facts);
  const alike = (element: CapturedElement, names: readonly string[]) =>
    share(names, (one) => attributes[one] === cut(element.attributes[one] ?? ""));
  const ifOwn = (of: string, like: () => boolean) => (common.includes(of) ? undefined : Number(like()));
  const ifCommon = (of: string, like: () => boolean) => (common.includes(of) ? Number(like()) : undefined);
  const [around, beside] = [partsOf(reader, context, facts), besideOf(context, facts)];

  return (index: number) => {
    const element = reader.element(index);
    const above = element.parent < 0 ? undefined : reader.element(element.parent);
    const own = cut(text === "" ? element.name : element.text);
    const likeItem = item === undefined || common.includes("item") ? undefined : itemAlike(context, index, item);
    const [besideNearer, besideFarther] = beside(index);
    return {
      names: alike(element, groups.names),
      namesCommon: alike(element, groups.namesCommon),
      text: words === "" ? undefined : ifOwn(fact, () => own === words),
      textCommon: words === "" ? undefined : ifCommon(fact, () => own === words),
      hasText: Number((words === "") === (own === "")),
      inner: inner === "" ? undefined : ifOwn("inner", () => context.within(index) === inner),
      innerCommon: inner === "" ? undefined : ifCommon("inner", () => context.within(index) === inner),
      item: likeItem,
      itemSame: likeItem && Math.floor(likeItem),
      size: Number(size === reader.end(index) - index),
      tag: Number(element.tag === tag),
      role: Number(element.role === role),
      classes: Number((attributes["class"] ?? "") === cut(element.attributes["class"] ?? "")),
      path: pathAlike(reader, index, ancestors),
      parent: parent && above && stepAlike(parent, above),
      isParent: parent && Number(stepAlike(parent, element) === 1 && stepAlike({ tag, attributes }, element) < 1),
      ...around(index),
      besideNearer,
      besideFarther,
      isNeighbour: Number(isNeighbour(context, index, facts)),
      shape: (ratio(element.box[2], box[2]) + ratio(element.box[3], box[3])) / 2,
      key: Number(element.key === facts.key),
    };
  };
}

const cut = (text: string) => text.slice(0, limits.factMaxChars);

/** The names of a record's attributes in groups: those that it had for itself, of which a test id names it alone, and those that others had as well. */
function attributeGroups({ attributes = {}, common = [] }: ElementTarget) {
  const isCommon = (name: string) => common.includes(`@${name}`);
  const names = Object.keys(attributes).filter((name) => name !== "class" && name !== "id");
  const testIds = testIdAttributes.filter((name) => names.includes(name) && !isCommon(name));
  const naming = names.filter((name) => namingAttributes.includes(name));
  return {
    names: testIds.length > 0 ? testIds : naming.filter((name) => !isCommon(name)),
    namesCommon: naming.filter(isCommon),
  };
}

/** The share of a list's entries that pass; undefined of none. */
function share<T>(entries: readonly T[], passes: (entry: T) => boolean): number | undefined {
  return entries.length === 0 ? undefined : entries.filter(passes).length / entries.length;
}

/**
 * Whether an element stands within the parts of the page that the record stood in: the innermost of them that is still there (`home`), and the
 * share of all that are (`around`).
 */
function partsOf(reader: CaptureReader, context: PageContext, { ancestors = [], marks }: ElementTarget) {
  // Older records name their ancestors by ids alone.
  const ids = ancestors.flatMap(({ attributes: { id = "" } }) => (id === "" ? [] : [`#${id}`]));
  const was = marks ?? ids;
  const parts = was.flatMap((mark) => context.markedBy(mark) ?? []);
  // Where nothing is marked it stood in the page itself.
  const inPage = was.length === 0 ? 1 : undefined;
  return (index: number) => {
    const isWithin = (part: number) => part < index && index < reader.end(part);
    return { home: parts[0] === undefined ? inPage : Number(isWithin(parts[0])), around: share(parts, isWithin) };
  };
}

/**
 * It stood beside the picked element when that was picked: all of its words that the record has not are those of neighbours, and no more
 * elements have them now than had then.
 */
function isNeighbour(context: PageContext, index: number, { text = "", inner = text, neighbours = [] }: ElementTarget): boolean {
  const other = context.parts(index, 5).filter((words) => !inner.includes(words));
  const isBeside = (words: string) => {
    const beside = neighbours.find((one) => one.text === words);
    return beside !== undefined && context.count(words) <= (beside.count ?? 1);
  };
  return other.length > 0 && other.every(isBeside);
}

/** A wrapper that was added or taken away shifts the level of the item. */
function itemAlike(context: PageContext, index: number, { up, words }: Item): number {
  let best = 0;
  for (const shift of [0, -1, 1]) {
    if (best < 1) best = Math.max(best, context.wordsAlike(words, context.wordsAround(index, up + shift) ?? ""));
  }
  return best;
}

/**
 * Returns how much of the words on either side of the record stands on that side of an element, the more alike side first. Where the element is
 * gone, what was on one side of it still stands beside the next.
 */
function besideOf(context: PageContext, { neighbours = [] }: ElementTarget): (index: number) => readonly [number?, number?] {
  const rarity = (words: string) => 1 / Math.max(1, context.count(words));
  const of = (side: readonly (typeof neighbours)[number][]) => side.map(({ text }) => ({ text, rarity: rarity(text) }));
  const [before, after] = [of(neighbours.filter(({ at }) => at < 0).reverse()), of(neighbours.filter(({ at }) => at > 0))];
  return (index) => {
    const sides = [
      inOrder(before, context.before(index, neighboursEach).map(context.own)),
      inOrder(after, context.after(index, neighboursEach).map(context.own)),
    ].flatMap((side) => side ?? []);
    const [one, other = one] = sides;
    return one === undefined || other === undefined ? [] : [Math.max(one, other), Math.min(one, other)];
  };
}

/** How many of a list's first entries stand in the other; those that come first and those that are rare on the page count more. */
function inOrder(was: readonly { readonly text: string; readonly rarity: number }[], is: readonly string[]): number | undefined {
  if (was.length === 0) return undefined;
  let [sum, all] = [0, 0];
  was.forEach(({ text, rarity }, place) => {
    const weight = 0.5 ** place * rarity;
    all += weight;
    const found = is.indexOf(text);
    if (found >= 0) sum += weight * 0.5 ** Math.abs(found - place);
  });
  return sum / all;
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

/** How many tags both paths have in common at their inner and at their outer end, as a share of the longer. */
function pathAlike(reader: CaptureReader, index: number, ancestors: readonly Step[]): number | undefined {
  const above = reader.ancestors(index).slice(0, limits.ancestorsMax);
  const [length, most] = [Math.min(ancestors.length, above.length), Math.max(ancestors.length, above.length)];
  const isSame = (one: number, other: number) => ancestors[one]?.tag === reader.element(above[other] ?? 0).tag;
  let inner = 0;
  while (inner < length && isSame(inner, inner)) inner++;
  let outer = 0;
  while (outer < length - inner && isSame(ancestors.length - 1 - outer, above.length - 1 - outer)) outer++;
  return ancestors.length === 0 ? undefined : (inner + outer) / most;
}

function ratio(one: number, other: number): number {
  return Math.max(one, other) === 0 ? 1 : Math.min(one, other) / Math.max(one, other);
}
