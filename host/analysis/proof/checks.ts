import type { Box } from "../../contract/annotation.js";
import type { Check, CheckKind, CheckResult } from "../../contract/checks.js";
import { truncate } from "../../contract/printable.js";
import { privateKind } from "../../contract/private-attributes.js";
import type { CapturedElement, CaptureReader } from "../../contract/reader.js";
import { mark } from "../../contract/urls.js";
import { auditAccessibility, ownRules } from "../accessibility/audit.js";
import { seenText } from "../accessibility/contrast.js";
import { contrastRatio } from "../colors.js";
import { inherited } from "../compare/style-changes.js";
import { coverOf } from "../covers.js";
import { elementsWithin, isWithin } from "../element-facts.js";
import { auditLayout, type LayoutFinding, layoutRules } from "../layout/audit.js";
import { gapsOf } from "../spacing.js";
import { compareValues, isNear, type Order } from "./values.js";

export interface Subject {
  readonly reader: CaptureReader;
  /** The annotation's element in this capture; undefined when it was not found again: then `lost` states what became of it. */
  readonly element: CapturedElement | undefined;
  readonly lost?: Lost | undefined;
  /** It has neither the tag nor the words that the annotation's had: what stands in its place, perhaps. */
  readonly isUnlike?: boolean;
  /** Finds an element again that a check names by its ref in the annotation's capture. */
  readonly again: (ref: string) => CapturedElement | undefined;
}

/** What became of an element that was not found again: what a check that needs it finds. */
export interface Lost {
  readonly found: string;
  readonly status: "fail" | "cannot-tell";
  /** The annotation's capture shows it. */
  readonly isRemoved: boolean;
  /** Equal elements one of which it is. */
  readonly equals?: readonly CapturedElement[];
}

const unknownLoss: Lost = { found: "there is no element", status: "cannot-tell", isRemoved: false };

type Found = Omit<CheckResult, "kind" | "subject">;
type Decide<K extends CheckKind> = (check: Extract<Check, { kind: K }>, element: CapturedElement, subject: Subject) => Found;

/** Decides one check: what was removed fails, what nobody knows is undecided, of several equal elements all must agree. */
export function decide(check: Check, subject: Subject): CheckResult {
  const { kind } = check;
  const compared = subjectOf(check);
  const named = { kind, ...(compared === undefined ? {} : { subject: compared }) };
  const { element, lost = unknownLoss } = subject;
  if (element === undefined) {
    const { found, status, isRemoved, equals = [] } = lost;
    const [first, ...more] = ["gone", "exists", "visible"].includes(kind)
      ? []
      : equals.map((one) => decide(check, { ...subject, element: one }));
    if (first !== undefined && more.every((one) => one.status === first.status)) return first;
    if (kind === "gone") return { kind, expected: "gone", ...(isRemoved ? { found: "gone", status: "pass" } : { found, status }) };
    return { ...named, expected: expectedOf(check), found, status };
  }
  if (kind === "gone") return { kind, ...decideGone(element, subject) };
  // The compiler cannot see that the entry is the one of the check's own kind.
  const decider = deciders[kind] as Decide<CheckKind>;
  return { ...named, ...decider(check, element, subject) };
}

function expectedOf(check: Check): string {
  if (check.kind === "exists") return "there";
  if (check.kind === "text") return wantedText(check.expected, check.compare);
  return "expected" in check ? String(check.expected ?? "none") : "";
}

function subjectOf(check: Check): string | undefined {
  if (check.kind === "property" || check.kind === "like-siblings") return check.property;
  if (check.kind === "attribute") return check.attribute;
  return check.kind === "state" ? check.state : undefined;
}

