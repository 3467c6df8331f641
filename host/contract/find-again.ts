import type { ElementTarget } from "./annotation.js";
import { limits } from "./limits.js";
import { classStems, type Item, type PageContext, pageContext } from "./page-context.js";
import type { CaptureReader } from "./reader.js";
import { labelOf } from "./targets.js";
import { testIdAttributes } from "./test-ids.js";

/** What became of a picked element in a reading. `score` is between 0 and 1; `indices`: equal candidates, in document order. */
export type FoundAgain =
  | { readonly status: "found"; readonly index: number; readonly score: number }
  | { readonly status: "ambiguous"; readonly indices: readonly number[] }
  | { readonly status: "gone" };

/**
 * How much each likeness counts, each between 0 and 1 and absent where the record has nothing to compare. `identity` distinguishes an element from
 * others of its shape, `kind` elements of one shape from others; each is the weighted mean of its likenesses.
 */
const weights = {
  identity: { testId: 5, id: 4, names: 3, text: 3, inner: 2, sole: 2, item: 4, beside: 3, place: 0.5 },
  kind: { tag: 2, role: 1, classes: 1, component: 0.5, source: 1, path: 1, parent: 1, size: 1, shape: 0.5, common: 3 },
} as const;
type Likeness = keyof typeof weights.identity | keyof typeof weights.kind;
export type Likenesses = Partial<Record<Likeness, number | undefined>>;

/** What stands around an element is no part of it: it decides between those that nothing else distinguishes. */
const besideAlone = new Set<string>(["beside", "place"]);

/** Below one of these it is another element. */
const identityMin = 0.4;
/** The same where nothing but what stands around it identifies the element. */
const besideMin = 0.5;
const kindMin = 0.5;
/** The same where less than this of its own is left: then it has to be of its kind. */
const otherKindMin = 0.83;
const otherOwn = 0.3;
/** So much of its own must an element have that does not stand where the record was taken. */
const ownMin = 0.8;
/** From here on what stands beside it is what stood there. */
const sameBeside = 0.25;
/** From here on nothing beside it has changed: all of its own may have. */
const wholeBeside = 0.9;
/** The same of its kind. */
const wholeKind = 0.9;
/** The best has to be so much better than the next. */
const margin = 0.03;
/** As many candidates as are compared in full. */
const compared = 80;
const mostEqual = 10;

/**
 * Finds the element of a record in a reading: similarity of weighted attributes (Similo and VON Similo: Nass, Alégroth, Feldt, Leotta, Ricca,
 * "Similarity-based Web Element Localization for Robust Test Automation", ACM TOSEM 2023), with the words of its row or card and of its
 * neighbours for elements that are many of one kind. One cheap pass over the columns chooses the candidates that are compared in full.
 */
export function findAgain(reader: CaptureReader, facts: ElementTarget): FoundAgain {
  if (facts.tag === undefined) return findByNames(reader, facts);
  const context = pageContext(reader);
  const exact = exactOf(reader, context, facts);
  if (exact >= 0) return { status: "found", index: exact, score: 1 };
  const isHome = homeOf(reader, facts);
  const scored = candidates(reader, facts)
    .filter((index) => !isNeighbour(context, index, facts))
    .map((index) => ({ index, isHome: isHome(index), ...scoreOf(likenesses(reader, context, index, facts)) }))
    .filter(isEnough)
    .sort((one, other) => other.score - one.score || one.index - other.index);
  const [best] = inSameContext(reader, facts, scored);
  if (best === undefined) return { status: "gone" };
  const equal = inSameContext(
    reader,
    facts,
    scored.filter((one) => one === best || isEqual(best, one)),
  ).slice(0, mostEqual);
  if (equal.length === 1) return { status: "found", index: best.index, score: best.score };
  return { status: "ambiguous", indices: equal.map(({ index }) => index).sort((one, other) => one - other) };
}

/**
 * Of candidates among which several have all of the record's own, those alone that stand within what the record stood in, where that
 * distinguishes them: a menu that is on the page twice, once in `#top` and once in `#bottom`. Others as they are.
 */
