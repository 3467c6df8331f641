import { isAnyIcon, isIconTag, isNamedIcon, plainName, pointsOfName } from "./library-names.js";
import { isDrawer, type Region } from "./region.js";
import { scoreAttributes } from "./score-attributes.js";
import { type Add, scores } from "./scores.js";
import { isComponentTag, isDynamicTag, type SourceTag, type SourceText } from "./tags.js";
import { fitOfText, type TextFit } from "./texts.js";
import type { Wanted } from "./wanted.js";

/** How well a tag of a source fits, in points, and why, in words. */
export interface TagScore {
  /** Without those for the text. */
  readonly points: number;
  readonly evidence: readonly string[];
  /** What the text inside the tag adds. */
  readonly text: { readonly points: number; readonly words: string };
  /** Whether what it shows comes from outside: a wrapper's text and attributes are those of its use. */
  readonly isPassed: boolean;
}

/** Where a tag stands, and what all files together say. */
export interface TagSource {
  readonly source: SourceText;
  /** The text without its opening tags. */
  readonly script: () => string;
  readonly region: Region;
}

/** Judges one tag of a source. Undefined when it cannot have made the element. */
export function scoreTag(tag: SourceTag, wanted: Wanted, { source, script, region }: TagSource): TagScore | undefined {
  const isComponent = isComponentTag(tag.tag) || isDynamicTag(tag.tag);
  if (wanted.tag !== "" && tag.tag !== wanted.tag && !mayDraw(tag.tag, wanted)) return undefined;
  const isIcon = isComponent && wanted.tag === "svg" && isIconTag(tag, source);
  const evidence: string[] = [];
  let points = 0;
  const add: Add = (score, words, times = 1) => {
    const more = scores[score] * times;
    // Without an element nothing is known that could speak against a tag.
    if (more < 0 && wanted.tag === "") return;
    points += more;
    if (words !== undefined && more > 0) evidence.push(words);
  };
  if (tag.tag === wanted.tag) add("tag", `<${tag.tag}>`);
  if (!scoreAttributes(tag, wanted, script, add)) return undefined;
  const fit = fitOfText(tag.inner, wanted.shown, wanted.keys);
  // Text of a leaf stands in it; what holds others can hold them beside what is not read.
  if (fit === "conflict" && wanted.shown.length > 0 && !isComponent && isLeaf.test(tag.tag)) return undefined;
  const text = wanted.shown.length === 0 ? nothing : textScore(wanted, fit, isBox(wanted));
  const named = isComponent ? pointsOfName(tag.tag, wanted) : 0;
  add("className", `class of <${tag.tag}>`, named);
  if (isComponent && isCalled(tag.tag, wanted)) add("calledAs", `named as <${tag.tag}>`);
  if (isComponent) add("drawnTag", undefined, drawnFit(tag.tag, wanted, region));
  // Of an icon whose classes name it another icon is none.
  if (isIcon && (named > 0 || !isNamedIcon(wanted) || isAnyIcon(tag, source))) add("iconTag", `icon <${tag.tag}>`);
  else if (isIcon) add("otherIconTag");
  scoreNesting(tag, wanted, add);
  // A component's use is a candidate only for what it hands down.
  if (isComponent && tag.tag !== wanted.tag && !isDrawer(tag.tag, region) && points + text.points <= 0) return undefined;
  const isPassed = tag.isOpenEnded && (fit === "none" || fit === "open");
  return { points, evidence, text, isPassed };
}

/** Whether a component has the name that the element shows. */
function isCalled(tag: string, { shown }: Wanted): boolean {
  const name = plainName(tag.slice(tag.lastIndexOf(".") + 1));
  return (
    name.length > longestOfAny &&
    shown.some((one) => one.length <= longestName && one.replace(/[^\p{L}\p{N}]/gu, "").toLowerCase() === name)
  );
}

/** Shorter names are words of many things; longer texts name nothing. */
const [longestOfAny, longestName] = [3, 60];

/** Whether a tag is a component's that can draw an element of another name. */
function mayDraw(tag: string, { hosts }: Wanted): boolean {
  return isDynamicTag(tag) || (isComponentTag(tag) && !hosts.has(tag));
}

/** Whether a component draws such a tag outermost: 1, -1 where it draws another one, 0 where that is not known. */
function drawnFit(component: string, { tag, classes }: Wanted, { drawn, defined }: Region): number {
  const tags = drawn(component);
  if (tags === undefined || (classes.length > 0 && !defined.has(plainName(component)))) return 0;
  return tags.has(tag) ? 1 : -1;
}

/** Words around the text, of ways in which it is written in a tag. */
const written = {
  literal: "text %",
  quoted: "text % in an expression",
  template: "text with parts filled in, %",
  parts: "parts of the text %",
  key: "message key of %",
  holds: "holds the text %",
} as const;

const longText = 200;

/** Points and words for the way in which a text fits. */
function textScore({ shown, below, tag }: Wanted, fit: TextFit, isBox: boolean): TagScore["text"] {
  if (fit === "none") return nothing;
  if (fit === "open" || fit === "conflict") return { points: scores[fit], words: "" };
  const words = written[fit].replace("%", () => `“${(shown[0] ?? "").slice(0, 60)}”`);
  // Without an element a part of the text is all that was asked for.
  if (fit === "holds") return { points: tag === "" ? scores.parts : scores.holds, words };
  // What a box shows is written in what it holds, a part of it in one of those.
  const share = !isBox ? 1 : (below.length < longText ? scores.ofBox : scores.ofLongBox) * (fit === "parts" ? scores.ofBox : 1);
  return { points: scores[fit] * share, words };
}

const nothing: TagScore["text"] = { points: 0, words: "" };

/** Whether an element shows nothing itself, but holds what does. */
export function isBox({ tag, own }: Wanted): boolean {
  return tag !== "" && own === "" && !isControl.test(tag);
}

const isControl = /^(a|button|label|summary|option)$/;

/** Elements that hold words and no blocks (phrasing content, HTML 3.2.5.2.5), and headings. */
const isLeaf = /^(a|button|label|summary|option|span|p|h[1-6]|b|i|em|strong|small|code|dt|legend|caption|th)$/;

/** A parent that is written around the tag is the element's parent, where no component stands between; its place there distinguishes equal tags. */
function scoreNesting(tag: SourceTag, { parents: [actual], child, place }: Wanted, add: Add): void {
  if (actual === undefined) return;
  // Where a parent has as many children in the source as on the page, they are the same in order.
  const ranks =
    tag.around < 0
      ? []
      : ([
          [tag.child, child],
          [tag.place, place],
        ] as const);
  const [known] = ranks.filter(([written, shown]) => written.count > 1 && written.count === shown.count);
  if (known !== undefined) add(known[0].index === known[1].index ? "place" : "otherPlace");
  else if (tag.place.index === place.index) add("samePlace");
  if (tag.parent === "" || isComponentTag(tag.parent)) return;
  // The parser of HTML adds a table's body.
  const isSame = tag.parent.toLowerCase() === actual || (tag.parent === "table" && actual === "tbody");
  add("parent", undefined, isSame ? 1 : -1);
}