const deciders: { readonly [K in Exclude<CheckKind, "gone">]: Decide<K> } = {
  exists: (_check, { rendered }) => outcome(rendered, "there", rendered ? "there" : "not rendered"),
  // Something else of an element may be seen than its text: a background, a picture.
  visible: (_check, element, { reader }) => {
    const { visible, unseen } = element;
    if (visible && /color|off-screen|no area/.test(unseen)) return unknown("visible", `nobody sees its text (${unseen})`);
    const isSeen = visible && unseen === "";
    const why = isSeen ? (unseenWithin(reader, element) ?? coverOf(reader, element).whole) : undefined;
    return why === undefined ? outcome(isSeen, "visible", unseen || (visible ? "visible" : "hidden")) : unknown("visible", why);
  },
  "no-overlap": (_check, element, { reader }) => {
    const isCompared = elementsWithin(reader, element.index).some((one) => one.visible && (one.interactive || one.text.trim().length > 1));
    const found = decideLayout(reader, element, ["overlap"], "no overlap");
    if (found.status === "fail") return found;
    if (!isCompared) return unknown("no overlap", "only controls and texts are compared with each other");
    const { part } = coverOf(reader, element);
    return part === undefined ? found : unknown("no overlap", part);
  },
  "no-overflow": (_check, element, { reader }) =>
    decideLayout(reader, element, ["overflow", "viewport-overflow", "clipped-text"], "no overflow"),
  text: ({ expected, compare = "equals" }, element, { reader }) => decideText(expected, compare, reader, element),
  property: ({ property, expected, compare, token }, element, { reader }) => {
    const wanted = token === undefined ? expected : reader.capture.styles.tokens[token.startsWith("--") ? token : `--${token}`];
    if (wanted === undefined) return unknown(String(token), `the page has no token ${token}`);
    return decideProperty(reader, element, property, String(wanted), compare);
  },
  attribute: decideAttribute,
  state: ({ state, expected }, { states, attributes, role }) => {
    const isKnown = knownStates.test(state) && !(role === "option" && /^(selected|checked)$/.test(state));
    const found = states[state] ?? attributes[`aria-${state}`] ?? (isKnown ? "false" : undefined);
    if (found === undefined) return unknown(String(expected), `captures do not hold whether it is ${state}`);
    return outcome(found === String(expected), String(expected), quote(found));
  },
  role: ({ expected }, { role }) => outcome(role === expected, expected, role),
  name: ({ expected }, { name }) => outcome(normal(name) === normal(expected), expected, quote(name)),
  contrast: ({ expected }, element, { reader }) => decideContrast(reader, element, expected),
  size: ({ width, height, compare }, { box: [, , wide, high] }) => {
    const isMet = [[wide, width] as const, [high, height] as const].every(
      ([found, wanted]) => wanted === undefined || isNear(found, wanted, compare),
    );
    const size = (one: number | undefined, other: number | undefined) =>
      `${one === undefined ? "any" : round(one)} × ${other === undefined ? "any" : round(other)}`;
    return outcome(isMet, worded(compare, size(width, height)), size(wide, high));
  },
  gap: decideGap,
  aligned: ({ with: ref, edge }, { box }, { again }) => {
    const other = again(ref);
    if (other === undefined) return unknown(`${edge} of ${ref}`, `${ref} was not found again`);
    const [found, wanted] = [edges[edge](box), edges[edge](other.box)];
    return outcome(isNear(found, wanted), `${edge} at ${round(wanted)}`, `at ${round(found)}`);
  },
  "no-finding": ({ rule }, element, { reader }) => {
    const isOurs = rule === undefined || ownRules.includes(rule) || layoutRules.includes(rule);
    if (!isOurs && reader.capture.accessibility.status === "not-run")
      return unknown(`no finding of ${rule}`, "axe-core did not look at this page");
    const found = [
      ...auditAccessibility(reader, { within: element, rule }).findings.map((finding) => finding.rule),
      ...layoutFindings(reader, element).flatMap((finding) => (rule === undefined || finding.rule === rule ? [finding.rule] : [])),
    ];
    return outcome(
      found.length === 0,
      `no finding${rule === undefined ? "" : ` of ${rule}`}`,
      found.length === 0 ? "none" : [...new Set(found)].join(", "),
    );
  },
  "like-siblings": ({ property }, element, { reader }) => decideLikeSiblings(reader, element, property),
};

/** That nobody sees any of the texts in an element without one of its own; undefined where some are seen, or there are none. */
function unseenWithin(reader: CaptureReader, { index }: CapturedElement): string | undefined {
  const texts = elementsWithin(reader, index).filter(({ visible, text }) => visible && text.trim() !== "");
  const [first] = texts;
  return first !== undefined && texts.every(({ unseen }) => unseen !== "") ? `nobody sees the texts in it (${first.unseen})` : undefined;
}

