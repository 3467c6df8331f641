import { addToGroup, groupBy } from "../contract/group-by.js";
import type { CapturedElement, CaptureReader } from "../contract/reader.js";
import { hexOf, parseColor } from "./colors.js";
import { fontOf } from "./fonts.js";
import { fieldRoles, headingLevel, isHeading } from "./roles.js";

/** One value that a property has in one kind of element, over all captures. */
export interface ValueUse {
  readonly kind: string;
  readonly property: string;
  readonly value: string;
  /** The design token (custom property of the root) with this very value. */
  readonly token: string | undefined;
  readonly count: number;
  /** Elements of this kind. */
  readonly of: number;
  /** Rare where another value is the rule, and not for the state that its elements are in. */
  readonly isOdd: boolean;
  /** Index of the capture and ref, a few. */
  readonly examples: readonly { readonly capture: number; readonly ref: string }[];
}

const properties = (
  "font color background-color padding border-width border-style border-color border-top-left-radius box-shadow " +
  "text-transform letter-spacing"
).split(" ");

/** Values that differ within a kind of element; kinds and properties with a single value are left out. The oddest come first. */
export function consistencyOf(readers: readonly CaptureReader[]): ValueUse[] {
  const kinds = new Map<string, { capture: number; element: CapturedElement }[]>();
  for (const [capture, reader] of readers.entries()) {
    for (const element of reader.elements()) if (element.visible) addToGroup(kinds, kindOf(reader, element), { capture, element });
  }
  const tokenOf = makeTokenOf(readers);
  const uses = [...kinds].flatMap(([kind, members]) => properties.flatMap((property) => usesOf(readers, tokenOf, kind, property, members)));
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
  if (/^(textbox|searchbox|combobox|spinbutton)$/.test(role)) return "text field";
  if (fieldRoles.has(role)) return role;
  if (role === "link") return (reader.style(index, "display") ?? "") === "inline" ? "link in text" : "link as block";
  if (role === "tab" || role === "menuitem" || role === "dialog") return role;
  if (/(^|[\s_-])card($|[\s_-])/i.test(attributes["class"] ?? "") || tag === "article") return "card";
  if (/(^|[\s_-])(badge|tag|chip|pill)($|[\s_-])/i.test(attributes["class"] ?? "")) return "badge";
  return undefined;
}

const leastMembers = 3;
const mostExamples = 3;
/** A value of at most this share is odd where another one has at least the other share. */
const oddShare = 0.2;
const ruleShare = 0.6;

function usesOf(
  readers: readonly CaptureReader[],
  tokenOf: TokenOf,
  kind: string,
  property: string,
  members: readonly { capture: number; element: CapturedElement }[],
): ValueUse[] {
  if (members.length < leastMembers) return [];
  const groups = groupBy(members, ({ capture, element }) => shownStyle(readers[capture], element, property));
  if (groups.size < 2) return [];
  const of = [...groups.values()].reduce((sum, group) => sum + group.length, 0);
  const largest = Math.max(...[...groups.values()].map((group) => group.length));
  const rule = [...groups.values()].find((group) => group.length === largest) ?? [];
  return [...groups].map(([value, group]) => ({
    kind,
    property,
    value: normal(value),
    token: tokenOf(kind, property, value),
    count: group.length,
    of,
    isOdd: group.length < largest && largest / of >= ruleShare && group.length / of <= oddShare && !isOwnState(group, rule),
    examples: group.slice(0, mostExamples).map(({ capture, element }) => ({ capture, ref: element.ref })),
  }));
}

/** What is chosen, pressed or disabled is meant to look so. */
const shownStates = ["selected", "checked", "pressed", "current", "disabled", "invalid"];

function isOwnState(group: readonly { element: CapturedElement }[], rule: readonly { element: CapturedElement }[]): boolean {
  const isIn = (state: string) => (member: { element: CapturedElement }) =>
    ![undefined, "", "false"].includes(member.element.states[state] ?? member.element.attributes[`aria-${state}`]);
  return shownStates.some((state) => group.every(isIn(state)) && !rule.some(isIn(state)));
}

/** A computed style that can be seen: a border without a line has no width, style or colour, and a transparent shadow is none. */
function shownStyle(reader: CaptureReader | undefined, { index }: CapturedElement, property: string): string | undefined {
  const styleOf = (name: string) => reader?.style(index, name) || undefined;
  const value = styleOf(property);
  if (property === "box-shadow") return value === undefined ? undefined : visibleShadow(value);
  if (!/^border-(width|style|color)$/.test(property)) return value;
  const hasLine =
    !/^(?:(?:none|0px) ?)+$/.test(styleOf("border-style") ?? "none") && !/^(?:0px ?)+$/.test(styleOf("border-width") ?? "0px");
  return hasLine ? value : property === "border-width" ? "0px" : undefined;
}