function inSameContext<C extends Score & { readonly index: number }>(
  reader: CaptureReader,
  { ancestors = [] }: ElementTarget,
  scored: readonly C[],
): readonly C[] {
  const duplicates = scored.filter(({ own = 1, kind }) => own >= wholeOwn && kind >= wholeKindMin);
  if (duplicates.length < 2) return scored;
  const was = new Set(ancestors.flatMap(marksOf));
  const marks = new Map(
    duplicates.map(({ index }) => [
      index,
      new Set(reader.ancestors(index).flatMap((above) => marksOf(reader.element(above)).filter((mark) => was.has(mark)))),
    ]),
  );
  const most = Math.max(...[...marks.values()].map(({ size }) => size));
  const outside = new Set(duplicates.flatMap(({ index }) => ((marks.get(index)?.size ?? 0) < most ? [index] : [])));
  return scored.filter(({ index }) => !outside.has(index));
}

/** What names an ancestor: its id, its accessible name and the stable parts of its classes. */
function marksOf({ attributes }: Step): readonly string[] {
  const { id = "", class: classes = "", "aria-label": label = "" } = attributes;
  return [...(id === "" ? [] : [`#${id}`]), ...(label === "" ? [] : [`“${label}”`]), ...classStems(classes).map((stem) => `.${stem}`)];
}

/** The element with the same key in the same place, where nothing of it or beside it has changed; -1 where there is none. */
function exactOf(reader: CaptureReader, context: PageContext, facts: ElementTarget): number {
  const index = facts.key === "" ? -1 : reader.keys.indexOf(facts.key);
  if (index < 0 || reader.element(index).selector.slice(0, facts.selector.length) !== facts.selector) return -1;
  const isSame =
    (besideAlike(context, index, facts) ?? 1) === 1 && (facts.item === undefined || itemAlike(context, index, facts.item) === 1);
  return isSame ? index : -1;
}

/**
 * Returns whether an element stands within the nearest ancestor of the record that its id names on this page; undefined where none is named.
 */
function homeOf(reader: CaptureReader, { ancestors = [] }: ElementTarget): (index: number) => boolean | undefined {
  const ids = ancestors.flatMap(({ attributes: { id = "" } }) => (id === "" ? [] : [id]));
  const byId = new Map<string, number[]>();
  for (let index = 0; ids.length > 0 && index < reader.count; index++) {
    const id = reader.element(index).attributes["id"] ?? "";
    if (ids.includes(id)) byId.set(id, [...(byId.get(id) ?? []), index]);
  }
  const [home = -1] = ids.flatMap((id) => (byId.get(id)?.length === 1 ? (byId.get(id) ?? []) : []));
  return (index) => (home < 0 ? undefined : home < index && index < reader.end(home));
}

interface Score {
  readonly identity: number;
  /** Identity without what stands around the element; undefined where others had the same. */
  readonly own: number | undefined;
  readonly beside: number | undefined;
  readonly kind: number;
  readonly hasTestId: boolean;
  /** How alike the words are that others had as well when it was picked; undefined where none had. */
  readonly shared: number | undefined;
  readonly score: number;
}

/** In its place an element may have changed; in another it has to be the same. A test id names it wherever it stands. */
function isEnough({ identity, own: known, beside = 0, kind, hasTestId, shared, isHome }: Score & { isHome: boolean | undefined }): boolean {
  const own = known ?? 0;
  // Others had the same words: only where it stood is it the same one.
  if (shared !== undefined && isHome === false && !hasTestId) return false;
  if (shared !== undefined && known === undefined) {
    if (shared === 1 && isHome === true && kind >= wholeKind) return true;
    if (shared < otherOwn && beside < wholeBeside) return false;
  }
  if (kind < (own < otherOwn ? otherKindMin : kindMin)) return false;
  if (beside >= wholeBeside || (kind >= wholeKind && (hasTestId || own >= wholeOwn))) return true;
  const min = own === 0 ? besideMin : identityMin;
  return identity >= min && (beside >= sameBeside || (own >= ownMin && kind >= wholeKind));
}

/** Of two that have all that the record has for itself neither is the better one, whatever stands beside them. */
function isEqual(best: Score, one: Score): boolean {
  if (best.own !== undefined && one.own !== undefined && Math.min(best.own, one.own) >= wholeOwn)
    return Math.abs(best.kind - one.kind) < 0.08;
  return one.score >= best.score - margin;
}

