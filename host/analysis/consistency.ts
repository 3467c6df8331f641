import { isStableName } from "../contract/generated-names.js";
import { addToGroup, groupBy } from "../contract/group-by.js";
import type { CapturedElement, CaptureReader } from "../contract/reader.js";
import { hexOf, parseColor } from "./colors.js";
import { isOfApp, visibleStyle } from "./element-facts.js";
import { headingLevel, isHeading } from "./roles.js";
import { groundOf } from "./spacing.js";

/** One value that a property has in one kind of element, over all captures. */
export interface ValueUse {
  readonly kind: string;
  readonly property: string;
  readonly value: string;
  /** The design token (custom property of the root) that alone has this very value. */
  readonly token: string | undefined;
  readonly count: number;
  /** Elements of this kind. */
  readonly of: number;
  /** Rare where another value is the rule for elements of the same page and classes, and not for the state that its elements are in. */
  readonly isOdd: boolean;
  /** Index of the capture and ref, a few. */
  readonly examples: readonly { readonly capture: number; readonly ref: string }[];
}

const properties = (
  "size font color background-color padding border-width border-style border-color border-radius box-shadow " +
  "text-transform letter-spacing text-align gap"
).split(" ");

/** Values that differ within a kind of element; kinds and properties with a single value are left out. The oddest come first. */
export function consistencyOf(readers: readonly CaptureReader[]): ValueUse[] {
  const kinds = new Map<string, Member[]>();
  for (const [capture, reader] of readers.entries()) {
    const looks = new Map<number | undefined, Member["look"]>();
    for (const element of reader.elements()) {
      const kind = element.visible ? kindOf(reader, element) : undefined;
      if (kind === undefined || !isOfApp(reader, element)) continue;
      const style = reader.nodes.style[element.index];
      const look = looks.get(style) ?? lookOf(reader, element);
      looks.set(style, look);
      const textLook = () => new Map(look).set("around", aroundOf(reader, element.index));
      const shown = kind === "icon" ? sizeOf(reader, element) : kind === "text" ? textLook() : look;
      addToGroup(kinds, kind, { capture, reader, element, look: shown, classes: classesOf(reader, element) });
    }
  }
  const tokenOf = makeTokenOf(readers);
  const all = [...kinds].flatMap(([kind, members]) => properties.flatMap((property) => usesOf(tokenOf, kind, property, members)));
  // Texts have too many usual looks to be listed.
  const uses = all.filter(({ kind, isOdd }) => kind !== "text" || isOdd);
  return uses.sort(
    (a, b) =>
      Number(b.isOdd) - Number(a.isOdd) ||
      b.of - a.of ||
      a.kind.localeCompare(b.kind) ||
      a.property.localeCompare(b.property) ||
      b.count - a.count,
  );
}

function kindOf(reader: CaptureReader, element: CapturedElement): string | undefined {
  const { role, tag, attributes, index } = element;
  if (isHeading(element)) return `heading ${headingLevel(element)}`;
  if (role === "button") return "button";
  if (role === "textbox" || role === "searchbox") return "text field";
  if (role === "link") return (reader.style(index, "display") ?? "") === "inline" ? "link in text" : "link as block";
  if (/^(combobox|spinbutton|tab|menuitem|dialog|list)$/.test(role)) return role;
  if (isIcon(element)) return "icon";
  if (/(^|[\s_-])card(\s|$)/i.test(attributes["class"] ?? "") || tag === "article") return "card";
  if (/(^|[\s_-])(badge|tag|chip|pill)(\s|$)/i.test(attributes["class"] ?? "")) return "badge";
  if (writtenClasses(attributes) === "") return undefined;
  if (isPainted({ reader, element })) return "box";
  return element.text.trim() !== "" && reader.children(index).length === 0 ? "text" : undefined;
}

const largestIcon = 100;

/** Whether an element is a small picture that is drawn: those of files have proportions of their own. */
function isIcon({ tag, box: [, , width, height] }: CapturedElement): boolean {
  return /^(svg|i)$/.test(tag) && width <= largestIcon && height <= largestIcon;
}

const leastMembers = 3;
const mostExamples = 3;
/** A value of at most this share is odd where another one has at least the other share. */
const oddShare = 0.2;
const ruleShare = 0.6;

interface Member {
  readonly capture: number;
  readonly reader: CaptureReader;
  readonly element: CapturedElement;
  /** One for all that have one set of styles. */
  readonly look: ReadonlyMap<string, string | undefined>;
  readonly classes: string;
}

function lookOf(reader: CaptureReader, { index }: CapturedElement): Member["look"] {
  const shown = (property: string) => visibleStyle(reader, index, property) ?? (property === "border-width" ? "0px" : undefined);
  return new Map(properties.map((property) => [property, shown(property)]));
}

