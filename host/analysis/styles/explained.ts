import { groupBy } from "../../contract/group-by.js";
import type { CapturedElement, CaptureReader } from "../../contract/reader.js";
import type { ExplainedElement, ExplainedProperty, OtherLook, StyleDeclaration, StyleRules } from "../../contract/style-rules.js";
import { setsProperty, standsFor, withoutPrefix } from "./declarations.js";
import type { WantedDeclaration } from "./match-rule.js";

/** Longhands of an element that one declaration sets, or a declaration of another look. */
export interface StyleRow {
  /** The shorthand where it sets all that are listed, else the longhands. */
  readonly property: string;
  readonly longhands: readonly string[];
  readonly computed: string;
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

export interface Explained {
  readonly rules: StyleRules;
  readonly element: ExplainedElement;
}

/** What a capture knows of an element's declarations; undefined when it holds none of it. */
export function explainedElement({ capture }: CaptureReader, ref: string): Explained | undefined {
  const element = capture.rules?.elements.find((one) => one.ref === ref);
  return capture.rules === undefined || element === undefined ? undefined : { rules: capture.rules, element };
}

/** The declarations of an element, longhands of one together; of one `property` (longhand, shorthand, logical, alias, custom) when given. */
export function styleRows({ properties, looks = [] }: ExplainedElement, property = ""): StyleRow[] {
  const names = [property, withoutPrefix(property)];
  const isAsked = (one: string) => names.some((name) => name === "" || one === name || setsProperty(name, one) || setsProperty(one, name));
  const isWritten = ({ declarations, variables = [] }: ExplainedProperty) =>
    [...declarations, ...variables].some(({ name }) => names.includes(name));
  const exact = properties.filter((one) => isAsked(one.property) || isWritten(one));
  const stands = standsFor(withoutPrefix(property));
  const asked = exact.length > 0 ? exact : properties.filter((one) => stands.test(one.property));
  const groups = groupBy(asked, ({ declarations: [first, ...losers], "cannot-tell": unknown = "" }) => {
    return `${first?.rule} ${first?.name} ${first?.value} ${unknown} ${losers.map(({ rule }) => rule).join()}`;
  });
  return [...[...groups.values()].map(rowOf), ...looks.filter(({ name }) => isAsked(name) || stands.test(name)).map(lookRow)];
}

function rowOf(group: readonly ExplainedProperty[]): StyleRow {
  const [first] = group as readonly [ExplainedProperty, ...ExplainedProperty[]];
  const [winner, ...overridden] = first.declarations;
  const unknownBecause = first["cannot-tell"] ?? "";
  const longhands = group.map(({ property }) => property);
  return {
    property: group.length > 1 && winner !== undefined ? winner.name : first.property,
    longhands,
    computed: computedOf(group, winner?.name ?? ""),
    winner: unknownBecause === "" ? winner : undefined,
    unknownBecause,
    from: first.from ?? "",
    overridden: unknownBecause === "" ? overridden : first.declarations,
    variables: first.variables ?? [],
    when: "",
  };
}

const places = ["top", "right", "bottom", "left", "top-left", "top-right", "bottom-right", "bottom-left"];
const atPlace = /(?:^|-)((?:top|bottom)-(?:left|right)|top|right|bottom|left)(?=-|$)/;

/** What a shorthand sets besides what it is written for: `border` takes the picture away, `background` sets the initial values of all but its colour. */
const besides: ReadonlyMap<string, RegExp> = new Map([
  ["border", /^border-image/],
  ["background", /^background-(image none|position-[xy] 0%|size auto|repeat repeat|attachment scroll|origin padding-box|clip border-box)$/],
]);

/** What the longhands of one declaration come to: four sides or corners as their shorthand writes them, different properties each by its name. */
function computedOf(group: readonly ExplainedProperty[], name: string): string {
  const isBeside = ({ property, computed }: ExplainedProperty) => besides.get(name)?.test(`${property} ${computed}`) === true;
  const shown = group.filter((one) => !isBeside(one));
  const families = groupBy(shown, ({ property }) => property.replace(atPlace, ""));
  const parts = [...families].flatMap(([family, members]) => {
    if (members.length !== 4 || !members.every(({ property }) => atPlace.test(property)))
      return members.map((one) => [one.property, one.computed]);
    const orderOf = ({ property }: ExplainedProperty) => places.indexOf(atPlace.exec(property)?.[1] ?? "");
    return [[family, collapsed(members.toSorted((one, other) => orderOf(one) - orderOf(other)).map(({ computed }) => computed))]];
  });
  const values = new Set(parts.map(([, value]) => value));
  return values.size === 1 ? [...values].join("") : parts.map((part) => part.join(" ")).join("; ");
}

/** Values of four sides, from the top clockwise, in the fewest words (CSS Box 4, § 6). */
function collapsed([top, right, bottom, left]: readonly string[]): string {
  const most = left !== right ? 4 : bottom !== top ? 3 : right !== top ? 2 : 1;
  return [top, right, bottom, left].slice(0, most).join(" ");
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

/** A line that is drawn, not one of a text nor one to stand in. */
const drawnLine =
  /(?<!\b(?:in|own|new|same|next|single|first|second|third|last|one|two|three|many|more|fewer|\d+) )\b(?:lines?|stripes?|bar(?= (?:at|on|along)\b))\b(?![ -](?:up|breaks?)\b)/i;

/** The height of a box, by its name, as a measure: “40px high”. */
const tallness = /\b(?<!line.?)height\b|\btall\w*|\bas high\b|(?<=\d ?(?:px|r?em|%|vh) )high\b/i;

/** Words of people and what they mean by them: those that name what is to change, and those that describe it, which often fit several. */
const meanings: readonly { readonly names: RegExp; readonly describes?: RegExp; readonly properties: RegExp }[] = [
  {
    names:
      /\b(padding|margin|gaps?|spacing|spaces?|room|distance|(?<!\b(?:lines?|borders?|rule|divider) )between)\b|\d ?(px|r?em) (above|below|under|over|from)\b/i,
    describes: /\b(tight|cramped|crowded|dense|apart|closer?|nearer|far(?! too\b)|breath\w*|air)\b/i,
    properties: /^(padding|margin|row-gap|column-gap|gap)/,
  },
  {
    names: /\b(colou?rs?|contrast|background|opacity)\b/i,
    describes:
      /\b(pale|faint|dark\w*|light\w*|bright\w*|gr[ae]y|red|green|blue|white|black|yellow|orange|purple|pink|(un)?read(?!er)\w*)\b/i,
    properties: /^(color|background|opacity|fill|filter|stroke|border-.*-color)/,
  },
  {
    names: /\b(font|typeface|line.?height|letter.?spacing)\b/i,
    describes: /\b(bold\w*|weight|italic|slant\w*|tiny|enormous|huge|giant|massive|small\w*|big\w*|large\w*|size)\b/i,
    properties: /^(font-|line-height|letter-spacing|text-)/,
  },
  {
    names: /\bwidth\b/i,
    describes: /\b(wide\w*|narrow\w*|tall\w*|short\w*|size|big\w*|large\w*|small\w*|stretch\w*|shrink\w*|grow\w*|fill\w*)\b/i,
    properties: /^(min-|max-)?(width|height)$|^flex-(grow|shrink|basis)$/,
  },
  { names: tallness, properties: /^(min-|max-)?height$|^padding(-(top|bottom))?$/ },
  { names: /\b(corners?|radius|radii)\b/i, describes: /\b(round\w*|squared?|circle|circular|oval|pill)\b/i, properties: /-radius$/ },
  {
    names: /\b(borders?|outlines?|underlin\w*|frame|stroke)\b/i,
    describes: drawnLine,
    properties: /^(border-(?!.*radius|collapse|spacing)|outline-|text-decoration|stroke)/,
  },
  { names: /\b(shadows?|elevation|glow)\b/i, describes: /\bdepth\b/i, properties: /shadow|filter/ },
  {
    names: /\b(align\w*|lin(es?|ed|ing) up|position)\b/i,
    describes: /\b(cent(er|re)\w*|left|right|middle|at the (top|bottom|end)|offset|shift\w*|mov(?:e|ed|ing)|place(?!holder)\w*)\b/i,
    properties: /^(text-align|justify-|align-|margin-|left|right|top|bottom|position|vertical-align|translate|transform)/,
  },
  {
    names: /\b(overflow\w*|visibility|z-index)\b/i,
    describes:
      /\b(hidden|hides?|visible|invisible|overlap\w*|behind|front|covers?|covered|cut|clipp\w*|scroll\w*|wrap\w*|truncat\w*|show[ns]?|appears?)\b/i,
    properties: /^(display|visibility|z-index|overflow|position|text-overflow|white-space|text-wrap|opacity|object-)/,
  },
  {
    names: /\b(animat\w*|transition\w*|fad(es?|ing))\b/i,
    describes:
      /\b(slow\w*|fast\w*|speed\w*|smooth\w*|abrupt\w*|jerk\w*|dizzy|(flip|zoom|spin|bounc|bob|shak|wobbl|puls|blink|mov)(s|p?ing|b?ing|m?ing|n?ing|e|es)\b)/i,
    properties: /^(animation|transition)/,
  },
  {
    names:
      /\b((in|per) (?:(?:a|one|two|the same) )?(row|lines?|columns?)|columns?|two by two|side by side|next to each other|(below|under|on top of) each other|stack\w*|across)\b/i,
    properties: /^(display|flex-|grid-)/,
  },
];

/** Whether a comment is about the room in or around something. */
export function isAboutSpace(comment: string): boolean {
  const [space] = meanings;
  return space !== undefined && isMeant(space, comment);
}

/** Whether a comment's words mean properties of any kind. */
export function meansLook(comment: string): boolean {
  return meanings.some((one) => isMeant(one, comment));
}

/** Whether a comment's words mean properties of which this is one. */
export function isAbout(comment: string, property: string): boolean {
  return meanings.some((one) => one.properties.test(property) && isMeant(one, comment));
}

/** Whether a comment is about colours, letters, corners, lines or shadows alone: about no size, and no place. */
export function isAboutPaint(comment: string): boolean {
  const meant = meanings.filter((one) => isMeant(one, comment));
  return meant.length > 0 && meant.every(({ properties }) => !ofPlace.some((property) => properties.test(property)));
}

const ofPlace = ["padding", "width", "height", "margin-left", "overflow"];

function isMeant({ names, describes }: (typeof meanings)[number], comment: string): boolean {
  return names.test(comment) || describes?.test(comment) === true;
}

/** Words for a side. Above “it”, or without a word after it, is its own side; above “the field” is below this one. */
export const sideWords = {
  above: /\b(above|over|top)\b(?! (the|its|their) )|\b(below|under|beneath) (the|its|their) /i,
  below: /\b(below|under\w*|beneath|bottom)\b(?! (the|its|their) )|\babove (the|its|their) /i,
  left: /\bleft\b/i,
  right: /\bright\b/i,
};

/** Words for one of the properties that are meant, by how its name ends. */
const particulars = [
  { words: sideWords.above, end: "-top" },
  { words: sideWords.below, end: "-bottom" },
  { words: sideWords.left, end: "-left" },
  { words: sideWords.right, end: "-right" },
  { words: /\b(wide\w*|narrow\w*)\b/i, end: "width" },
  { words: tallness, end: "height" },
  { words: /\b(align\w*|lin(es?|ed|ing) up)\b/i, end: "-align" },
  { words: /\b(tiny|small\w*|big\w*|large\w*|size)\b/i, end: "font-size" },
  { words: /\b(bold\w*|weight)\b/i, end: "font-weight" },
  { words: /\bthi(n|ck)(n?er)?\b/i, end: "-width" },
];

/** Words for a state that an element is not in, and how the looks of it are marked. */
const states = [
  { words: /\bhover\w*|\b(mouse|cursor|pointer)\b.{0,9}\bover\b|\bpoint(ing)? at\b/i, when: ":hover" },
  { words: /\b(focus\w*|tab(bed|bing)?(?= (here|in|into|on|through|to)\b)|keyboard)\b/i, when: ":focus-visible" },
  { words: /\bpress(ed|ing)\b/i, when: ":active" },
  { words: /\bdisabled\b/i, when: ":disabled" },
];

function stateIn(comment: string): string | undefined {
  return states.find(({ words }) => words.test(comment))?.when;
}

/** Points of each row for the properties that an annotation's text spells (8), names in other words (6), or describes (4). `least`: those of a row that is meant. */
function pointsOfText(comment: string): { readonly points: (row: StyleRow) => number; readonly least: number } {
  const spelledNames = new Set(comment.toLowerCase().match(/-{0,2}[a-z][\w-]*/g));
  const isSpelled = (one: string) =>
    spelledNames.has(one) || [...spelledNames].some((name) => /^(margin|padding)$/.test(name) && setsProperty(name, one));
  const spelled = (row: StyleRow) => [row.property, ...row.longhands].some(isSpelled);
  const ends = particulars.flatMap(({ words, end }) => (words.test(comment) ? [end] : []));
  const particular = (row: StyleRow, isEnd: (one: string, end: string) => boolean) =>
    row.longhands.some((one) => ends.some((end) => isEnd(one, end)) && (isBorder || !/^(border|outline)-/.test(one))) ? 1 : 0;
  const isBorder = /\b(borders?|outlines?|frame|rule)\b/i.test(comment) || drawnLine.test(comment);
  const fits = (words: "names" | "describes") => meanings.flatMap((one) => (one[words]?.test(comment) === true ? [one.properties] : []));
  const named = fits("names");
  /** Of the properties that the words describe those alone that others of them narrow down: “too large” is no font family. */
  const described = fits("describes").map((pattern) => {
    const narrow = ends.filter((end) => pattern.test(end));
    const grown = narrow.some((end) => /^(width|height)$/.test(end)) ? ["flex-grow", "flex-basis"] : [];
    return narrow.length === 0 ? pattern : new RegExp(`^(min-|max-)?(${[...narrow, ...grown].join("|")})$`);
  });
  const isAny = (row: StyleRow, properties: readonly RegExp[]) =>
    properties.some((pattern) => row.longhands.some((one) => pattern.test(one) && (isBorder || !/^border-.*-color$/.test(one))));
  const points = (row: StyleRow) =>
    (spelled(row) ? 8 : 0) +
    (isAny(row, named) ? 6 : 0) +
    (isAny(row, described) ? 4 : 0) +
    particular(row, (one, end) => one.endsWith(end)) +
    particular(row, (one, end) => one === end) / 2;
  return { points, least: named.length > 0 ? 6 : 4 };
}

/** Without what is inherited and not shown, and what the words rule out: the ground for a red text, lengths for another place. */
export function shownRows(
  rows: readonly StyleRow[],
  { tag, attributes, role, text }: Pick<CapturedElement, "tag" | "attributes" | "role" | "text">,
  comment: string,
): StyleRow[] {
  const isPlaced = isAbout(comment, "justify-content") && !isAboutSpace(comment);
  const paints = [attributes["fill"], attributes["stroke"]].filter((one) => one !== undefined);
  const isPainted = paints.length > 0 && !paints.includes("currentColor");
  const isOfText = text !== "" && role !== "button" && hue.test(comment) && !ofGround.test(comment);
  return rows.filter(
    ({ from, property, when, winner }) =>
      !(isPlaced && property.startsWith("margin") && !/auto|^-/.test(winner?.value ?? "")) &&
      (from === "" || !(isPainted || picture.test(tag)) || !ofText.test(property)) &&
      !(isOfText && when === "" && property.startsWith("background")),
  );
}

const hue = /\b(gr[ae]y|red|green|blue|white|black|yellow|orange|purple|pink)\b/i;
const ofGround = /\b(back)?ground\b|\b(behind|badge|tag|chip|pill|label|box|bar|button|highlight\w*)\b/i;
const picture = /^(canvas|img|video)$/;
const ofText = /^(color|font|line-height|letter-spacing|text-)/;

/** The row that an annotation's text names or means; none where it is about no look. */
export function rowsMeant(rows: readonly StyleRow[], comment: string, rules: StyleRules["rules"] = []): StyleRow[] {
  const { points, least } = pointsOfText(comment);
  const state = stateIn(comment);
  return rowsAbout(rows, comment, 1, rules).filter((row) => (row.when === "" ? points(row) >= least : row.when === state));
}

/** The rows that an annotation is most likely about: by a state and by properties that it names, else by its words. A rule for all elements declares the look of none. */
export function rowsAbout(rows: readonly StyleRow[], comment: string, most: number, rules: StyleRules["rules"] = []): StyleRow[] {
  const isOfAll = ({ winner }: StyleRow) => /^\*(,|$)/.test(rules[winner?.rule ?? -1]?.selector ?? "");
  const state = stateIn(comment);
  const shown = rows.filter((row) => !isOfAll(row) && (row.when === "" || (row.when === state && !row.property.startsWith("--"))));
  const { points: text } = pointsOfText(comment);
  const meant = (row: StyleRow) => text(row) + (row.when === "" ? 0 : 16);
  const points = (row: StyleRow) => meant(row) + (row.from === "" ? 0.5 : 0);
  const about = shown.filter((row) => meant(row) > 0).length;
  const matches = ({ winner }: StyleRow) => rules[winner?.rule ?? -1]?.matches ?? 0;
  const sorted = distinct(shown.toSorted((a, b) => points(b) - points(a) || matches(a) - matches(b))).slice(
    0,
    Math.min(most, Math.max(about, leastShown)),
  );
  return sorted.filter((row) => meant(row) > 0 || row.from === "");
}

/** Longhands of one declaration that win over different ones are one row here. */
function distinct(rows: readonly StyleRow[]): StyleRow[] {
  const seen = new Set<string>();
  const isNews = (key: string) => !seen.has(key) && seen.add(key);
  return rows.filter(
    ({ winner, when, from }) => winner === undefined || isNews([winner.rule, winner.name, winner.value, when, from].join()),
  );
}

/** So many rows are shown although the words are about fewer, where they are the element's own. */
const leastShown = 2;
