import { groupBy } from "../../contract/group-by.js";
import type { CaptureReader } from "../../contract/reader.js";
import type { ExplainedElement, ExplainedProperty, OtherLook, StyleDeclaration, StyleRules } from "../../contract/style-rules.js";
import { setsProperty } from "./declarations.js";
import type { WantedDeclaration } from "./match-rule.js";

/** Longhands of an element that one declaration sets, or a declaration of another look. */
export interface StyleRow {
  /** The shorthand where it sets all that are listed, else the longhands. */
  readonly property: string;
  readonly longhands: readonly string[];
  readonly computed: string;
  /** The winner; undefined when it is unknown. */
  readonly winner: StyleDeclaration | undefined;
  readonly unknownBecause: string;
  /** The ancestor that it is inherited from; empty for none. */
  readonly from: string;
  /** Those that lost, in order; all of them where no winner is named. */
  readonly overridden: readonly StyleDeclaration[];
  readonly variables: NonNullable<ExplainedProperty["variables"]>;
  /** The state or condition of another look; empty for the present one. */
  readonly when: string;
}

/** What a capture knows of an element's declarations; undefined when it holds none of it. */
export function explainedElement({ capture }: CaptureReader, ref: string): { rules: StyleRules; element: ExplainedElement } | undefined {
  const element = capture.rules?.elements.find((one) => one.ref === ref);
  return capture.rules === undefined || element === undefined ? undefined : { rules: capture.rules, element };
}

/** The declarations of an element, longhands of one declaration together; of a property (longhand, shorthand, custom property) alone when one is given. */
export function styleRows({ properties, looks = [] }: ExplainedElement, property = ""): StyleRow[] {
  const isAsked = (one: string) => property === "" || one === property || setsProperty(property, one) || setsProperty(one, property);
  const asked = properties.filter((one) => isAsked(one.property) || (one.variables ?? []).some(({ name }) => name === property));
  const groups = groupBy(asked, ({ declarations: [first, ...losers], "cannot-tell": unknown = "" }) => {
    return `${first?.rule} ${first?.name} ${first?.value} ${unknown} ${losers.map(({ rule }) => rule).join()}`;
  });
  return [...[...groups.values()].map(rowOf), ...looks.filter(({ name }) => isAsked(name)).map(lookRow)];
}

function rowOf(group: readonly ExplainedProperty[]): StyleRow {
  const [first] = group as readonly [ExplainedProperty, ...ExplainedProperty[]];
  const [winner, ...overridden] = first.declarations;
  const unknownBecause = first["cannot-tell"] ?? "";
  const longhands = group.map(({ property }) => property);
  const values = [...new Set(group.map(({ computed }) => computed))];
  return {
    property: group.length > 1 && winner !== undefined ? winner.name : first.property,
    longhands,
    computed: values.length === 1 ? (values[0] ?? "") : group.map(({ computed }) => computed).join(" "),
    winner: unknownBecause === "" ? winner : undefined,
    unknownBecause,
    from: first.from ?? "",
    overridden: unknownBecause === "" ? overridden : first.declarations,
    variables: first.variables ?? [],
    when: "",
  };
}

function lookRow({ when, rule, name, value, from = "" }: OtherLook): StyleRow {
  const winner = { rule, name, value };
  return { property: name, longhands: [name], computed: "", winner, unknownBecause: "", from, overridden: [], variables: [], when };
}

/** A declaration as it is searched in the sources; undefined for one of a `style` attribute. */
export function wantedDeclaration(
  { rules, sheets, conditions }: StyleRules,
  { rule: place, name, value }: Pick<StyleDeclaration, "rule" | "name" | "value">,
  property: string,
): WantedDeclaration | undefined {
  const rule = rules[place];
  const sheet = rule === undefined ? undefined : sheets[rule.sheet];
  if (rule === undefined || sheet === undefined) return undefined;
  return { rule, sheet, conditions: (rule.conditions ?? []).flatMap((at) => conditions[at] ?? []), property, name, value };
}