/** From here on all that the record has for itself is found. */
const wholeOwn = 0.95;
const wholeKindMin = 0.65;

export function scoreOf(likes: Likenesses): Score {
  const identity = weighted(likes, weights.identity) ?? 0;
  const own = weighted(likes, weights.identity, besideAlone);
  const kind = weighted(likes, weights.kind, new Set(["common"])) ?? 1;
  const all = weighted(likes, weights.kind) ?? 1;
  // Of those that have all of its own the one of its kind in its place comes first.
  const isWhole = own !== undefined && own >= wholeOwn && kind >= wholeKindMin && (likes.common ?? 1) > 0.5;
  return {
    identity,
    own,
    beside: likes.beside,
    kind,
    hasTestId: likes.testId === 1,
    shared: likes.common,
    score: isWhole ? 1 + (2 * all + (likes.beside ?? 0)) / 3 : (2 * identity + all) / 3,
  };
}

/** Undefined where there is nothing to compare. */
function weighted(likes: Likenesses, of: Readonly<Partial<Record<Likeness, number>>>, without?: ReadonlySet<string>): number | undefined {
  let [sum, whole] = [0, 0];
  for (const [name, weight] of Object.entries(of)) {
    const like = likes[name as Likeness];
    if (like === undefined || without?.has(name)) continue;
    sum += weight * like;
    whole += weight;
  }
  return whole === 0 ? undefined : sum / whole;
}

/** Records of older versions hold key, selector and label alone: the key names the element, or else a selector with the same words. */
function findByNames(reader: CaptureReader, { key, selector, label }: ElementTarget): FoundAgain {
  const byKey = key === "" ? -1 : reader.keys.indexOf(key);
  if (byKey >= 0) return { status: "found", index: byKey, score: 1 };
  for (const element of reader.elements()) {
    if (element.selector !== selector) continue;
    const isSame = label === undefined ? isAnchored(selector) : label.startsWith(labelOf(element)) || isAnchored(selector);
    return isSame ? { status: "found", index: element.index, score: 0.5 } : { status: "gone" };
  }
  return { status: "gone" };
}

