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

/** Words of people and what they mean by them: those that name what is to change, and those that describe it, which often fit several. */
const meanings: readonly { readonly names: RegExp; readonly describes?: RegExp; readonly properties: RegExp }[] = [
  {
    names: /\b(padding|margin|gaps?|spacing|spaces?|room)\b/i,
    describes: /\b(tight|cramped|crowded|dense|apart|close|breath\w*|air)\b/i,
    properties: /^(padding|margin|row-gap|column-gap|gap)/,
  },
  {
    names: /\b(colou?rs?|contrast|background|opacity)\b/i,
    describes: /\b(pale|faint|dark\w*|light\w*|bright\w*|gr[ae]y|red|green|blue|white|black|yellow|orange|purple|pink|read\w*)\b/i,
    properties: /^(color|background|opacity|fill|stroke|border-.*-color)/,
  },
  {
    names: /\b(font|typeface|line.?height|letter.?spacing)\b/i,
    describes: /\b(text|letters?|bold\w*|weight|italic|headline|heading|tiny|small\w*|big\w*|large\w*|size)\b/i,
    properties: /^(font-|line-height|letter-spacing|text-)/,
  },
  {
    names: /\b(width|(?<!line.?)height)\b/i,
    describes: /\b(wide\w*|narrow\w*|tall\w*|short\w*|size|big\w*|large\w*|small\w*|stretch\w*|shrink\w*|grow\w*|fill\w*)\b/i,
    properties: /^(min-|max-)?(width|height)$|^flex-(grow|shrink|basis)$/,
  },
  { names: /\b(corners?|radius|radii)\b/i, describes: /\b(round\w*|square|pill)\b/i, properties: /-radius$/ },
  {
    names: /\b(borders?|outlines?|underlin\w*|frame|stroke)\b/i,
    describes: /\blines?\b/i,
    properties: /^(border-(?!.*radius)|outline-|text-decoration|stroke)/,
  },
  { names: /\b(shadows?|elevation|glow)\b/i, describes: /\bdepth\b/i, properties: /shadow|filter/ },
  {
    names: /\b(align\w*|position)\b/i,
    describes: /\b(cent(er|re)\w*|left|right|middle|offset|shift\w*|place\w*)\b/i,
    properties: /^(text-align|justify-|align-|margin-|left|right|top|bottom|position|vertical-align|translate|transform)/,
  },
  {
    names: /\b(overflow\w*|visibility|z-index)\b/i,
    describes: /\b(hidden|hides?|visible|invisible|overlap\w*|behind|front|covers?|covered|cut|clipp\w*|scroll\w*|wrap\w*|truncat\w*)\b/i,
    properties: /^(display|visibility|z-index|overflow|position|text-overflow|white-space|text-wrap|opacity)/,
  },
];

/** Whether a comment is about the room in or around something. */
export function isAboutSpace(comment: string): boolean {
  const [space] = meanings;
  return space !== undefined && (space.names.test(comment) || space.describes?.test(comment) === true);
}

/** Words for the edges at which room is wanted. */
const edges = [
  { words: /\b(above|over|top)\b/i, edge: "-top" },
  { words: /\b(below|under\w*|bottom)\b/i, edge: "-bottom" },
  { words: /\bleft\b/i, edge: "-left" },
  { words: /\bright\b/i, edge: "-right" },
];

/** Points of each row for the properties that an annotation's text spells (8), names in other words (6), or describes (4). `least`: those of a row that is meant. */
function pointsOfText(comment: string): { readonly points: (row: StyleRow) => number; readonly least: number } {
  const spelledNames = new Set(comment.toLowerCase().match(/-{0,2}[a-z][\w-]*/g));
  const isSpelled = (one: string) =>
    spelledNames.has(one) || [...spelledNames].some((name) => /^(margin|padding)$/.test(name) && setsProperty(name, one));
  const spelled = (row: StyleRow) => [row.property, ...row.longhands].some(isSpelled);
  const edge = edges.find(({ words }) => words.test(comment))?.edge;
  const isAtEdge = (row: StyleRow) => edge !== undefined && row.longhands.some((one) => one.endsWith(edge));
  const isBorder = /\b(borders?|outlines?|lines?|frame|rule)\b/i.test(comment);
  const fits = (words: "names" | "describes") => meanings.flatMap((one) => (one[words]?.test(comment) === true ? [one.properties] : []));
  const [named, described] = [fits("names"), fits("describes")];
  const isAny = (row: StyleRow, properties: readonly RegExp[]) =>
    properties.some((pattern) => row.longhands.some((one) => pattern.test(one) && (isBorder || !/^border-.*-color$/.test(one))));
  const points = (row: StyleRow) =>
    (spelled(row) ? 8 : 0) + (isAny(row, named) ? 6 : 0) + (isAny(row, described) ? 4 : 0) + (isAtEdge(row) ? 1 : 0);
  return { points, least: named.length > 0 ? 6 : 1 };
}

/** The row that an annotation's text names or means; none where it is about no look. */
export function rowsMeant(rows: readonly StyleRow[], comment: string): StyleRow[] {
  const { points, least } = pointsOfText(comment);
  return rowsAbout(rows, comment, [], 1).filter((row) => points(row) >= least);
}

/** The rows that an annotation is most likely about: by its words, by properties named in it, else by what is odd about the element. */
export function rowsAbout(rows: readonly StyleRow[], comment: string, findings: readonly string[], most: number): StyleRow[] {
  const present = rows.filter(({ when }) => when === "");
  const { points: text } = pointsOfText(comment);
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
