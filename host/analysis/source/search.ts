import { limits } from "../../contract/limits.js";
import { escapeRegExp, kebab } from "./components.js";
import { contextPoints } from "./context.js";
import { atDepth, type Scored } from "./depth.js";
import { fileFactor, routePoints, stemOf } from "./files.js";
import { plainName } from "./library-names.js";
import { noTag, type Place, positionOf } from "./place.js";
import type { Region } from "./region.js";
import { isBox, isOwnTag, scoreTag } from "./score-tag.js";
import { isComponentTag, type SourceTag, type SourceText } from "./tags.js";
import { quotedIn } from "./texts.js";
import type { Wanted } from "./wanted.js";

/** Places in one file, whatever their points. */
export function placesIn(source: SourceText, wanted: Wanted, region: Region): Place[] {
  const { file, text, tags, components } = source;
  const base = fileEvidence(file, text, wanted, region.routed.shown.has(file));
  const factor =
    fileFactor(file, region.routed.usedExamples.has(file)) *
    (looksMinified(text) ? 0.15 : 1) *
    (region.routed.onOtherPages.has(file) ? otherPagesFactor : 1);
  const places: Place[] = [];
  const scored = scoredTags(source, wanted, region);
  const own = isBox(wanted) && !isField(wanted.tag) ? scored : innermost(scored, wanted);
  for (const { tag, index, score } of atDepth(own, text, tags, wanted, region.drawn)) {
    const near = nearPoints(text, tag, wanted);
    const data = score.text.points > 0 && score.text.words === "" && !isField(wanted.tag) ? dataPoints(text, tag, wanted) : nothing;
    const context = index < 0 ? 0 : contextPoints(source, index, wanted.levels, region.meanings);
    const owned = ownerPoints(file, tag.tag, region);
    const around = near.points + context + base.points + (region.points.get(file) ?? 0);
    const local = score.points + score.text.points;
    const points = (local + data.points + owned + Math.min(around, mostAround(local, tag.tag))) * factor;
    const words = score.text.words === "" ? [] : [score.text.words];
    const evidence = [...score.evidence, ...words, ...data.evidence, ...near.evidence, ...base.evidence];
    if (points <= 0) continue;
    const is = score.isPassed && !isComponentTag(tag.tag) ? "definition" : "use";
    const component = components.findLast(({ offset }) => offset <= tag.offset)?.name ?? "";
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
      isConditional: isOfExpression(text.slice(Math.max(0, tag.offset - 40), tag.offset)) || isAlternative(tags, index),
      isText: words.length > 0 || near.isLabelled || score.isDrawn,
      isEmpty: tag.closed === tag.opened,
      range: [tag.offset, Math.max(tag.end, tag.closed)],
    });
  }
  const best = Math.max(0, ...places.map(({ points }) => points / factor));
  return best >= surePoints ? places : [...places, ...literalPlaces(file, text, wanted, factor)];
}

const mostLevels = 20;
const mostWithin = 100;

