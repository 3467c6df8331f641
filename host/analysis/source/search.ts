import { limits } from "../../contract/limits.js";
import { contextPoints } from "./context.js";
import { fileFactor, routeFit } from "./files.js";
import { plainName } from "./library-names.js";
import { noTag, type Place, positionOf } from "./place.js";
import { isDrawer, type Region } from "./region.js";
import { scoreTag, type TagScore } from "./score-tag.js";
import { scores } from "./scores.js";
import { isComponentTag, type SourceTag, type SourceText } from "./tags.js";
import { proseAt, quotedAt, quotedIn } from "./texts.js";
import type { Wanted } from "./wanted.js";

/** Places in one file, whatever their points. */
export function placesIn(source: SourceText, wanted: Wanted, region: Region): Place[] {
  const { file, text, tags, components } = source;
  const factor = fileFactor(file) * (isBuilt(text) ? 0.15 : 1);
  const [owner, position = 0] = region.chain.get(file) ?? [];
  const ofOwner = owner !== undefined ? scores.owner / (position + 1) : region.chain.size > 0 ? scores.outsideOwners : 0;
  const ofFile = scores.route * routeFit(file, wanted.page) + (region.points.get(file) ?? 0);
  const isOfDrawer = position === 0 && owner !== undefined;
  const otherTag = isOfDrawer && tags.some(({ tag }) => isDrawer(tag, region)) ? scores.otherTag : 0;
  const places: Place[] = [];
  for (const { tag, index, score } of scoredTags(source, wanted, region)) {
    const near = nearPoints(text, tag, wanted);
    const context = contextPoints(source, index, wanted.levels, region.messages);
    const component = components.findLast(({ offset }) => offset <= tag.offset)?.name ?? "";
    const isInOwner = owner === undefined || components.length < 2 || plainName(component) === plainName(owner);
    const around = near.points + context + ofFile + (isInOwner ? ofOwner : 0);
    const local = score.points + score.text.points;
    const drawer = isOfDrawer ? drawerPoints(tag.tag, region, otherTag) : 0;
    const points = (local + drawer + Math.min(around, mostAround(local, tag.tag))) * factor;
    const words = score.text.words === "" ? [] : [score.text.words];
    const evidence = [...score.evidence, ...words, ...near.evidence, ...(owner === undefined ? [] : [`component ${owner}`])];
    if (points <= leastPoints) continue;
    if (evidence.length === 0) evidence.push(onlyAround);
    const is = score.isPassed && !isComponentTag(tag.tag) ? "definition" : "use";
    places.push({
      file,
      ...positionOf(text, tag.offset),
      points,
      evidence,
      tag: tag.tag,
      component,
      isPassed: score.isPassed,
      local,
      is,
      isConditional: isOfExpression(text.slice(Math.max(0, tag.offset - 40), tag.offset)),
      isText: words.length > 0 || near.isLabelled,
      isEmpty: tag.closed === tag.opened,
      range: [tag.offset, Math.max(tag.end, tag.closed)],
    });
  }
  const best = Math.max(0, ...places.map(({ points }) => points / factor));
  const found = wanted.tag === "" ? withoutOuter(places) : places;
  return best >= surePoints ? found : [...found, ...literalPlaces(file, text, wanted, factor)];
}

/** A text that no element is known of is written in the innermost tag that has it. */
function withoutOuter(places: readonly Place[]): Place[] {
  return places.filter(({ range: [, end], local }, at) => {
    const next = places[at + 1];
    return next === undefined || next.range[0] >= end || next.local < local;
  });
}

