import { limits } from "../../contract/limits.js";
import { weaklyMemoized } from "../../contract/memoized.js";
import { isBuilt } from "../built.js";
import { escapeRegExp } from "./components.js";
import { addContext } from "./context.js";
import { kindOfFile } from "./files.js";
import { namesOfPath, plainName } from "./library-names.js";
import { type Place, plainPlace } from "./place.js";
import { isDrawer, type Region } from "./region.js";
import { scoreTag } from "./score-tag.js";
import { isComponentTag, type SourceTag, type SourceText } from "./tags.js";
import { begin, proseAt, quotedAt, shortest } from "./texts.js";
import type { Wanted } from "./wanted.js";
import { type Add, type Feature, type Features, pointsOf } from "./weights.js";

/** Places in one file, whatever their points. */
export function placesIn(source: SourceText, wanted: Wanted, region: Region): Place[] {
  const { file, text, tags, components } = source;
  const ofFile = featuresOfFile(source, wanted, region);
  const before = wanted.before.map((one) => offsetsOf(text, one));
  const places: Place[] = [];
  let at = -1;
  for (let index = 0; index < Math.min(tags.length, limits.sourceTagsMax); index++) {
    const tag = tags[index];
    const score = tag === undefined ? undefined : scoreTag(tag, wanted, source, region);
    if (tag === undefined || score === undefined) continue;
    const { isText, isPassed, features, evidence, add } = score;
    Object.assign(features, ofFile);
    for (const offsets of before) add("textBefore", closeness(tags, index, offsets));
    addContext(source, index, tag, wanted.within, add);
    while ((components[at + 1]?.offset ?? tag.offset + 1) <= tag.offset) at++;
    const component = components[at]?.name ?? "";
    addOwner(tag.tag, component, source, region, add);
    if (evidence.length === 0) evidence.push("what stands around it");
    const is = isPassed && !isComponentTag(tag.tag) ? "definition" : "use";
    const range = [tag.offset, Math.max(tag.opened + tag.inner.length, tag.closed)] as const;
    const points = pointsOf(features);
    places.push({ file, text, range, features, points, is, evidence, tag: tag.tag, component, isText });
  }
  const found = wanted.tag === "" ? withoutOuter(places) : places;
  return [...found, ...literalPlaces(source, wanted, ofFile, found)];
}

/** What holds for all places in a file. */
function featuresOfFile(source: SourceText, wanted: Wanted, { chain, loaded, scoped }: Region): Partial<Record<Feature, number>> {
  const { file } = source;
  const kind = isBuilt(source) ? "built" : kindOfFile(file);
  // An address names no file that the page did not load, and no documentation.
  const isNamed = kind === undefined && (loaded === undefined || loaded.isCut || loaded.files.has(file));
  const route = wanted.route.filter((name) => isNamed && namesOf(source).includes(name)).length;
  return { ...(kind && { [kind]: 1 }), route, outsideOwners: Number(chain.size > 0 && !chain.has(file)), scoped: Number(scoped.has(file)) };
}

const namesOf = weaklyMemoized(({ file }: SourceText) => namesOfPath(file));

/** What the components around the element say of a tag that is written in one of the file's components. */
function addOwner(tag: string, component: string, { file, components }: SourceText, region: Region, add: Add): void {
  const [owner, position = 0] = region.chain.get(file) ?? [];
  if (owner === undefined) return;
  const isInOwner = components[0]?.offset === components.at(-1)?.offset || plainName(component) === plainName(owner);
  add("owner", isInOwner ? 1 / (position + 1) : 0, `component ${owner}`);
  if (position === 0 && isDrawer(tag, region)) add("drawer");
}

const mostOffsets = 40;

/** Where a text stands in another one. */
function offsetsOf(text: string, part: string): number[] {
  const found: number[] = [];
  for (let at = text.indexOf(part); at >= 0 && found.length < mostOffsets; at = text.indexOf(part, at + 1)) found.push(at);
  return found;
}

const farthestTags = 8;

/** How few tags stand between a tag and the last of the offsets before it: 1 where there is none, 0 from `farthestTags` on. */
function closeness(tags: readonly SourceTag[], index: number, offsets: readonly number[]): number {
  const offset = offsets.findLast((at) => at < (tags[index]?.offset ?? 0));
  const near = tags.slice(Math.max(0, index - farthestTags), index).filter(({ opened }) => opened > (offset ?? 0));
  return offset === undefined ? 0 : 1 - near.length / farthestTags;
}

/** A text that no element is known of is written in the innermost tag that has it. */
function withoutOuter(places: readonly Place[]): Place[] {
  return places.filter(({ range: [, end], points }, at) => {
    const next = places[at + 1];
    return next === undefined || next.range[0] >= end || next.points < points;
  });
}

/** What writes no tags (data, helpers, hyperscript, Markdown): a line with the element's own words. */
function literalPlaces(
  { file, text }: Pick<SourceText, "file" | "text">,
  wanted: Wanted,
  ofFile: Features,
  tags: readonly Place[],
): Place[] {
  const isProse = /\.mdx?$/i.test(file);
  const isInTag = (at: number) => tags.some(({ isText, range: [from, to] }) => isText && from <= at && at <= to);
  return [...wordsOf(wanted)].flatMap((one) => {
    const evidence = [`“${begin(one)}” ${isProse ? "written here" : "in quotes"}`];
    const found = [...quotedAt(text, one), ...(isProse ? proseAt(text, one) : [])].slice(0, mostQuoted).filter((at) => !isInTag(at));
    const features = { ...ofFile, [wanted.tag === "" ? "dataAlone" : "data"]: 1 };
    // `h("a", null, "text")` writes a tag.
    const call = new RegExp(`\\bh\\(\\s*["'\`]${escapeRegExp(wanted.tag)}["'\`],[^()]{0,200}$`);
    const featuresAt = (at: number) => (call.test(text.slice(Math.max(0, at - 240), at)) ? { ...ofFile, tag: 1, literal: 1 } : features);
    return found.map((at) => plainPlace({ file, text, is: "data", features: featuresAt(at), evidence, isText: true }, at));
  });
}

/** The words by which an element is known, as they can stand in quotes. */
function wordsOf({ shown, testId, attributes }: Wanted): ReadonlySet<string> {
  const named = [testId, attributes["id"] ?? "", attributes["aria-label"] ?? "", attributes["placeholder"] ?? ""];
  return new Set([...shown, ...named].filter((one) => one.length >= shortest));
}

const mostQuoted = 3;