/** Of a small picture its size alone shows, beside the letters that it grows with and what it stands in. */
function sizeOf(reader: CaptureReader, { index, tag, box: [, , width, height], parent, attributes }: CapturedElement): Member["look"] {
  const [, , across = 0, down = 0] = (attributes["viewBox"] ?? "").split(/[\s,]+/).map(Number);
  // A drawing that is no square has proportions of its own.
  const isSquare = Math.abs(width - height) <= 1;
  const isStretched = tag === "svg" && across === down && !(isSquare && down > 0);
  return new Map([
    ["size", `${isStretched ? `${Math.round(width)}px ` : ""}${Math.round(height)}px`],
    ["letters", reader.style(parent, "font")],
    ["around", aroundOf(reader, index)],
  ]);
}

/** Tags of all that an element stands in, and the classes of the nearest. */
function aroundOf(reader: CaptureReader, index: number): string {
  const around = reader.ancestors(index).map((at) => reader.element(at));
  return around.map(({ tag, attributes }, level) => `${tag} ${level < 3 ? writtenClasses(attributes) : ""}`).join(" < ");
}

/** What an element stands in and its own classes that no tool generates, an icon's place among siblings in their stead, and whether it leads anywhere: what has others may be meant to look different. */
function classesOf(reader: CaptureReader, element: CapturedElement): string {
  const { attributes, parent, index } = element;
  const above = parent < 0 ? undefined : reader.element(parent);
  const own = isIcon(element) ? reader.children(parent).indexOf(index) : writtenClasses(attributes);
  return JSON.stringify([own, above?.tag, writtenClasses(above?.attributes ?? {}), "href" in attributes]);
}

function writtenClasses({ class: list = "" }: CapturedElement["attributes"]): string {
  const written = list.split(/\s+/).filter((name) => isStableName(name) || /[^\w-]/.test(name));
  return [...new Set(written)].sort().join(" ");
}

/** Whether an element's item in a menu is marked as the one of the page that shows it. */
function isMarked({ reader, element: { parent } }: Member): boolean {
  const item = parent < 0 ? "" : (reader.element(parent).attributes["class"] ?? "");
  return /(?:^|[\s_-])(?:active|current|selected)(?:\s|$)/.test(item);
}

function usesOf(tokenOf: TokenOf, kind: string, property: string, all: readonly Member[]): ValueUse[] {
  // Corners of which some are square are an end of a group in one frame.
  const members = property === "border-radius" ? all.filter(({ look }) => !/ 0px|^0px ./.test(look.get(property) ?? "")) : all;
  if (members.length < leastMembers) return [];
  const shownBy = ({ look }: Member) => look.get(property);
  const groups = groupBy(members, shownBy);
  if (groups.size < 2) return [];
  const of = [...groups.values()].reduce((sum, group) => sum + group.length, 0);
  // What differs in more than this is another variant: a primary button beside plain ones.
  const variants = [...groupBy(members, (member) => restOf(member, property)).values()];
  const rare = (alike: readonly Member[]) => [...groupBy(alike, shownBy).values()].filter((own) => isRare(own, alike, property)).flat();
  const odd = new Set(variants.flatMap(rare));
  return [...groups].flatMap(([value, group]) =>
    [...groupBy(group, (member) => odd.has(member))].map(([isOdd, some]) => ({
      ...{ kind, property, value: normal(value), token: tokenOf(property, value), count: some.length, of, isOdd },
      examples: some.slice(0, mostExamples).map(({ capture, element }) => ({ capture, ref: element.ref })),
    })),
  );
}

/** Where an element stands, what it is called by, and everything else that it shows; a border is one thing. */
function restOf({ capture, classes, look }: Member, property: string): string {
  const isLine = property.startsWith("border-") && !property.endsWith("radius");
  // Letters are mostly spaced in parts of their size.
  const family = isLine ? /^border-(?:width|style|color)$/ : property === "font" ? /^letter-spacing$/ : undefined;
  const rest = [...look].filter(([name]) => name !== property && family?.test(name) !== true);
  return JSON.stringify([capture, classes, rest]);
}

function isRare(group: readonly Member[], alike: readonly Member[], property: string): boolean {
  const values = [...groupBy(alike, ({ look }) => look.get(property)).values()];
  const rule = values.reduce((largest, one) => (one.length > largest.length ? one : largest), group);
  const depthOf = ({ reader, element }: Member) => reader.ancestors(element.index).length;
  const isAlone =
    group.length === 1 && rule.length === alike.length - 1 && rule.length > 1 && new Set([...group, ...rule].map(depthOf)).size === 1;
  const isCommon = isAlone || (rule.length / alike.length >= ruleShare && group.length / alike.length <= oddShare);
  return isCommon && !isOwnState(group, rule) && !isUnseen(group, rule, property);
}

const inherited = new Set(["color", "font", "letter-spacing", "text-align", "text-transform"]);

