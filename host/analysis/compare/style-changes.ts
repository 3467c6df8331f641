import { groupBy } from "../../contract/group-by.js";
import type { CaptureReader } from "../../contract/reader.js";
import { declarationsOf } from "../styles/declarations.js";
import type { Change, DiffContext, MatchedPair } from "./diff-context.js";

/** The styles that changed, by longhand, without consequences of other changes; of `style` attributes also what no captured property covers. */
export function styleChanges(context: DiffContext, matched: MatchedPair): Change[] {
  const declared = declaredChanges(matched);
  const computed = foldSides(computedChanges(context, matched, declared)).map((change) => ({
    ...change,
    property: `style ${change.property}`,
  }));
  const display = displayChange(context, matched);
  if (display !== undefined) computed.push(display);
  const covered = computed.map(({ property }) => property.slice("style ".length));
  const others = declared.filter(
    ({ property }) =>
      ![...covered, ...capturedProperties(context, matched)].some(
        (reported) => isPartOf(reported, property) || isPartOf(property, reported),
      ),
  );
  return [...computed, ...others.map((change) => ({ ...change, property: `style ${change.property}` }))];
}

/** Where styles were captured, a declaration that changes none of them has no effect. */
function capturedProperties({ matching, newer }: DiffContext, { src, dst }: MatchedPair): readonly string[] {
  return matching.older.style[src.index] === 0 || matching.newer.style[dst.index] === 0 ? [] : newer.capture.styles.properties;
}

function isPartOf(part: string, whole: string): boolean {
  return part === whole || part.startsWith(`${whole}-`);
}

function computedChanges(context: DiffContext, matched: MatchedPair, declared: readonly Change[]): Change[] {
  const { matching, older, newer } = context;
  const { src, dst } = matched;
  const styleSet = matching.newer.style[dst.index] ?? 0;
  if (styleSet === 0 || matching.older.style[src.index] === 0 || styleSet === matching.older.style[src.index]) return [];
  const restyled = src.attributes["class"] !== dst.attributes["class"];
  const isOwn = (property: string) => declared.some((change) => isPartOf(property, change.property) || isPartOf(change.property, property));
  const changes: Change[] = [];
  const known = new Set(older.capture.styles.properties);
  for (const property of newer.capture.styles.properties.filter((name) => known.has(name)).flatMap(longhandsOf)) {
    const before = comparableValue(older, src.index, property);
    const after = comparableValue(newer, dst.index, property);
    if (before === undefined || after === undefined || before === after) continue;
    const change = { property, before, after };
    if (isOwn(property) || (!(context.isRelocated(dst.index) && !restyled) && !isExplained(context, matched, change))) changes.push(change);
  }
  return changes;
}

/** Elements that are not displayed have no captured style: that shows a change of `display` where the parent is displayed and shows its children. */
function displayChange({ matching, older, newer, isRelocated }: DiffContext, { src, dst }: MatchedPair): Change | undefined {
  const before = matching.older.style[src.index] ?? 0;
  const after = matching.newer.style[dst.index] ?? 0;
  if ((before === 0) === (after === 0) || isRelocated(dst.index)) return undefined;
  if (src.parent < 0 || matching.older.style[src.parent] === 0 || matching.newer.style[dst.parent] === 0) return undefined;
  if (older.element(src.parent).tag === "details" || skipsContent(older, src.parent) !== skipsContent(newer, dst.parent)) return undefined;
  const displayOf = (reader: typeof older, index: number) => reader.style(index, "display") ?? "none";
  return { property: "style display", before: displayOf(older, src.index), after: displayOf(newer, dst.index) };
}

function skipsContent(reader: DiffContext["older"], index: number): boolean {
  return reader.capture.holes.some(({ kind, ref }) => kind === "content-visibility" && ref === `e${index}`);
}

/** Captures truncate longer attributes: the last declaration, which may be half, is not compared. */
const truncatedAt = 200;

function declaredChanges({ src, dst }: MatchedPair): Change[] {
  const one = src.attributes["style"] ?? "";
  const other = dst.attributes["style"] ?? "";
  if (one === other) return [];
  const before = valuesOf(one);
  const after = valuesOf(other);
  const names = new Set([...before.keys(), ...after.keys()]);
  return [...names]
    .map((property) => ({ property, before: before.get(property) ?? "", after: after.get(property) ?? "" }))
    .filter((change) => change.before !== change.after);
}

function valuesOf(style: string): Map<string, string> {
  const complete = style.length >= truncatedAt ? style.slice(0, style.lastIndexOf(";") + 1) : style;
  return new Map(declarationsOf(complete).map(({ name, value }) => [name.startsWith("--") ? name : name.toLowerCase(), value]));
}

/** The captured properties that CSS inherits. */
export const inherited = new Set([
  ...["color", "cursor", "font-family", "font-size", "font-style", "font-weight", "letter-spacing", "line-height", "pointer-events"],
  ...["text-align", "text-transform", "visibility", "white-space"],
]);
const halfPixel = 0.5;

/** Whether a change of a style follows from another change, which is reported where it was made. */
function isExplained(context: DiffContext, matched: MatchedPair, change: Change): boolean {
  return causes.some((cause) => cause(context, matched, change));
}

type Cause = (context: DiffContext, matched: MatchedPair, change: Change) => boolean;

const isInherited: Cause = ({ older, newer }, { src, dst }, { property, before, after }) =>
  inherited.has(property) &&
  src.parent >= 0 &&
  comparableValue(older, src.parent, property) === before &&
  comparableValue(newer, dst.parent, property) === after;

