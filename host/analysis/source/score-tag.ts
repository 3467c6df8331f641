import { asksFor, namesAsked } from "./keys.js";
import { bareName, plainName, pointsOfName } from "./library-names.js";
import { isDrawer, type Region } from "./region.js";
import { isDrawnAs, namedAs, type Root, rootsOf } from "./roots.js";
import { scoreAttributes } from "./score-attributes.js";
import { dynamicTags, isComponentTag, type SourceTag, type SourceText, transparent } from "./tags.js";
import { begin, fitOfText, type TextFit } from "./texts.js";
import type { Wanted } from "./wanted.js";
import { type Add, type Feature, weights } from "./weights.js";

/** How well a tag of a source fits, and why, in words. */
export interface TagScore {
  readonly features: Partial<Record<Feature, number>>;
  readonly evidence: string[];
  /** Adds to both. */
  readonly add: Add;
  /** Whether the element's text is written in it. */
  readonly isText: boolean;
  /** Whether what it shows comes from outside: a wrapper's text and attributes are those of its use. */
  readonly isPassed: boolean;
}

/** Judges one tag of a source. Undefined when it cannot have made the element. */
export function scoreTag(tag: SourceTag, wanted: Wanted, source: SourceText, region: Region): TagScore | undefined {
  const isOther = wanted.tag !== "" && tag.tag !== wanted.tag;
  const isComponent = isComponentTag(tag.tag) || dynamicTags.has(tag.tag);
  if (transparent.has(tag.tag) || (isOther && (!isComponent || wanted.distant.has(tag.tag)))) return undefined;
  const roots = isOther ? rootsOf(region.sources)(source)(tag)?.filter((root) => isDrawnAs(root, wanted)) : undefined;
  const isDistant = isOther && roots === undefined && wanted.distant.has(plainName(tag.tag)) && namedAs(region.sources, tag).length === 0;
  const features: Partial<Record<Feature, number>> = {};
  const evidence: string[] = [];
  const add: Add = (feature, value = 1, words) => {
    if (value === 0) return;
    const isFor = weights[feature] > 0;
    // Without an element nothing is known that could speak against a tag.
    if (!isFor && wanted.tag === "") return;
    features[feature] = (features[feature] ?? 0) + value;
    if (words !== undefined && isFor) evidence.push(words);
  };
  if (isOther) features.component = 1;
  else if (wanted.tag !== "") add("tag", 1, `<${tag.tag}>`);
  scoreAttributes(tag, wanted, source.file, add);
  for (const [feature, value] of bestOf(roots ?? [], wanted, source.file)) add(feature, value);
  const fit = fitOfText(tag, wanted.shown);
  // Text of a leaf stands in it, unless a script that knows it by its id writes another; what holds others can hold them beside what is not read.
  const isOwned = features.ownAttribute !== undefined;
  if (fit === "conflict" && wanted.shown.length > 0 && !isComponent && isLeaf.test(tag.tag) && !isOwned) return undefined;
  const text = wanted.shown.length === 0 ? undefined : scoreText(fit, wanted, add);
  if (text !== undefined) evidence.push(text);
  // Where a text is written stays, whatever draws it.
  if (roots?.length === 0 && text === undefined) return undefined;
  const { names, isOther: isOtherDrawer } = region.themed;
  // `<Box component="nav">` draws a <nav>, and with it what else the component draws.
  const as = ["as", "component"].flatMap((name) => tag.attributes.get(name) ?? []).find((one) => !one.isDynamic)?.value;
  if (isOther && as === wanted.tag) add("tag");
  const isDrawnAsOther = isOther && as !== undefined && as !== wanted.tag && !as.includes("/");
  if (isOtherDrawer(tag) || isDistant || isDrawnAsOther) add("otherAttribute");
  if (roots?.length === 0) add("otherAttribute", 3);
  // What a component is handed is on the outermost element that it draws alone.
  if (names.has(bareName(tag))) delete features.foreignClasses;
  const named = !isComponent || isOtherDrawer(tag) ? 0 : (names.get(bareName(tag)) ?? pointsOfName(tag, wanted));
  add("className", named, `class of <${tag.tag}>`);
  if (isComponent && isOther && kindsOf(wanted).some((kind) => plainName(tag.tag).endsWith(kind))) add("kindName", 1, `<${tag.tag}>`);
  if (features.handedText === undefined && fit !== "literal" && fit !== "quoted")
    add("keyed", Math.log1p(asksFor(tag, region.held)), "the key of its text");
  // What shows a text is drawn by a component that is handed something, or by the package's own.
  const isFixed = fit !== "open" && !tag.attributes.has("...") && namesAsked(tag).length === 0;
  const isHanded = wanted.own !== "" && isOther && isComponent && isFixed && !isDrawer(tag.tag, region);
  if ((wanted.tag === "" || isHanded) && evidence.length === 0) return undefined;
  if (wanted.tag === "") features.wordsAlone = 1;
  scoreNesting(tag, source, wanted, add);
  const isPassed = tag.attributes.has("...") && (fit === "none" || fit === "open");
  return { features, evidence, add, isText: text !== undefined, isPassed };
}