/** Whether an operator before the tag decides if it is shown; the colon after an object's key is none. */
function isOfExpression(before: string): boolean {
  return /(?:&&|\|\||[?:])\s*\(?\s*$/.test(before) && !/[{,]\s*["']?[\w$]+["']?\s*:\s*\(?\s*$/.test(before);
}

/** Whether Vue shows the tag, or one around it, instead of another one: `v-if` before `v-else`. */
function isAlternative(tags: readonly SourceTag[], index: number): boolean {
  for (let at = index, level = 0; level < mostLevels; at = tags[at]?.around ?? -1, level++) {
    const tag = tags[at];
    if (tag === undefined) return false;
    const { attributes, around, closed } = tag;
    if (attributes.has("v-else") || attributes.has("v-else-if")) return true;
    if (!attributes.has("v-if")) continue;
    const next = tags.slice(at + 1, at + 1 + mostWithin).find((other) => other.around === around && other.offset >= closed);
    if (next?.attributes.has("v-else") === true || next?.attributes.has("v-else-if") === true) return true;
  }
  return false;
}

/** As that of tests and stories: a file is found to stand on other pages by its imports, which a project can have in ways that are not read. */
const otherPagesFactor = 0.35;

/** A component's tag of which nothing itself fits, or a tag that another element has, is no candidate because of what stands around it. */
function mostAround(local: number, tag: string): number {
  if (isComponentTag(tag)) return 1 + 2 * Math.max(0, local);
  return local < 0 ? Math.max(0, 5 + local) : Number.POSITIVE_INFINITY;
}

/**
 * What the component that the element belongs to adds to a tag: it is in the file of that component, a plain tag where the component draws the
 * element itself, else the tag of the package's component that does.
 */
function ownerPoints(file: string, tag: string, { owner }: Region): number {
  if (owner === undefined) return 0;
  if (!owner.files.has(file)) return -1;
  if (owner.drawnBy === "") return isComponentTag(tag) ? 0 : 2;
  const plain = plainName(tag);
  return plain === owner.drawnBy || `${owner.drawnBy}component` === plain ? 5 : -1;
}

/** What an own text and a fitting tag come to. */
const surePoints = 6;

function scoredTags(source: SourceText, wanted: Wanted, region: Region): Scored[] {
  const { text, tags, calls } = source;
  const scored: Scored[] = [];
  let known: string | undefined;
  const script = () => (known ??= withoutOpeningTags(text, tags));
  const take = (tag: SourceTag, index: number) => {
    const score = scoreTag(tag, wanted, { source, script, region });
    if (score !== undefined) scored.push({ tag, index, score });
  };
  tags.slice(0, limits.sourceTagsMax).forEach(take);
  for (const tag of calls) take(tag, -1);
  return calls.length === 0 ? scored : scored.sort((a, b) => a.tag.offset - b.tag.offset);
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

/** A text belongs to the innermost tag that can have made the element: those around it only hold it. */
function innermost(scored: readonly Scored[], wanted: Wanted): Scored[] {
  return scored.map((outer, index) => {
    const { tag, score } = outer;
    const inside = scored.slice(index + 1, index + 40).filter((one) => one.tag.offset < tag.end);
    const isOwn = isOwnTag(tag.tag, wanted);
    const hasElement = !isOwn && inside.some((one) => isOwnTag(one.tag.tag, wanted) && one.score.points + one.score.text.points >= 2);
    const hasText = inside.some(
      (one) => one.score.isCalled || (one.score.text.points >= Math.max(score.text.points, 1) && (!isOwn || isOwnTag(one.tag.tag, wanted))),
    );
    // A field's label stands on what holds the field: `<Form.Item label="Name"><Input /></Form.Item>`.
    if (hasOwnField(inside, wanted) && !isOwn) return { ...outer, score: { ...score, points: Math.min(score.points, 0.5) } };
    if (!hasElement && (!hasText || score.text.points <= 0)) return outer;
    return { ...outer, score: { ...score, points: score.points - (hasElement ? 1 : 0), text: { points: 0, words: "" } } };
  });
}

function hasOwnField(inside: readonly Scored[], wanted: Wanted): boolean {
  return isField(wanted.tag) && inside.some(({ tag, score }) => isOwnTag(tag.tag, wanted) && score.points > 0);
}

interface Evidence {
  readonly points: number;
  readonly evidence: readonly string[];
}

/** What speaks for the file as a whole: a component of the element is defined in it, or it makes the page. */
function fileEvidence(file: string, text: string, { components, page }: Wanted, isRouted: boolean): Evidence {
  const route = Math.max(isRouted ? 1.5 : 0, routePoints(file, page));
  const stem = stemOf(file);
  for (const [position, name] of components.slice(0, 4).entries()) {
    const isDefined =
      stem === name ||
      kebab(stem) === kebab(name) ||
      new RegExp(
        `\\b(?:function|class|const|let|var)\\s+${escapeRegExp(name)}(?![\\p{L}\\p{M}\\p{N}_$])(?!\\s*=\\s*resolveComponent\\b)`,
        "u",
      ).test(text);
    if (isDefined) return { points: 3 / (position + 1) + route, evidence: [`component ${name}`] };
  }
  return { points: route, evidence: route > 0 ? ["route of the page"] : [] };
}

const nothing: Evidence = { points: 0, evidence: [] };

/** A text that comes from an expression can stand in the data of the same file: `[{ label: "Home" }]`. */
function dataPoints(text: string, { offset, end }: SourceTag, { shown, keys }: Wanted): Evidence {
  const isThere = [...shown, ...keys].some((one) => {
    return one.length >= 2 && quotedAt(text, one).some((at) => at < offset || at > end);
  });
  return isThere ? { points: 2, evidence: ["its text in the data of this file"] } : nothing;
}

/** Where a text stands in quotes first, for each kind of these. */
function quotedAt(text: string, one: string): number[] {
  return ['"', "'", "`"].map((quote) => text.indexOf(`${quote}${one}${quote}`)).filter((at) => at >= 0);
}

interface Near extends Evidence {
  readonly isLabelled: boolean;
}

const before = 1_200;
const after = 500;

/** What stands around the tag: the element's label, ids and classes of what is around it, texts of its neighbours. */
function nearPoints(text: string, { offset }: SourceTag, { around, nearby, shown, keys, tag }: Wanted): Near {
  const front = text.slice(Math.max(0, offset - before), offset);
  const near = front + text.slice(offset, offset + after);
  const evidence: string[] = [];
  let points = Math.min(2.5, around.filter((name) => name.length > 2 && wordIn(front, name)).length * 0.6);
  if (points >= 1) evidence.push("surroundings");
  const texts = nearby.filter((one) => near.includes(one)).length;
  points += Math.min(2, texts * 0.7);
  const label = front.slice(-300) + text.slice(offset, offset + 300);
  const hasLabel = isField(tag) && shown.some((one) => one.length >= 2 && label.includes(one));
  const isKeyed = isField(tag) && keys.size > 0 && quotedIn(label).some((one) => keys.has(one));
  const isLabelled = hasLabel || isKeyed;
  if (isLabelled) {
    points += 2.5;
    evidence.push("its label beside it");
  }
  return { points, evidence, isLabelled };
}

/** Elements whose name stands beside them. */
function isField(tag: string): boolean {
  return /^(input|select|textarea|meter|progress)$/.test(tag);
}

function wordIn(text: string, word: string): boolean {
  const at = text.indexOf(word);
  return at >= 0 && !/[\w-]/.test(text[at + word.length] ?? " ") && !/[\w-]/.test(text[at - 1] ?? " ");
}

/** Sources that write no tags (helpers, hyperscript): a line with the element's own words in quotes. */
function literalPlaces(file: string, text: string, { shown, keys, testId, attributes }: Wanted, factor: number): Place[] {
  const named = [testId, attributes["id"] ?? "", attributes["aria-label"] ?? "", attributes["placeholder"] ?? ""];
  const sought = new Map<string, number>([
    ...shown.map((one) => [one, 2.5] as const),
    ...named.map((one) => [one, 3] as const),
    ...[...keys].map((one) => [one, 2.5] as const),
  ]);
  const places: Place[] = [];
  for (const [one, points] of sought) {
    if (one.length < 2) continue;
    const evidence = [`“${one.slice(0, 60)}” in quotes`];
    for (const at of quotedAt(text, one)) {
      const place = { ...noTag, file, ...positionOf(text, at), points: points * factor, local: points, evidence };
      places.push({ ...place, isText: true, isEmpty: true, range: [at, at], is: "data" });
    }
  }
  return places;
}

const leastChars = 2_000;
const longLine = 500;

/** Whether a text is what a build tool wrote: nearly all of it in very long lines, or with a pointer to its source map at the end. */
function looksMinified(text: string): boolean {
  if (/\/[/*][#@] sourceMappingURL=/.test(text.slice(-400))) return true;
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