/** Lengths in em, rem and bare line heights are captured in pixels: they scale with the font. */
const isScaled: Cause = ({ older, newer }, { src, dst }, { property, before, after }) => {
  const ratios = [
    property === "font-size" ? 1 : fontSize(newer, dst.index) / fontSize(older, src.index),
    fontSize(newer, dst.parent) / fontSize(older, src.parent),
    fontSize(newer, 0) / fontSize(older, 0),
  ];
  return ratios.some((ratio) => Number.isFinite(ratio) && Math.abs(ratio - 1) > 0.001 && isMultiple(before, after, ratio));
};

function fontSize(reader: CaptureReader, index: number): number {
  return index < 0 ? Number.NaN : Number.parseFloat(reader.style(index, "font-size") ?? "");
}

const number = /-?\d+(?:\.\d+)?/g;

function isMultiple(before: string, after: string, ratio: number): boolean {
  if (before.replaceAll(number, "") !== after.replaceAll(number, "")) return false;
  const ones = (before.match(number) ?? []).map(Number);
  const others = (after.match(number) ?? []).map(Number);
  return ones.every((one, place) => {
    const other = others[place] ?? Number.NaN;
    return one === other || Math.abs(one * ratio - other) <= halfPixel;
  });
}

/** `margin: auto`: both sides are equal, before and after. */
function isCentred(
  { older, newer }: DiffContext,
  { src, dst }: MatchedPair,
  sides: readonly [string, string] = ["left", "right"],
): boolean {
  const margins = (reader: CaptureReader, index: number) =>
    sides.map((side) => Number.parseFloat(reader.style(index, `margin-${side}`) ?? ""));
  const areEqual = ([one = Number.NaN, other = Number.NaN]: number[]) => Math.abs(one - other) <= halfPixel;
  return areEqual(margins(older, src.index)) && areEqual(margins(newer, dst.index));
}

/** Boxes out of the flow that are centred, as dialogs are, have margins that follow their own size. */
const followsCentre: Cause = (context, matched, { property }) => {
  const side = /^margin-(left|right|top|bottom)$/.exec(property)?.[1];
  if (side === undefined || !/absolute|fixed/.test(context.newer.style(matched.dst.index, "position") ?? "")) return false;
  const isAcross = side === "left" || side === "right";
  const place = isAcross ? 2 : 3;
  return matched.src.box[place] !== matched.dst.box[place] && isCentred(context, matched, isAcross ? ["left", "right"] : ["top", "bottom"]);
};

/** `margin: auto` in the flow takes what the room around an element has more or less, or half of it on each side. */
const followsRoom: Cause = ({ older, newer }, { src, dst }, { property, before, after }) => {
  if (!/^margin-(left|right)$/.test(property) || src.parent < 0 || src.box[2] !== dst.box[2]) return false;
  const room = newer.element(dst.parent).box[2] - older.element(src.parent).box[2];
  const by = Number.parseFloat(after) - Number.parseFloat(before);
  return room !== 0 && [by, 2 * by].some((one) => Math.abs(one - room) <= halfPixel);
};

/**
 * Without one of the first three that many of 100 reported rows are wrong on edited pages: 2.4, 1.4, 5.7. Without the last 19 of the 24 rows are
 * margins that two dashboards report when the window is a pixel narrower.
 */
const causes: readonly Cause[] = [isInherited, isScaled, followsCentre, followsRoom];

const sides = ["top", "right", "bottom", "left"] as const;
const fontParts = ["font-style", "font-weight", "font-size", "line-height", "font-family"] as const;

/** Initial values of properties that the engine leaves out where they have no effect. */
const initialValues: ReadonlyMap<string, string> = new Map(
  Object.entries({
    "z-index": "auto",
    gap: "normal",
    "flex-direction": "row",
    overflow: "visible",
    "text-overflow": "clip",
    transform: "none",
  }),
);

/** The longhands that a shorthand is compared by; `border-top` stands for the width, style and colour of one side. */
function longhandsOf(property: string): readonly string[] {
  if (property === "font") return fontParts;
  if (property === "margin" || property === "padding") return sides.map((side) => `${property}-${side}`);
  if (property === "border-style") return sides.map((side) => `border-${side}`);
  // Reported with the style, without which they are not drawn.
  if (property === "border-width" || property === "border-color") return [];
  return [property];
}

/** The value of one of these longhands; undefined where it was not captured and is unknown. */
function comparableValue(reader: CaptureReader, index: number, longhand: string): string | undefined {
  const side = /^border-(top|right|bottom|left)$/.exec(longhand)?.[1];
  if (side === undefined) return reader.style(index, longhand) ?? initialValues.get(longhand);
  const [style, width, color] = ["style", "width", "color"].map((part) => reader.style(index, `border-${side}-${part}`));
  if (style === undefined || style === "none") return style;
  return [width, style, color].join(" ");
}

function foldSides(changes: readonly Change[]): Change[] {
  const groups = groupBy(changes, ({ property }) => property.replace(/^(margin|padding|border)-(?:top|right|bottom|left)$/, "$1"));
  return [...groups].flatMap(([property, group]) => {
    const [first] = group;
    const isOne = group.length === sides.length && group.every(({ before, after }) => before === first?.before && after === first.after);
    return isOne && first !== undefined ? [{ ...first, property }] : group;
  });
}