/** Words of people and what they mean by them. */
const meanings: readonly (readonly [words: RegExp, properties: RegExp])[] = [
  [
    /\b(tight|cramped|crowded|dense|padding|spac\w+|room|gap|margin|apart|close|breath\w*|air)\b/i,
    /^(padding|margin|row-gap|column-gap|gap)/,
  ],
  [
    /\b(colou?rs?|pale|faint|dark\w*|light\w*|bright\w*|contrast|gr[ae]y|red|green|blue|white|black|yellow|orange|purple|pink|read\w*)\b/i,
    /^(color|background|opacity|fill|stroke|border-.*-color)/,
  ],
  [
    /\b(font|text|letters?|bold\w*|weight|typeface|italic|headline|heading|tiny|small\w*|big\w*|large\w*|line.?height|size)\b/i,
    /^(font-|line-height|letter-spacing|text-)/,
  ],
  [
    /\b(wide\w*|narrow\w*|width|tall\w*|height|short\w*|size|big\w*|large\w*|small\w*|stretch\w*|shrink\w*|grow\w*|fill\w*)\b/i,
    /^(min-|max-)?(width|height)$|^flex-(grow|shrink|basis)$/,
  ],
  [/\b(round\w*|corners?|radius|square|pill)\b/i, /-radius$/],
  [/\b(borders?|outlines?|lines?|underlin\w*|frame|stroke)\b/i, /^(border-(?!.*radius)|outline-|text-decoration|stroke)/],
  [/\b(shadows?|elevation|depth|glow)\b/i, /shadow|filter/],
  [
    /\b(align\w*|cent(er|re)\w*|left|right|middle|offset|shift\w*|position|place\w*)\b/i,
    /^(text-align|justify-|align-|margin-|left|right|top|bottom|position|vertical-align|translate|transform)/,
  ],
  [
    /\b(hidden|hides?|visible|invisible|overlap\w*|behind|front|covers?|covered|cut|clipp\w*|overflow\w*|scroll\w*|wrap\w*|truncat\w*)\b/i,
    /^(display|visibility|z-index|overflow|position|text-overflow|white-space|text-wrap|opacity)/,
  ],
];

/** Points of each row for the properties that an annotation's text names (8) or means (4). */
function pointsOfText(comment: string): (row: StyleRow) => number {
  const named = (row: StyleRow) => [row.property, ...row.longhands].some((one) => comment.toLowerCase().includes(one));
  const meant = meanings.filter(([words]) => words.test(comment)).map(([, properties]) => properties);
  return (row) => (named(row) ? 8 : 0) + (meant.some((properties) => row.longhands.some((one) => properties.test(one))) ? 4 : 0);
}

/** The row that an annotation's text names or means; none where it is about no look. */
export function rowsMeant(rows: readonly StyleRow[], comment: string): StyleRow[] {
  const points = pointsOfText(comment);
  return rowsAbout(rows, comment, [], 1).filter((row) => points(row) > 0);
}

/** The rows that an annotation is most likely about: by its words, by properties named in it, else by what is odd about the element. */
export function rowsAbout(rows: readonly StyleRow[], comment: string, findings: readonly string[], most: number): StyleRow[] {
  const present = rows.filter(({ when }) => when === "");
  const text = pointsOfText(comment);
  const odd = [
    ...(findings.some((rule) => rule.includes("contrast")) ? [/^(color|background)/] : []),
    ...(findings.some((rule) => /overflow|clipped/.test(rule)) ? [/^(overflow|(min-|max-)?(width|height)$|white-space)/] : []),
    ...(findings.some((rule) => /target/.test(rule)) ? [/^(padding|(min-)?(width|height)$)/] : []),
  ];
  const points = (row: StyleRow) =>
    text(row) +
    (odd.some((properties) => row.longhands.some((one) => properties.test(one))) ? 2 : 0) +
    (row.from === "" ? 0.5 : 0) +
    (row.overridden.length > 0 ? 0.25 : 0);
  return present.toSorted((a, b) => points(b) - points(a)).slice(0, most);
}
