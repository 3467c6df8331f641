import { readsHolder } from "./held.js";
import { drawsOneOf, type Icons, iconsNamedIn } from "./icon-paths.js";
import { drawnIconOf, replacedPoints } from "./icons.js";
import { isAnyIcon, isIconTag, isNamedIcon, plainName, pointsOfName } from "./library-names.js";
import type { Region } from "./region.js";
import { type Add, scoreAttributes } from "./score-attributes.js";
import { isComponentTag, isDynamicTag, longestInner, type SourceTag, type SourceText } from "./tags.js";
import { fitOfText, quotedIn, type TextFit } from "./texts.js";
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
  /** Whether it names an icon that the element shows. */
  readonly isDrawn: boolean;
  /** Whether it has the name that the element shows. */
  readonly isCalled: boolean;
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
  const icon = isComponent ? undefined : drawnIconOf(wanted);
  const replaced = icon === undefined ? 0 : replacedPoints(tag, icon);
  if (wanted.tag !== "" && tag.tag !== wanted.tag && !mayDraw(tag.tag, wanted) && replaced === 0) return undefined;
  const isIcon = isComponent && wanted.tag === "svg" && isIconTag(tag, source);
  const evidence: string[] = [];
  let points = 0;
  const add: Add = (more, words) => {
    points += more;
    if (words !== undefined && more > 0) evidence.push(words);
  };
  if (tag.tag === wanted.tag) add(2, `<${tag.tag}>`);
  if (replaced > 0) add(replaced, `<${tag.tag}> of icon ${icon}`);
  if (isDynamicTag(tag.tag)) add(dynamicTagPoints(tag, wanted));
  if (!scoreAttributes(tag, wanted, script, add)) return undefined;
  const drawn = drawingPoints(tag, wanted, { icons: region.meanings.iconsOf(source.file), isIcon: isIconTag(tag, source) });
  if (drawn === undefined) return undefined;
  add(drawn, "its icon");
  const handed = isComponent ? points : 0;
  const fit = fitOfText(tag.inner, wanted.shown, wanted.keys);
  const text = wanted.shown.length === 0 ? { points: 0, words: "" } : textScore(tag, wanted, fit, isComponent);
  if (text === undefined) return undefined;
  if (isComponent && isNamedAfter(tag.tag, wanted.tag) && points + text.points > 0) points += 0.6;
  const named = isComponent ? pointsOfName(tag.tag, wanted) : 0;
  if (named > 0) add(named, `class of <${tag.tag}>`);
  if (isComponent) add(drawnPoints(tag.tag, wanted, region));
  const isNamesake = isCalled(tag.tag, wanted);
  if (isComponent && isNamesake) add(3, `named as <${tag.tag}>`);
  // Of an icon whose classes name it another icon is none.
  if (isIcon && (named > 0 || !isNamedIcon(wanted) || isAnyIcon(tag, source))) add(2, `icon <${tag.tag}>`);
  else if (isIcon) add(-1);
  const isDrawer = isComponent && region.owner?.drawnBy === plainName(tag.tag);
  if (region.isNamed && named === 0 && !isDrawer && (isComponent ? !region.defined.has(plainName(tag.tag)) : !hasClassOf(tag, wanted)))
    add(handed >= handedText ? -1 : -3.5);
  if (region.properties.size > 0) add(propertyPoints(tag, fit, region.properties), "shows what its data hands on");
  if (isComponent && takesData(tag, source.file, region)) add(dataPoints, "takes the data with its text");
  add(nestingPoints(tag, wanted));
  // A component's use is a candidate only for what it hands down.
  if (isComponent && tag.tag !== wanted.tag && !isDrawer && points + text.points <= 0) return undefined;
  const isPassed = tag.isOpenEnded && (fit === "none" || fit === "open");
  return { points, evidence, text, isPassed, isDrawn: drawn > 0, isCalled: isNamesake };
}

const dataPoints = 4;

/** Whether a tag is a component's that can draw an element of another name. */
function mayDraw(tag: string, { hosts }: Wanted): boolean {
  return isDynamicTag(tag) || (isComponentTag(tag) && !hosts.has(tag));
}

/**
 * Points for the icons that a tag is or names, by what the element draws; undefined where it cannot be the element's. `isIcon`: by its name or
 * its module it draws an icon and nothing else.
 */