/** Its last part names the element by a test id or id, not by its place. */
function isAnchored(selector: string): boolean {
  return /(?:^| )[#[][^ ]*$/.test(selector);
}

/** Elements that share something with the record, the likeliest first: bounded, whatever the page. */
function candidates(reader: CaptureReader, facts: ElementTarget): readonly number[] {
  const likely = likelihoods(reader, facts);
  const context = pageContext(reader);
  const beside = new Map((facts.neighbours ?? []).map(({ at, text }) => [at, text]));
  const isBeside = (at: number, one: number | undefined) => (one !== undefined && context.own(one) === beside.get(at) ? 1.5 : 0);
  const [left, top] = facts.box;
  const found: { readonly index: number; readonly likely: number }[] = [];
  for (let index = 0; index < reader.count; index++) {
    const own = likely(index);
    if (own < likelyMin) continue;
    const [x, y] = reader.element(index).box;
    const near = isBeside(-1, context.before(index, 1)[0]) + isBeside(1, context.after(index, 1)[0]);
    found.push({ index, likely: own + near + nearness(Math.hypot(x - left, y - top)) });
  }
  return found
    .sort((one, other) => other.likely - one.likely)
    .slice(0, compared)
    .map(({ index }) => index);
}

/** What one element must have in common with a record: its tag, or a class and a role, or words, or what names it. */
const likelyMin = 1.5;

/** Returns how much an element of itself has in common with a record, from the columns alone: each text and each set of attributes is compared once. */
function likelihoods(
  reader: CaptureReader,
  { tag = "", role = "", name = "", text = "", attributes = {}, common = [] }: ElementTarget,
): (index: number) => number {
  const worth = (fact: string, own: number) => (common.includes(fact) ? own / 4 : own);
  const { strings, attributeSets, ...nodes } = reader.capture.nodes;
  const cut = (place = 0) => (strings[place] ?? "").slice(0, limits.factMaxChars);
  const equals = (fact: string) => strings.map((one) => fact !== "" && one.startsWith(fact) && one.slice(0, limits.factMaxChars) === fact);
  const [isText, isName] = [equals(text), equals(name)];
  const classes = classStems(attributes["class"] ?? "");
  const ofSet = attributeSets.map((set) => {
    let sum = 0;
    for (let at = 0; at < set.length; at += 2) {
      const [attribute, value] = [strings[set[at] ?? 0] ?? "", cut(set[at + 1])];
      if (attributes[attribute] === undefined) continue;
      if (attribute === "class") sum += dice(classStems(value), classes);
      else if (attributes[attribute] === value) sum += worth(`@${attribute}`, attribute === "id" || isTestId(attribute) ? 4 : 1.5);
    }
    return sum;
  });
  const [ofText, ofName] = [worth("text", 3), worth("name", 2)];
  const [tagPlace, rolePlace] = [strings.indexOf(tag), strings.indexOf(role)];
  const at = (column: readonly number[], index: number) => column[index] ?? 0;
  return (index) =>
    (at(nodes.tag, index) === tagPlace ? 1.5 : 0) +
    (at(nodes.role, index) === rolePlace ? 0.5 : 0) +
    (isText[at(nodes.text, index)] ? ofText : 0) +
    (isName[at(nodes.name, index)] ? ofName : 0) +
    (ofSet[at(nodes.attributes, index)] ?? 0);
}

function isTestId(name: string): boolean {
  return testIdAttributes.some((one) => one === name);
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

/** Attributes that name an element whatever its state. */
const namingAttributes = ["name", "for", "href", "src", "alt", "aria-label", "title", "placeholder", "type"];

/** How like an element is to the record, by all that the record has. */
export function likenesses(reader: CaptureReader, context: PageContext, index: number, facts: ElementTarget): Likenesses {
  const element = reader.element(index);
  const { attributes = {}, text = "", name = "", inner = "", item, common = [] } = facts;
  const isOwn = (fact: string) => !common.includes(fact);
  const attributeOf = (attribute: string) => (element.attributes[attribute] ?? "").slice(0, limits.factMaxChars);
  const likeAttributes = (names: readonly string[], by: (was: string, is: string) => number = same) => {
    const has = names.filter((one) => (attributes[one] ?? "") !== "");
    return has.length === 0 ? undefined : mean(has.map((one) => by(attributes[one] ?? "", attributeOf(one))));
  };
  const own = (names: readonly string[]) => names.filter((one) => isOwn(`@${one}`));
  const words = text === "" ? name : text;
  const likeWords =
    words === "" ? undefined : context.wordsAlike(words, (text === "" ? element.name : element.text).slice(0, limits.factMaxChars));
  const areWordsOwn = isOwn(text === "" ? "name" : "text");
  return {
    ...{ testId: likeAttributes(own(testIdAttributes)), id: likeAttributes(own(["id"])), names: likeAttributes(own(namingAttributes)) },
    text: areWordsOwn ? likeWords : undefined,
    inner: inner === "" || !isOwn("inner") ? undefined : context.wordsAlike(inner, context.within(index)),
    sole: facts.sole === true ? hasShape(context, index, facts) : undefined,
    item: item === undefined || !isOwn("item") ? undefined : itemAlike(context, index, item),
    beside: besideAlike(context, index, facts),
    place: nearness(Math.hypot(element.box[0] - facts.box[0], element.box[1] - facts.box[1])),
    tag: same(element.tag, facts.tag ?? ""),
    role: facts.role === undefined ? undefined : same(facts.role, element.role),
    classes: likeAttributes(["class"], (was, is) => (was === is ? 1 : dice(classStems(was), classStems(is)))),
    component: facts.component === undefined ? undefined : same(nearest(facts.component), nearest(element.component)),
    source: facts.source === undefined ? undefined : sourceAlike(facts.source, element.source),
    path: pathAlike(reader, index, facts.ancestors ?? []),
    parent: parentAlike(reader, element.parent, facts.ancestors?.[0]),
    size: facts.size === undefined ? undefined : ratio(facts.size, reader.end(index) - index) ** 3,
    shape: (ratio(element.box[2], facts.box[2]) + ratio(element.box[3], facts.box[3])) / 2,
    common: areWordsOwn ? undefined : likeWords,
  };
}

/** Whether it has the record's shape; undefined where none has it any more. */
function hasShape(context: PageContext, index: number, { tag = "", role = "", attributes = {} }: ElementTarget): number | undefined {
  const same = context.ofShape(tag, role, attributes["class"] ?? "");
  return same.length === 0 ? undefined : Number(same.includes(index));
}

/** A wrapper that was added or taken away shifts the level of the item. */
function itemAlike(context: PageContext, index: number, { up, words }: Item): number {
  return Math.max(...[-1, 0, 1].map((shift) => context.wordsAlike(words, context.wordsAround(index, up + shift) ?? "")));
}

/** The product of both sides: where the element is gone, what was on one side of it still stands beside the next. */
function besideAlike(context: PageContext, index: number, { neighbours = [] }: ElementTarget): number | undefined {
  const was = (sign: number) =>
    neighbours
      .filter(({ at }) => at * sign > 0)
      .sort((one, other) => Math.abs(one.at) - Math.abs(other.at))
      .map(({ text }) => text);
  const rarity = (words: string) => 1 / Math.max(1, context.count(words));
  const before = inOrder(was(-1), context.before(index, 5).map(context.own), rarity);
  const after = inOrder(was(1), context.after(index, 5).map(context.own), rarity);
  return before === undefined && after === undefined ? undefined : (before ?? 1) * (after ?? 1);
}

/** The innermost of component names. */
function nearest(components: string): string {
  return components.split(" < ")[0] ?? "";
}

function sourceAlike(was: string, is: string): number {
  return was === is ? 1 : was.split(":")[0] === is.split(":")[0] ? 0.5 : 0;
}

function pathAlike(reader: CaptureReader, index: number, ancestors: readonly Step[]): number | undefined {
  const above = reader.ancestors(index).slice(0, limits.ancestorsMax);
  return alike(
    ancestors.map(stepOf),
    above.map((one) => stepOf(reader.element(one))),
  );
}

function same(was: string, is: string): number {
  return Number(was === is);
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Half at 100 CSS pixels. */
function nearness(distance: number): number {
  return 1 / (1 + distance / 100);
}

function ratio(one: number, other: number): number {
  return Math.max(one, other) === 0 ? 1 : Math.min(one, other) / Math.max(one, other);
}

/** The Sørensen–Dice coefficient of two sets. */
function dice(one: readonly string[], other: readonly string[]): number {
  const common = one.filter((entry) => other.includes(entry)).length;
  return one.length + other.length === 0 ? 1 : (2 * common) / (one.length + other.length);
}

/** How many of a list's first entries stand in the other; those that come first and those that are rare on the page count more. */
function inOrder(was: readonly string[], is: readonly string[], rarity: (words: string) => number): number | undefined {
  if (was.length === 0) return undefined;
  let [sum, whole] = [0, 0];
  was.forEach((entry, place) => {
    const weight = 0.5 ** place * rarity(entry);
    whole += weight;
    const found = is.indexOf(entry);
    if (found >= 0) sum += weight * 0.5 ** Math.abs(found - place);
  });
  return sum / whole;
}

function parentAlike(reader: CaptureReader, parent: number, was: Step | undefined): number | undefined {
  if (was === undefined || parent < 0) return undefined;
  const { tag, attributes } = reader.element(parent);
  const stems = [was.attributes, attributes].map((one) => classStems(one["class"] ?? ""));
  return (same(was.tag, tag) + dice(stems[0] ?? [], stems[1] ?? [])) / 2;
}

interface Step {
  readonly tag: string;
  readonly attributes: Readonly<Record<string, string>>;
}

/** An ancestor as the path compares it. */
function stepOf({ tag, attributes }: Step): string {
  return `${tag}#${attributes["id"] ?? ""}`;
}

/** The longest common subsequence of two paths, as a share of the longer. */
function alike(one: readonly string[], other: readonly string[]): number | undefined {
  if (one.length === 0) return undefined;
  let row = new Array<number>(other.length + 1).fill(0);
  for (const step of one) {
    const next = [0];
    other.forEach((candidate, place) => {
      next.push(step === candidate ? (row[place] ?? 0) + 1 : Math.max(row[place + 1] ?? 0, next[place] ?? 0));
    });
    row = next;
  }
  return (row[other.length] ?? 0) / Math.max(one.length, other.length);
}