/** What all have from around them, as in a card of another ground or a raised note; a colour on another ground; lines that close a list; room and corners of what shows no end; corners that are none within a group in one frame. */
function isUnseen(group: readonly Member[], rule: readonly Member[], property: string): boolean {
  if (inherited.has(property) && [...group, ...rule].every((one) => isOfParent(one, property))) return true;
  const grounds = new Set(property === "color" ? rule.map(groundBelow) : []);
  if (property === "color" && !group.some((one) => grounds.has(groundBelow(one)))) return true;
  const isCorner = property === "border-radius";
  if (property.startsWith("border-") && !isCorner && group.every(isEnd) && !rule.every(isEnd)) return true;
  if ((isCorner || property === "padding") && !group.some(isPainted)) return true;
  return isCorner && ((group.every(isJoined) && !rule.some(isJoined)) || (!group.some(isJoined) && rule.every(isJoined)));
}

/** Whether an element is its parent's first or last: a list may be closed by a line. */
function isEnd({ reader, element: { index, parent } }: Member): boolean {
  const all = reader.children(parent);
  return index === all[0] || index === all.at(-1);
}

function isOfParent({ reader, element: { index, parent } }: Member, property: string): boolean {
  return parent >= 0 && reader.style(index, property) === reader.style(parent, property);
}

/** The colour that an element stands on. */
function groundBelow({ reader, element: { parent } }: Member): string {
  return groundOf(reader, reader.element(Math.max(parent, 0)));
}

/** What is chosen, pressed or disabled is meant to look so. */
const shownStates = ["selected", "checked", "pressed", "current", "disabled", "invalid"];

function isOwnState(group: readonly Member[], rule: readonly Member[]): boolean {
  if (group.every(isMarked) && !rule.every(isMarked)) return true;
  const isIn = (state: string) => (member: Member) =>
    ![undefined, "", "false"].includes(member.element.states[state] ?? member.element.attributes[`aria-${state}`]);
  return shownStates.some((state) => group.every(isIn(state)) && !rule.some(isIn(state)));
}

/** Whether an element shows where it ends, by a ground, a border or a shadow. */
function isPainted({ reader, element: { index } }: Pick<Member, "reader" | "element">): boolean {
  const seen = (property: string) => visibleStyle(reader, index, property) ?? "none";
  const ground = parseColor(seen("background-color"))?.alpha;
  return ground !== 0 || ["background-image", "border-width", "box-shadow"].some((property) => seen(property) !== "none");
}

/** Whether an element touches the sibling before it, as in a group in one frame. */
function isJoined({ reader, element: { index, parent, box } }: Member): boolean {
  const before = reader.children(parent)[reader.children(parent).indexOf(index) - 1];
  if (before === undefined) return false;
  const [left, top, width, height] = box;
  const [x, y, w, h] = reader.element(before).box;
  const isBeside = Math.abs(x + w - left) <= touching && y < top + height && top < y + h;
  return isBeside || (Math.abs(y + h - top) <= touching && x < left + width && left < x + w);
}

/** Borders of neighbours may lie on each other. In CSS pixels. */
const touching = 1.5;

/** How names of tokens made for a property look. Colours are for any colour. */
const meant: Readonly<Record<string, RegExp>> = {
  font: /font|type|text|body|heading/,
  padding: /^(?!.*(?:font|margin)).*(?:spac|padding|gap|size|inset|gutter)/,
  "border-width": /border|outline|stroke|line|width/,
  "border-style": /border-?style|line-?style|outline-?style/,
  "border-radius": /^(?!.*blur).*(?:radius|round|corner)/,
  "box-shadow": /shadow|elevation|depth/,
  "text-transform": /text-?transform|case/,
  "letter-spacing": /letter|track/,
};

/** Names the custom property of the root that has a value and is made for such; undefined where none or several are. */
type TokenOf = (property: string, value: string) => string | undefined;

function makeTokenOf(readers: readonly CaptureReader[]): TokenOf {
  const names = new Map<string, Set<string>>();
  // Tailwind keeps values of its own making in properties of this name: no token of a design.
  for (const reader of readers)
    for (const [name, value] of Object.entries(reader.capture.styles.tokens))
      if (!name.startsWith("--tw-")) names.set(normal(value), (names.get(normal(value)) ?? new Set()).add(name));
  return (property, value) => {
    const isColor = meant[property] === undefined;
    if (isColor ? parseColor(value)?.alpha === 0 : /^(none|normal|auto|0(px)?( 0(px)?)*)$/.test(value)) return undefined;
    const [name, other] = [...(names.get(normal(value)) ?? [])].filter((one) => isColor || meant[property]?.test(one) === true);
    return other === undefined ? name : undefined;
  };
}

function normal(value: string): string {
  const color = parseColor(value.trim());
  return color === undefined ? value.trim() : hexOf(color);
}