function drawingPoints(
  { tag, attributes }: SourceTag,
  { drawings, tag: shown, parents }: Wanted,
  { icons, isIcon }: { readonly icons: Icons; readonly isIcon: boolean },
): number | undefined {
  if (icons.size === 0 || drawings.length === 0) return 0;
  const isOfDrawing = shown === "svg" || parents.includes("svg");
  if (icons.has(tag)) return isOfDrawing && drawsOneOf(icons, tag, drawings) ? iconItself : undefined;
  let points = 0;
  for (const [name, { value, isDynamic }] of attributes) {
    const named = isDynamic && !/^(on|@|#|\(|key$|ref$)/.test(name) ? iconsNamedIn(value, icons) : [];
    if (named.length === 0) continue;
    if (!named.some((icon) => drawsOneOf(icons, icon, drawings))) points -= drawings.length > fewDrawings ? 1 : 4;
    else if (isOfDrawing) points += isIcon ? iconItself : 3;
    else if (isIcon) return undefined;
    else if (drawings.length <= fewDrawings) points += /^(?:a|button|input)$/.test(shown) ? 4 : 1.5;
  }
  return points;
}

const iconItself = 5;
/** An element with more holds other parts that have icons of their own. */
const fewDrawings = 2;

/** Points for the elements that the expression of a dynamic tag names: `:is="href ? 'a' : 'button'"`. */
function dynamicTagPoints({ attributes }: SourceTag, { tag }: Wanted): number {
  const { value = "", isDynamic = false } = attributes.get("is") ?? attributes.get("this") ?? {};
  const named = isDynamic ? quotedIn(value) : [value];
  if (named.includes(tag)) return 2;
  return isDynamic && /^[\s\w$.]+$/.test(value) ? 1 : -1;
}

/** Points of a component for the tag that it draws outermost. */
function drawnPoints(component: string, { tag, classes }: Wanted, { drawn, defined }: Region): number {
  const tags = drawn(component);
  if (tags === undefined) return 0;
  if (defined.has(plainName(component))) return tags.has(tag) ? 1 : -1;
  return classes.length > 0 ? 0 : tags.has(tag) ? 1 : -1;
}

/** Whether a package's component is handed a variable of the file that holds the element's text: `<Menu :items="links" />`. */
function takesData({ tag, attributes }: SourceTag, file: string, region: Region): boolean {
  const holders = region.holders.get(file) ?? [];
  if (holders.length === 0 || region.defined.has(plainName(tag))) return false;
  return [...attributes].some(
    ([name, { value, isDynamic }]) => isDynamic && !/^(on|@|v-|#|key$|class$|style$|sx$|ref$)/.test(name) && readsHolder(value, holders),
  );
}

/** What the element's text in an attribute of a component comes to: the component can draw what other components of its package make too. */
const handedText = 2;

/**
 * Whether a component has the name that the element shows, `<Editor.BulletList>` of a button “Bullet list”, or its words in another order:
 * `<SidebarCollapse>` of one “Collapse sidebar”.
 */
function isCalled(tag: string, { shown }: Wanted): boolean {
  const name = plainName(tag.slice(tag.lastIndexOf(".") + 1));
  if (name.length < 4) return false;
  return shown.some((one) => {
    const words = one.length > longestName ? [] : wordsOf(one);
    if (words.join("") === name) return true;
    const plain = plainName(tag);
    if (words.length < 2 || !words.every((word) => word.length >= leastWord && plain.includes(word))) return false;
    const own = wordsOf(tag);
    return words.every((word) => own.includes(word));
  });
}

const longestName = 60;
const leastWord = 4;

function wordsOf(text: string): string[] {
  const words = text.replace(/([\p{Ll}\p{N}])(?=\p{Lu})/gu, "$1 ").match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.map((word) => word.toLowerCase());
}

/** Whether a fixed class of the element is written in the tag. */
function hasClassOf({ attributes }: SourceTag, { classes }: Wanted): boolean {
  const written = attributes.get("class")?.value ?? "";
  return classes.some((name) => written.includes(name));
}

/** Points where an expression in the tag reads a property that holds the element's text somewhere. */
function propertyPoints({ attributes, inner }: SourceTag, fit: TextFit, properties: ReadonlySet<string>): number {
  const reads = (expression: string) => (expression.match(/[A-Za-z_$][\w$]*/g) ?? []).some((name) => properties.has(name));
  const inText = fit === "open" && !/<[A-Za-z]/.test(inner) && reads(inner);
  const inAttribute = [...attributes].some(
    ([name, { value, isDynamic }]) => isDynamic && !/^(on|@|key$|class$|style$|sx$|v-for)/.test(name) && reads(value),
  );
  return inText ? 2 : inAttribute ? 1 : 0;
}

/** Points, and words around the text, of ways in which it is written in a tag. */
const written: Partial<Readonly<Record<TextFit, readonly [points: number, words: string]>>> = {
  literal: [5, "text %"],
  quoted: [4.5, "text % in an expression"],
  template: [4, "text with parts filled in, %"],
  parts: [3, "parts of the text %"],
  key: [5, "message key of %"],
};

/** Points and words for the way in which a text fits; undefined where another text stands there. */
function textScore(tag: SourceTag, wanted: Wanted, fit: TextFit, isComponent: boolean): TagScore["text"] | undefined {
  const words = `“${(wanted.shown[0] ?? "").slice(0, 60)}”`;
  const [points, around] = written[fit] ?? [];
  if (points !== undefined && around !== undefined) {
    // What a box shows is written in what it holds, a part of it in one of those.
    const share = !isBox(wanted) ? 1 : (wanted.below.length < 200 ? 0.5 : 0.2) * (fit === "parts" ? 0.5 : 1);
    return { points: points * share, words: around.replace("%", () => words) };
  }
  // Without an element a part of the text is all that was asked for.
  if (fit === "holds") return { points: wanted.tag === "" ? 3 : isComponent ? 0.5 : 1, words: `holds the text ${words}` };
  if (fit === "open") return { points: 0.4, words: "" };
  if (fit === "none") return { points: isSilent(tag, wanted, isComponent) ? -2 : 0, words: "" };
  // Fields and frames show what their source does not hold.
  if (holdsOthers.test(tag.tag)) return { points: -0.5, words: "" };
  return isComponent ? { points: -1, words: "" } : undefined;
}

/** Whether an element shows nothing itself, but holds what does. */
export function isBox({ tag, own }: Wanted): boolean {
  return tag !== "" && own === "" && !isControl.test(tag);
}

const isControl = /^(a|button|label|summary|option)$/;

const holdsOthers = /^(select|input|textarea|iframe|details|svg|video|form|ul|ol|table|div|section|main|body)$/;

/** A tag with no text, expression or component in it, of an element that shows a text. */
function isSilent(tag: SourceTag, { below }: Wanted, isComponent: boolean): boolean {
  if (below === "" || isComponent || tag.isOpenEnded || tag.inner.length >= longestInner || holdsOthers.test(tag.tag)) return false;
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

/** Whether a component's name shows that it makes such an element. */
function isNamedAfter(component: string, tag: string): boolean {
  return kinds.some(([kind, names]) => kind === tag && names.test(component));
}

/** Whether a tag is the element's by its name: the same, the component that its classes speak for, or one named after such elements. */
export function isOwnTag(
  tag: string,
  { tag: wanted, libraryNames, classes, holds }: Pick<Wanted, "tag" | "libraryNames" | "classes" | "holds">,
): boolean {
  if (tag === wanted || isDynamicTag(tag)) return true;
  if (!isComponentTag(tag)) return false;
  // A button within a link is made by a tag of its own.
  if (wanted === "a" && holds.has("button") && /button|btn/i.test(tag)) return false;
  return pointsOfName(tag, { libraryNames, classes }) >= 2 || isNamedAfter(tag, wanted);
}

/** A parent that is written around the tag is the element's parent, where no component stands between; its place there distinguishes equal tags. */
function nestingPoints(tag: SourceTag, wanted: Wanted): number {
  const [actual] = wanted.parents;
  if (actual === undefined) return 0;
  const points = placePoints(tag, wanted);
  if (tag.parent === "" || isComponentTag(tag.parent)) return points;
  // The parser of HTML adds a table's body.
  const isSame = tag.parent.toLowerCase() === actual || (tag.parent === "table" && actual === "tbody");
  return points + (isSame ? 0.5 : -0.5);
}

/** Where a parent has as many children in the source as on the page, they are the same in order. */
function placePoints({ around, child, place }: SourceTag, wanted: Wanted): number {
  if (around >= 0) {
    for (const [written, shown] of [
      [child, wanted.child],
      [place, wanted.place],
    ] as const)
      if (written.count > 1 && written.count === shown.count) return written.index === shown.index ? 0.9 : -0.4;
  }
  return place.index === wanted.place.index ? 0.3 : 0;
}
