import { type Add, scoreAttributes } from "./score-attributes.js";
import { isComponentTag, type SourceTag } from "./tags.js";
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

/** Judges one tag of a source. Undefined when it cannot have made the element. */
export function scoreTag(tag: SourceTag, wanted: Wanted, keys: ReadonlySet<string>): TagScore | undefined {
  const isComponent = isComponentTag(tag.tag);
  if (wanted.tag !== "" && tag.tag !== wanted.tag && !isComponent) return undefined;
  const evidence: string[] = [];
  let points = 0;
  const add: Add = (more, words) => {
    points += more;
    if (words !== undefined && more > 0) evidence.push(words);
  };
  if (tag.tag === wanted.tag) add(2, `<${tag.tag}>`);
  if (!scoreAttributes(tag, wanted, keys, add)) return undefined;
  const fit = fitOfText(tag.inner, wanted.shown, keys);
  const text = wanted.shown.length === 0 ? { points: 0, words: "" } : textScore(tag, wanted, fit, isComponent);
  if (text === undefined) return undefined;
  if (isComponent && isNamedAfter(tag.tag, wanted.tag) && points + text.points > 0) points += 0.6;
  add(nestingPoints(tag, wanted));
  // A component's use is a candidate only for what it hands down.
  if (isComponent && tag.tag !== wanted.tag && points + text.points <= 0) return undefined;
  const isPassed = tag.isOpenEnded && (fit === "none" || fit === "open");
  return { points, evidence, text, isPassed };
}

/** Points and words of each way in which a text fits. */
function textScore(tag: SourceTag, wanted: Wanted, fit: TextFit, isComponent: boolean): TagScore["text"] | undefined {
  const words = `“${(wanted.shown[0] ?? "").slice(0, 60)}”`;
  switch (fit) {
    case "literal":
      return { points: 5, words: `text ${words}` };
    case "quoted":
      return { points: 4.5, words: `text ${words} in an expression` };
    case "template":
      return { points: 4, words: `text with parts filled in, ${words}` };
    case "parts":
      return { points: 3, words: `parts of the text ${words}` };
    case "key":
      return { points: 5, words: `message key of ${words}` };
    case "holds":
      // Without an element a part of the text is all that was asked for.
      if (wanted.tag === "") return { points: 3, words: `holds the text ${words}` };
      return { points: isComponent ? 0.5 : 1, words: `holds the text ${words}` };
    case "open":
      return { points: 0.4, words: "" };
    case "none":
      return { points: isSilent(tag, wanted, isComponent) ? -2 : 0, words: "" };
    default:
      // Fields and frames show what their source does not hold.
      if (holdsOthers.test(tag.tag)) return { points: -0.5, words: "" };
      return isComponent ? { points: -1, words: "" } : undefined;
  }
}

const holdsOthers = /^(select|input|textarea|iframe|details|svg|video|form|ul|ol|table|div|section|main|body)$/;

/** A tag with no text, expression or component in it, of an element that shows a text. */
function isSilent(tag: SourceTag, { below }: Wanted, isComponent: boolean): boolean {
  if (below === "" || isComponent || tag.isOpenEnded || !tag.isWhole || holdsOthers.test(tag.tag)) return false;
  return (
    !/<\/?(?:[A-Z]|\w+[.-]|slot)/.test(tag.inner) &&
    ![...tag.attributes.keys()].some((name) => /html|text|^i18n|^data-|content|^id$/i.test(name))
  );
}

const kinds: readonly (readonly [tag: string, names: RegExp])[] = [
  ["button", /button|btn|fab|toggle|trigger|switch/i],
  ["a", /link|anchor|^a$|button|btn|navitem/i],
  ["input", /input|field|check|radio|switch|text|search|toggle|slider/i],
  ["textarea", /text|input|field|editor/i],
  ["select", /select|dropdown|combo|picker|field/i],
];

/** Whether a component's name says that it makes such an element. */
function isNamedAfter(component: string, tag: string): boolean {
  return kinds.some(([kind, names]) => kind === tag && names.test(component));
}

/** A parent that is written around the tag is the element's parent, where no component stands between; its place there tells equal tags apart. */
function nestingPoints({ parent, place }: SourceTag, { parents, place: actualPlace }: Wanted): number {
  const [actual] = parents;
  if (actual === undefined) return 0;
  const atPlace = place === actualPlace ? 0.3 : 0;
  if (parent === "" || isComponentTag(parent)) return atPlace;
  // The parser of HTML adds a table's body.
  const isSame = parent.toLowerCase() === actual || (parent === "table" && actual === "tbody");
  return atPlace + (isSame ? 0.5 : -0.5);
}