/** States that captures have where they are true, and those of ARIA whose absence is false. */
const knownStates =
  /^(checked|pressed|selected|expanded|disabled|required|invalid|readonly|multiselectable|current|busy|hidden|modal|grabbed|multiline|haspopup)$/;

function decideAttribute({ attribute, expected }: Extract<Check, { kind: "attribute" }>, { tag, attributes }: CapturedElement): Found {
  const found = attributes[attribute];
  const isNone = expected === null || expected === false;
  const wanted = isNone ? "none" : String(expected);
  const { type = "", role = "" } = attributes;
  const owner = { tag, type: type.toLowerCase(), role, secret: false };
  const isLeftOut = found === undefined && (/^(on|nonce$|srcdoc$)/.test(attribute) || privateKind(owner, attribute) !== undefined);
  if (isLeftOut) return unknown(wanted, `captures leave ${attribute} out`);
  const isMet = typeof expected === "boolean" || isNone ? (found === undefined) === isNone : found === String(expected);
  // Captures cut no value that is shorter.
  if (!isMet && !isNone && found !== undefined && ((found.length >= 100 && wanted.startsWith(found)) || found.includes(mark)))
    return unknown(wanted, `captures hold a part of it: ${quote(found)}`);
  return outcome(isMet, wanted, found === undefined ? "none" : quote(found));
}

function outcome(isMet: boolean, expected: string, found: string): Found {
  return { expected, found, status: isMet ? "pass" : "fail" };
}

function unknown(expected: string, why: string): Found {
  return { expected, found: why, status: "cannot-tell" };
}

function decideGone({ visible, ref }: CapturedElement, { isUnlike }: Subject): Found {
  if (visible && isUnlike === true) return unknown("gone", `another element may stand in its place: ${ref}`);
  return outcome(!visible, "gone", visible ? "still there" : "hidden");
}

/** The element's own text, that of all in it, and its name: whichever a person means by its text. */
function textsOf(reader: CaptureReader, { index, text, name }: CapturedElement): string[] {
  const words = elementsWithin(reader, index).flatMap((one) => (one.rendered ? [one.text] : []));
  return [text, words.join(" "), name].map(normal).filter((one, place, all) => one !== "" && all.indexOf(one) === place);
}

type TextOrder = "equals" | "contains" | "matches";

function decideText(expected: string, compare: TextOrder, reader: CaptureReader, element: CapturedElement): Found {
  const texts = textsOf(reader, element);
  const wanted = wantedText(expected, compare);
  const pattern = compare === "matches" ? patternOf(expected) : normal(expected);
  if (pattern === undefined)
    return unknown(wanted, "the pattern is none, or too costly: use at most three of * + {n,}, none inside a group");
  const fits = (text: string) =>
    pattern instanceof RegExp
      ? pattern.test(text.slice(0, patternTextMaxChars))
      : compare === "equals"
        ? text === pattern
        : text.includes(pattern);
  const isMet = texts.some(fits) || (texts.length === 0 && pattern === "");
  const isPrivate = element.withheld || fieldRoles.test(element.role) || texts.some((text) => text.includes(mark));
  if (isPrivate && (!isMet || texts.length === 0)) return unknown(wanted, "what is typed, chosen or secret is left out of captures");
  return outcome(isMet, wanted, quote(texts[0] ?? ""));
}

function wantedText(expected: string, compare: TextOrder = "equals"): string {
  return compare === "equals" ? expected : `${compare} ${expected}`;
}

/** What these show is typed or chosen. */
const fieldRoles = /^(textbox|searchbox|spinbutton|combobox|listbox|slider)$/;

/** A pattern with three unbounded parts takes at most cubic time: 0.1 s on a text of 500 characters. */
const patternTextMaxChars = 500;
const patternMaxChars = 200;