/** What speaks for and against the tag that fits most of those that a component draws. */
function bestOf(roots: readonly Root[], wanted: Wanted, file: string): readonly (readonly [Feature, number])[] {
  const all = roots.map(({ tag }) => {
    const found: (readonly [Feature, number])[] = [["tag", 1]];
    scoreAttributes(tag, wanted, file, (feature, value = 1) => found.push([feature, value]));
    const strokes = tag.tag === "svg" ? wanted.within.texts.filter((one) => tag.inner.toLowerCase().includes(one)) : [];
    return [...found, ["textsWithin", strokes.length / Math.max(1, wanted.within.texts.length)] as const];
  });
  const pointsOf = (found: (typeof all)[number]) => found.reduce((sum, [feature, value]) => sum + weights[feature] * value, 0);
  return all.toSorted((a, b) => pointsOf(b) - pointsOf(a))[0] ?? [];
}

/** By what a component's name can end that draws the element: `<UButton>` a button. */
function kindsOf({ tag, attributes }: Wanted): string[] {
  return [tag === "a" ? "link" : tag, attributes["role"] ?? ""].filter((kind) => kind.length >= leastKind && kind !== "span");
}

const leastKind = 4;

/** Words around the text, of ways in which it is written in a tag. */
const written = {
  literal: "text %",
  quoted: "text % in an expression",
  template: "text with parts filled in, %",
  parts: "parts of the text %",
  holds: "holds the text %",
} as const;

/** Words for the way in which a text fits, if it does: what a box shows is written in what it holds. */
function scoreText(fit: TextFit, wanted: Wanted, add: Add): string | undefined {
  if (fit === "none" || fit === "open" || fit === "conflict") return undefined;
  if (fit !== "holds" && fit !== "parts" && !isBox(wanted)) add(fit === "quoted" ? "template" : fit);
  return written[fit].replace("%", () => `“${begin(wanted.shown[0] ?? "")}”`);
}

/** Whether an element shows nothing itself, but holds what does. */
function isBox({ tag, own }: Wanted): boolean {
  return tag !== "" && own === "" && !isControl.test(tag);
}

const isControl = /^(a|button|label|summary|option)$/;

/** Elements that hold words and no blocks (phrasing content, HTML 3.2.5.2.5), and headings. */
const isLeaf = /^(a|button|label|summary|option|span|p|h[1-6]|b|i|em|strong|small|code|dt|legend|caption|th)$/;

/** A parent that is written around the tag is the element's parent, where no component stands between; its place there distinguishes equal tags. */
function scoreNesting(tag: SourceTag, { tags }: Pick<SourceText, "tags">, { parent, child }: Wanted, add: Add): void {
  if (parent === "") return;
  const outer = tags[tag.around];
  // A tooltip draws nothing around what stands in it.
  const { count, index } = outer !== undefined && /tooltip/i.test(outer.tag) ? outer.child : tag.child;
  // Where a parent has as many children in the source as on the page, they are the same in order.
  if (tag.around >= 0 && count > 1 && count === child.count && index === child.index) add("place");
  if (outer !== undefined && !isComponentTag(outer.tag) && outer.tag.toLowerCase() !== parent) add("otherParent");
}