/** Whether an operator before the tag decides if it is shown; the colon after an object's key is none. */
function isOfExpression(before: string): boolean {
  return /(?:&&|\|\||[?:])\s*\(?\s*$/.test(before) && !/[{,]\s*["']?[\w$]+["']?\s*:\s*\(?\s*$/.test(before);
}

/** A component's tag of which nothing itself fits, or a tag that another element has, is no candidate because of what stands around it. */
function mostAround(local: number, tag: string): number {
  if (isComponentTag(tag)) return 1 + 2 * Math.max(0, local);
  return local < 0 ? Math.max(0, 5 + local) : Number.POSITIVE_INFINITY;
}

/** Evidence of a place of which nothing itself is known. */
export const onlyAround = "what stands around it";
/** What the component that drew the element adds to a tag in the file of the nearest component of the project; `others`: to other tags there. */
function drawerPoints(tag: string, region: Region, others: number): number {
  if (region.drawnBy === "") return isComponentTag(tag) ? 0 : scores.ownTag;
  return isDrawer(tag, region) ? scores.drawer : others;
}

/** Places with less say nothing. */
const leastPoints = 1;
/** What an own text and a fitting tag come to. */
const surePoints = 6;

function scoredTags(source: SourceText, wanted: Wanted, region: Region): Scored[] {
  const { text, tags } = source;
  let known: string | undefined;
  const script = () => (known ??= withoutOpeningTags(text, tags));
  return tags.slice(0, limits.sourceTagsMax).flatMap((tag, index) => {
    const score = scoreTag(tag, wanted, { source, script, region });
    return score === undefined ? [] : [{ tag, index, score }];
  });
}

function withoutOpeningTags(text: string, tags: readonly SourceTag[]): string {
  const parts: string[] = [];
  let from = 0;
  for (const { offset, opened } of tags) {
    if (offset > from) parts.push(text.slice(from, offset));
    from = Math.max(from, opened);
  }
  return [...parts, text.slice(from)].join(" ");
}

/** A tag with how well it fits. */
interface Scored {
  readonly tag: SourceTag;
  /** In the file's list of tags. */
  readonly index: number;
  readonly score: TagScore;
}

interface Near {
  readonly points: number;
  readonly evidence: readonly string[];
  readonly isLabelled: boolean;
}

/** How much of a source is near a tag, in characters before and after it. */
const [before, after, beside, beforeIcon] = [1_200, 500, 300, 100];
/** More names or texts around say no more. */
const mostNear = 4;

/** What stands around the tag: the element's label, ids and classes of what is around it, texts of its neighbours. */
function nearPoints(text: string, { offset }: SourceTag, { around, nearby, shown, keys, tag, levels }: Wanted): Near {
  const front = text.slice(Math.max(0, offset - before), offset);
  const near = front + text.slice(offset, offset + after);
  const names = around.filter((name) => name.length > 2 && wordIn(front, name)).length;
  const texts = nearby.filter((one) => near.includes(one)).length;
  const label = front.slice(-beside) + text.slice(offset, offset + beside);
  const isLabelled = isField(tag)
    ? shown.some((one) => one.length > 1 && label.includes(one)) || quotedIn(label).some((one) => keys.has(one))
    : tag === "svg" && shown.length === 0 && quotedIn(front.slice(-beforeIcon)).some((one) => levels[1]?.texts.includes(one.toLowerCase()));
  return {
    points: scores.nameAround * Math.min(mostNear, names) + scores.neighbour * Math.min(mostNear, texts) + (isLabelled ? scores.label : 0),
    evidence: [...(names > 1 ? ["surroundings"] : []), ...(isLabelled ? ["its label beside it"] : [])],
    isLabelled,
  };
}

/** Elements whose name stands beside them. */
function isField(tag: string): boolean {
  return /^(input|select|textarea|meter|progress)$/.test(tag);
}

function wordIn(text: string, word: string): boolean {
  const at = text.indexOf(word);
  return at >= 0 && !/[\w-]/.test(text[at + word.length] ?? " ") && !/[\w-]/.test(text[at - 1] ?? " ");
}

/** What writes no tags (data, helpers, hyperscript, Markdown): a line with the element's own words. */
function literalPlaces(file: string, text: string, { shown, keys, testId, attributes }: Wanted, factor: number): Place[] {
  const named = [testId, attributes["id"] ?? "", attributes["aria-label"] ?? "", attributes["placeholder"] ?? ""];
  const isProse = /\.mdx?$/i.test(file);
  const places: Place[] = [];
  for (const one of new Set([...shown, ...named, ...keys])) {
    if (one.length < 2) continue;
    const evidence = [`“${one.slice(0, 60)}” ${isProse ? "written here" : "in quotes"}`];
    for (const at of [...quotedAt(text, one), ...(isProse ? proseAt(text, one) : [])].slice(0, mostQuoted)) {
      const place = { ...noTag, file, ...positionOf(text, at), points: scores.data * factor, local: scores.data, evidence };
      places.push({ ...place, isText: true, isEmpty: true, range: [at, at], is: "data" });
    }
  }
  return places;
}

const mostQuoted = 3;
const leastChars = 2_000;
const longLine = 500;

/** Whether a text is what a build tool wrote, or another project: nearly all of it in very long lines, a pointer to its source map, a banner of a license. */
function isBuilt(text: string): boolean {
  if (/^\s*\/\*!/.test(text) || /\/[/*][#@] sourceMappingURL=/.test(text.slice(-400))) return true;
  if (text.length < leastChars) return false;
  let long = 0;
  for (let from = 0; from < text.length; ) {
    const end = text.indexOf("\n", from);
    const length = (end < 0 ? text.length : end) - from;
    if (length > longLine) long += length;
    from += length + 1;
  }
  return long > 0.7 * text.length;
}