/** Undefined for what is no pattern, or may take exponential time: groups that repeat, more than three unbounded parts. */
function patternOf(source: string): RegExp | undefined {
  const bare = source.replace(/\\./g, "_").replace(/\[[^\]]*\]/g, "_");
  const unbounded = bare.match(/[*+]|\{\d+,\}/g)?.length ?? 0;
  if (source.length > patternMaxChars || unbounded > 3 || /\)(?:[*+]|\{)/.test(bare) || /\{\d*,?\d{3,}\}/.test(bare)) return undefined;
  try {
    return new RegExp(source, "u");
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function decideProperty(reader: CaptureReader, element: CapturedElement, property: string, wanted: string, compare: Order): Found {
  if (/^text(Content)?$/.test(property)) return decideText(wanted, "equals", reader, element);
  // What is not shown has no look: it was shown when a person wrote about it.
  if (!element.rendered) return outcome(property === "display" && wanted.trim() === "none", wanted, "the element is not rendered");
  const [, , width, height] = element.box;
  const sides = borderSides(property);
  if (sides.length > 0) return decideBorder(reader, element, sides, wanted);
  const read = reader.style(element.index, property);
  const found = read ?? (property === "width" ? `${width}px` : property === "height" ? `${height}px` : undefined);
  if (found === undefined) return unknown(wanted, `${property} was not read by the capture`);
  const isMet = compareValues({
    property,
    found,
    wanted,
    compare,
    fontSizes: fontSizesOf(reader, element),
    viewport: reader.capture.metadata.viewport,
  });
  const path = [element, ...(inherited.has(property) ? reader.ancestors(element.index).map((at) => reader.element(at)) : [])];
  const moving = path.flatMap(({ animated }) => animated.replaceAll("~", "").split(" "));
  if (isMet === false && moving.some((name) => name === property || property.startsWith(`${name}-`)))
    return unknown(worded(compare, wanted), `${found} at an instant of an animation that runs`);
  if (isMet === undefined)
    return unknown(worded(compare, wanted), `${found}; the two cannot be compared: give the value as computed, in px`);
  return outcome(isMet, worded(compare, wanted), found);
}

function borderSides(property: string): readonly string[] {
  if (property === "border") return ["top", "right", "bottom", "left"];
  const [, side] = /^border-(top|right|bottom|left)$/.exec(property) ?? [];
  return side === undefined ? [] : [side];
}

/** `border` and its sides have no computed value of their own: width, style and colour are compared, in whatever order they are written. */
function decideBorder(reader: CaptureReader, element: CapturedElement, sides: readonly string[], wanted: string): Found {
  const part = (side: string, name: string) => reader.style(element.index, `border-${side}-${name}`);
  const read = sides.map((side) => {
    const [width = "0px", line = "none", color = ""] = [part(side, "width"), part(side, "style"), part(side, "color")];
    return /^(?:none|hidden)$/.test(line) || /^0(?:px)?$/.test(width) ? "none" : `${width} ${line} ${color}`.trim();
  });
  const found = [...new Set(read)].join(" / ");
  const values = { fontSizes: fontSizesOf(reader, element), viewport: reader.capture.metadata.viewport, compare: undefined };
  const isWanted = (value: string) =>
    /^(?:none|hidden|0(?:px)?)$/.test(wanted.trim())
      ? value === "none"
      : compareValues({ property: "border", found: byPart(value), wanted: byPart(wanted), ...values });
  const results = read.map(isWanted);
  if (results.includes(false)) return outcome(false, wanted, found);
  return results.includes(undefined)
    ? unknown(wanted, `${found}; the two cannot be compared: give width, style and colour`)
    : outcome(true, wanted, found);
}

/** Width, style and colour of a border in this order; what is left out has its initial value. */
function byPart(border: string): string {
  const words = border.match(/[^\s()]+(?:\([^)]*\))?/g) ?? [];
  const line = words.find((word) => lineStyles.has(word)) ?? "none";
  const width = words.find((word) => /^[\d.]|^(?:thin|medium|thick)$/.test(word)) ?? "medium";
  const color = words.find((word) => word !== line && word !== width) ?? "currentcolor";
  const px: Readonly<Record<string, string>> = { thin: "1px", medium: "3px", thick: "5px" };
  return `${px[width] ?? width} ${line} ${color}`;
}

const lineStyles = new Set("none hidden dotted dashed solid double groove ridge inset outset".split(" "));

function fontSizesOf(reader: CaptureReader, { index }: CapturedElement): { readonly own: number; readonly root: number } {
  const size = (at: number) => Number.parseFloat(reader.style(at, "font-size") ?? "16") || 16;
  return { own: size(index), root: size(0) };
}