/** Frameworks write layers that are there only to be replaced. */
function visibleShadow(value: string): string {
  const layers = value.split(/,\s*(?![^(]*\))/).filter((layer) => !/rgba\([^()]*,\s*0\)|transparent/.test(layer));
  return layers.length === 0 ? "none" : layers.join(", ");
}

/** The token of a value that is made for the kind of element and the property; of several of the same value the one with the most specific name. */
type TokenOf = (kind: string, property: string, value: string) => string | undefined;

/** How names of tokens made for a property look. Colours are for any colour. */
const meant: Readonly<Record<string, RegExp>> = {
  font: /font|type|text|body|heading/,
  padding: /^(?!.*(?:font|margin)).*(?:spac|padding|gap|size|inset|gutter)/,
  "border-width": /border|outline|stroke|line|width/,
  "border-style": /border-?style|line-?style|outline-?style/,
  "border-top-left-radius": /^(?!.*blur).*(?:radius|round|corner)/,
  "box-shadow": /shadow|elevation|depth/,
  "text-transform": /text-?transform|case/,
  "letter-spacing": /letter|track/,
};

/** Words in a colour's name that go with a property. */
const closest: Readonly<Record<string, RegExp>> = {
  color: /text|foreground|-fg|^--fg|^--on-|-on-|ink/,
  "background-color": /background|-bg|^--bg|surface|fill|primary|accent|secondary|brand/,
  "border-color": /border|outline|divider|line|stroke/,
};

/** Components after which libraries name tokens; such a token is for no other component. */
const component = new RegExp(
  `(?:^|-)(?:${[
    "accordion|alert|avatar|badge|banner|breadcrumbs?|btn|button|calendar|card|carousel|checkbox|chip|collapse|date-?picker|dialog|divider|drawer",
    "dropdown|field|file-?upload|footer|header|heading|input|link|list|menu|message|modal|nav(?:bar)?|pagination|pill|popover|popup|progress|radio",
    "scrollbar|select|sidebar|skeleton|slider|snackbar|spinner|stepper|switch|table|tabs?|tag|textarea|timeline|title|toast|toggle|tooltip|tree",
  ].join("|")})(?=-|$)`,
);
const ownComponent: readonly (readonly [kind: RegExp, name: RegExp])[] = [
  [/^button/, /btn|button|toggle/],
  [/^(text field|combobox|searchbox|spinbutton|listbox)/, /input|field|select|textarea|dropdown/],
  [/^link/, /link|nav|menu|sidebar|btn|button|breadcrumb|pagination/],
  [/^heading/, /head|title/],
  [/^badge/, /badge|chip|pill|tag/],
  [/^tab/, /tab|nav/],
  [/^menuitem/, /menu|dropdown/],
  [/^dialog/, /dialog|modal|popup|drawer/],
];

function makeTokenOf(readers: readonly CaptureReader[]): TokenOf {
  const names = new Map<string, string[]>();
  for (const reader of readers) {
    const rootSize = fontOf(reader.style(0, "font")).size;
    for (const [name, value] of Object.entries(reader.capture.styles.tokens)) {
      // Tailwind keeps values of its own making in properties of this name: no token of a design.
      if (name.startsWith("--tw-")) continue;
      const key = normal(value.replace(/^([\d.]+)rem$/, (_, rem: string) => `${Number(rem) * rootSize}px`));
      addToGroup(names, key, name);
    }
  }
  return (kind, property, value) => {
    const isColor = closest[property] !== undefined;
    if (isColor ? parseColor(value)?.alpha === 0 : /^(none|normal|auto|0(px)?( 0(px)?)*)$/.test(value)) return undefined;
    const own = ownComponent.find(([of]) => of.test(kind))?.[1] ?? new RegExp(kind);
    const fitting = (names.get(normal(value)) ?? []).filter(
      (name) => (isColor || meant[property]?.test(name) === true) && (!component.test(name) || own.test(name)),
    );
    const close = fitting.filter((name) => closest[property]?.test(name) === true);
    return [close, fitting].flatMap((names) => names.find((name) => component.test(name)) ?? names[0] ?? [])[0];
  };
}

function normal(value: string): string {
  const color = parseColor(value.trim());
  return color === undefined ? value.trim() : hexOf(color);
}
