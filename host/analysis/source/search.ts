import { limits } from "../../contract/limits.js";
import { onceFor } from "./cached-parser.js";
import { addContext } from "./context.js";
import { kindOfFile, routeFit } from "./files.js";
import { plainName } from "./library-names.js";
import { type Place, plainPlace } from "./place.js";
import { isDrawer, type Region } from "./region.js";
import { scoreTag } from "./score-tag.js";
import { isComponentTag, type SourceTag, type SourceText } from "./tags.js";
import { proseAt, quotedAt, quotedIn } from "./texts.js";
import type { Wanted } from "./wanted.js";
import { type Add, type Feature, type Features, pointsOf } from "./weights.js";

/** Places in one file, whatever their points. */
export function placesIn(source: SourceText, wanted: Wanted, region: Region): Place[] {
  const { file, text, tags, components } = source;
  const ofFile = featuresOfFile(source, wanted, region);
  const before = wanted.before.map((one) => offsetsOf(text, one));
  const places: Place[] = [];
  const script = () => scriptOf(source);
  for (const [index, tag] of tags.slice(0, limits.sourceTagsMax).entries()) {
    const score = scoreTag(tag, wanted, { source, script, region });
    if (score === undefined) continue;
    const features: Partial<Record<Feature, number>> = { ...score.features, ...ofFile };
    const evidence = [...score.evidence];
    const add: Add = (feature, value = 1, words) => {
      if (value !== 0) features[feature] = value + (features[feature] ?? 0);
      if (words !== undefined) evidence.push(words);
    };
    const isLabelled = addNear(text, tag, wanted, add);
    for (const offsets of before)
      add(
        "textBefore",
        closeness(
          tags,
          index,
          offsets.findLast((at) => at < tag.offset),
        ),
      );
    addContext(source, index, wanted.levels, region.messages, add);
    const component = components.findLast(({ offset }) => offset <= tag.offset)?.name ?? "";
    addOwner(tag.tag, component, source, region, add);
    if (evidence.length === 0) evidence.push("what stands around it");
    const { isText, isPassed } = score;
    places.push({
      ...{ file, text, features, evidence, component, isPassed, tag: tag.tag },
      ...{ points: pointsOf(features), local: pointsOf(score.features) },
      is: isPassed && !isComponentTag(tag.tag) ? "definition" : "use",
      isConditional: isOfExpression(text.slice(Math.max(0, tag.offset - 40), tag.offset)),
      isText: isText || isLabelled,
      range: [tag.offset, Math.max(tag.end, tag.closed)],
    });
  }
  const found = wanted.tag === "" ? withoutOuter(places) : places;
  return [...found, ...literalPlaces(source, wanted, ofFile, found)];
}

/** What holds for all places in a file. */
function featuresOfFile({ file, text }: SourceText, { page }: Wanted, { chain }: Region): Partial<Record<Feature, number>> {
  const kind = isBuilt(file, text) ? "built" : kindOfFile(file);
  const isOutside = chain.size > 0 && !chain.has(file);
  return { route: routeFit(file, page), ...(kind === undefined ? {} : { [kind]: 1 }), ...(isOutside ? { outsideOwners: 1 } : {}) };
}

/** What the components around the element say of a tag that is written in one of the file's components. */
function addOwner(tag: string, component: string, { file, components }: SourceText, region: Region, add: Add): void {
  const [owner, position = 0] = region.chain.get(file) ?? [];
  if (owner === undefined) return;
  const isInOwner = components.length < 2 || plainName(component) === plainName(owner);
  add("owner", isInOwner ? 1 / (position + 1) : 0, `component ${owner}`);
  if (position > 0) return;
  if (isDrawer(tag, region)) add("drawer");
  else if (region.drawnBy === "" && !isComponentTag(tag)) add("ownTag");
}

const mostOffsets = 40;

/** Where a text stands in another one. */
function offsetsOf(text: string, part: string): number[] {
  const found: number[] = [];
  for (let at = text.indexOf(part); at >= 0 && found.length < mostOffsets; at = text.indexOf(part, at + 1)) found.push(at);
  return found;
}

const farthestTags = 8;

/** How few tags stand between an offset and a tag behind it: 1 where there is none, 0 from `farthestTags` on. */
function closeness(tags: readonly SourceTag[], index: number, offset: number | undefined): number {
  if (offset === undefined) return 0;
  let between = 0;
  while (between < farthestTags && (tags[index - 1 - between]?.opened ?? 0) > offset) between++;
  return 1 - between / farthestTags;
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

/** A source without its opening tags. */
const scriptOf = onceFor(({ text, tags }: SourceText): string => {
  const parts: string[] = [];
  let from = 0;
  for (const { offset, opened } of tags) {
    if (offset > from) parts.push(text.slice(from, offset));
    from = Math.max(from, opened);
  }
  return [...parts, text.slice(from)].join(" ");
});

/** How much of a source is near a tag, in characters. */
const [before, beside, beforeIcon] = [1_200, 300, 100];
/** What stands around the tag: the element's label, ids and classes of what is around it. True where its label does. */
function addNear(text: string, { offset }: SourceTag, { around, shown, keys, tag, levels }: Wanted, add: Add): boolean {
  const front = text.slice(Math.max(0, offset - before), offset);
  const names = around.filter((name) => name.length > 2 && wordIn(front, name)).length;
  add("namesAround", Math.log1p(names), names > 1 ? "surroundings" : undefined);
  const label = front.slice(-beside) + text.slice(offset, offset + beside);
  const isLabelled = isField(tag)
    ? shown.some((one) => one.length > 1 && label.includes(one)) || quotedIn(label).some((one) => keys.has(one))
    : tag === "svg" && shown.length === 0 && quotedIn(front.slice(-beforeIcon)).some((one) => levels[1]?.texts.includes(one.toLowerCase()));
  if (isLabelled) add("label", 1, "its label beside it");
  return isLabelled;
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
function literalPlaces(
  { file, text }: Pick<SourceText, "file" | "text">,
  { shown, keys, testId, attributes, tag }: Wanted,
  ofFile: Features,
  tags: readonly Place[],
): Place[] {
  const named = [testId, attributes["id"] ?? "", attributes["aria-label"] ?? "", attributes["placeholder"] ?? ""];
  const isProse = /\.mdx?$/i.test(file);
  const isInTag = (at: number) => tags.some(({ isText, range: [from, to] }) => isText && from <= at && at <= to);
  return [...new Set([...shown, ...named, ...keys])].flatMap((one) => {
    if (one.length < 2) return [];
    const evidence = [`“${one.slice(0, 60)}” ${isProse ? "written here" : "in quotes"}`];
    const found = [...quotedAt(text, one), ...(isProse ? proseAt(text, one) : [])].slice(0, mostQuoted).filter((at) => !isInTag(at));
    const features = { ...ofFile, [tag === "" ? "dataAlone" : "data"]: 1 };
    return found.map((at) => plainPlace({ file, text, is: "data", features, evidence, isText: true }, at));
  });
}

const mostQuoted = 3;
const leastChars = 2_000;
const longLine = 500;

/** Whether a text is what a build tool wrote, or another project: nearly all of it in very long lines, a pointer to its source map, a banner of a license. */
function isBuilt(file: string, text: string): boolean {
  if (!/\.(?:[cm]?js|html?)$/.test(file)) return false;
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