/** The worst contrast of the texts in an element. */
function decideContrast(reader: CaptureReader, { index }: CapturedElement, expected: number): Found {
  const ratios: number[] = [];
  for (const element of elementsWithin(reader, index).filter(({ visible, text }) => visible && text.trim() !== "")) {
    const painted = seenText(reader, element);
    if (typeof painted === "string") return unknown(`at least ${expected}`, painted);
    ratios.push(contrastRatio(painted.text, painted.background));
  }
  if (ratios.length === 0) return unknown(`at least ${expected}`, "there is no visible text");
  const least = Math.min(...ratios);
  return outcome(least >= expected - 0.005, `at least ${expected}`, least.toFixed(2));
}

function decideLayout(reader: CaptureReader, element: CapturedElement, rules: readonly LayoutFinding["rule"][], expected: string): Found {
  const [first, ...more] = layoutFindings(reader, element).filter(({ rule }) => rules.includes(rule));
  if (first === undefined) return outcome(true, expected, "none");
  return outcome(false, expected, `${first.message}${more.length === 0 ? "" : ` (${more.length} more)`}`);
}

/** Those on an element or what is in it, and those in which it is the other one. */
function layoutFindings(reader: CaptureReader, { index }: CapturedElement): LayoutFinding[] {
  const isIn = (one: CapturedElement | undefined) => one !== undefined && isWithin(reader, index, one.index);
  return auditLayout(reader).filter(({ element, other }) => isIn(element) || isIn(other));
}

/** To the parent the smallest of the four distances counts. */
function decideGap(
  { to, expected, compare }: Extract<Check, { kind: "gap" }>,
  element: CapturedElement,
  { reader, again }: Subject,
): Found {
  const wanted = worded(compare, `${round(expected)} to ${to}`);
  if (to === "next" || to === "previous" || to === "parent") {
    const gap = gapsOf(reader, element).find((one) => one.to === to);
    if (gap === undefined) return unknown(wanted, `there is no ${to} to measure to`);
    const px = typeof gap.px === "number" ? gap.px : Math.min(...gap.px);
    return outcome(isNear(px, expected, compare), wanted, String(round(px)));
  }
  const other = again(to);
  if (other === undefined) return unknown(wanted, `${to} was not found again`);
  const px = distance(element.box, other.box);
  return outcome(isNear(px, expected, compare), wanted, String(round(px)));
}

/** Between the nearest edges, on the axis on which two boxes lie apart; negative where they overlap. */
function distance([ax, ay, aw, ah]: Box, [bx, by, bw, bh]: Box): number {
  return Math.max(bx - (ax + aw), ax - (bx + bw), by - (ay + ah), ay - (by + bh));
}

const edges: Readonly<Record<Extract<Check, { kind: "aligned" }>["edge"], (box: Box) => number>> = {
  left: ([x]) => x,
  right: ([x, , width]) => x + width,
  top: ([, y]) => y,
  bottom: ([, y, , height]) => y + height,
  "center-x": ([x, , width]) => x + width / 2,
  "center-y": ([, y, , height]) => y + height / 2,
};

/** Siblings of the same tag and role set the rule where most of them agree. */
function decideLikeSiblings(reader: CaptureReader, element: CapturedElement, property: string): Found {
  const siblings = element.parent < 0 ? [] : reader.children(element.parent).map((child) => reader.element(child));
  const values = siblings
    .filter(({ index, tag, role, rendered }) => index !== element.index && rendered && tag === element.tag && role === element.role)
    .flatMap(({ index }) => reader.style(index, property) ?? []);
  const common = values.find((value) => values.filter((other) => other === value).length * 2 > values.length);
  if (common === undefined)
    return unknown(`${property} as its siblings`, values.length === 0 ? "no sibling of its kind has it" : "its siblings differ");
  return decideProperty(reader, element, property, common, "equals");
}

function worded(compare: Order, value: string): string {
  return compare === undefined || compare === "equals" ? value : `${compare.replace("-", " ")} ${value}`;
}

function round(px: number): number {
  return Math.round(px * 10) / 10;
}

function normal(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

function quote(text: string): string {
  return truncate(normal(text), 200);
}
