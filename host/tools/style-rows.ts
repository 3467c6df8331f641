import { type Wanted, wantedOf } from "../analysis/source/wanted.js";
import {
  type Explained,
  explainedElement,
  rowsAbout,
  rowsMeant,
  type StyleRow,
  shownRows,
  styleRows,
  wantedDeclaration,
} from "../analysis/styles/explained.js";
import type { StylePlace } from "../analysis/styles/match-rule.js";
import type { CapturedElement, CaptureReader } from "../contract/reader.js";
import type { StyleDeclaration, StyleRules } from "../contract/style-rules.js";
import type { SourceFiles } from "./context.js";
import { findDeclarations, findInline } from "./style-search.js";

export interface PlacedStyle {
  readonly row: StyleRow;
  /** The winner's, as its source writes it where that is found. */
  readonly value: string | undefined;
  /** With `!important` where it stands. */
  readonly selector: string;
  readonly place: StylePlace | undefined;
  readonly conditions: string;
  readonly variables: string;
  readonly overridden: string;
  readonly matches: number | undefined;
}

const mostOverridden = 4;
/** Declarations that are looked for beside those that have no place. */
const mostBeside = 9;

/** Which declarations of an element: of a property, or all; the one that an annotation's words name; or those that they are about. */
type StylesAsked =
  | { readonly property: string | undefined }
  | { readonly meantBy: string }
  | { readonly about: string; readonly most: number };

/** Declarations of an element with their places in the sources; undefined where the capture has none. */
export async function placedStyles(
  sources: SourceFiles,
  reader: CaptureReader,
  element: CapturedElement,
  asked: StylesAsked,
): Promise<readonly PlacedStyle[] | undefined> {
  const explained = explainedElement(reader, element.ref);
  if (explained === undefined) return undefined;
  const { rules } = explained;
  const rows = rowsAsked(explained, element, asked);
  const elements = new Map([["", wantedOf(reader, element)]]);
  const wantedElement = (ref: string) => {
    const other = reader.byRef(ref);
    const known = elements.get(other === undefined ? "" : ref) ?? wantedOf(reader, other ?? element);
    elements.set(ref, known);
    return known;
  };
  const placeOf = await findPlaces(sources, rules, rows, wantedElement);
  const isUnplaced = ({ winner }: StyleRow) => winner !== undefined && winner.rule >= 0 && placeOf(winner) === undefined;
  const unplaced = new Set(rows.filter(isUnplaced).map(({ winner }) => winner?.rule));
  const others = styleRows(explained.element).filter((row) => unplaced.has(row.winner?.rule) && isUnplaced(row));
  const placeBeside = besideIn(others, await findPlaces(sources, rules, others.slice(0, mostBeside), wantedElement));
  const inline = new Map<string, ReadonlyMap<string, StylePlace>>();
  for (const from of new Set(rows.map((row) => row.from))) {
    const names = rows.flatMap(({ winner, from: owner }) => (winner?.rule === -1 && owner === from ? [winner.name] : []));
    inline.set(from, await findInline(sources, wantedElement(from), new Set(names)));
  }
  return rows.map((row) => {
    const { winner } = row;
    const place = winner && (winner.rule < 0 ? inline.get(row.from)?.get(winner.name) : (placeOf(winner) ?? placeBeside(winner.rule)));
    return {
      row,
      value: place?.value ?? winner?.value,
      selector: winner === undefined ? "" : selectorOf(rules, winner),
      place,
      conditions: conditionsOf(rules, row),
      variables: row.variables
        .map(({ name, value, declared, rule = -1 }) => {
          const place = placeOf({ rule, name, value: declared ?? "" });
          const where = rule < 0 ? "" : ` (${[rules.rules[rule]?.selector ?? "", lineOf(place)].join(" ").trim()})`;
          return `${name}: ${declared ?? (value || "not set")}${where}`;
        })
        .join("; "),
      overridden: row.overridden
        .slice(0, mostOverridden)
        .map((one) => `${one.value} ← ${selectorOf(rules, one)}`)
        .join("; "),
      matches: winner && matchesOf(rules, winner),
    };
  });
}

function rowsAsked({ rules: { rules }, element }: Explained, of: CapturedElement, asked: StylesAsked): StyleRow[] {
  if ("property" in asked) return styleRows(element, asked.property);
  const rows = shownRows(styleRows(element), of, "meantBy" in asked ? asked.meantBy : asked.about);
  return "meantBy" in asked ? rowsMeant(rows, asked.meantBy, rules) : rowsAbout(rows, asked.about, asked.most, rules);
}

type PlaceOf = (declaration: Pick<StyleDeclaration, "rule" | "name" | "value">) => StylePlace | undefined;

/** The places of the declarations that some rows name, variables too. */
export async function findPlaces(
  sources: SourceFiles,
  rules: StyleRules,
  rows: readonly StyleRow[],
  on: (ref: string) => Wanted,
): Promise<PlaceOf> {
  const parts = rows.flatMap(({ winner, longhands, variables, from }) => [
    { declaration: winner === undefined ? undefined : wantedDeclaration(rules, winner, longhands[0] ?? winner.name), from },
    ...variables.map(({ name, declared = "", rule = -1, from: owner = "" }) => ({
      declaration: wantedDeclaration(rules, { rule, name, value: declared }, name),
      from: owner,
    })),
  ]);
  const wanted = parts.flatMap(({ declaration, from }) => (declaration === undefined ? [] : [{ ...declaration, on: on(from) }]));
  const found = await findDeclarations(sources, wanted);
  return ({ rule, name, value }) => {
    const at = wanted.findIndex((one) => one.rule === rules.rules[rule] && one.name === name && one.value === value);
    return at < 0 ? undefined : found[at]?.[0];
  };
}

/** Where another declaration of a rule stands: what a mixin or a function of the program adds stands in no sheet. */
function besideIn(rows: readonly StyleRow[], placeOf: PlaceOf): (rule: number) => StylePlace | undefined {
  return (rule) => {
    const places = rows.flatMap(({ winner }) => (winner?.rule === rule ? (placeOf(winner) ?? []) : []));
    const [best] = places.toSorted((one, other) => other.score - one.score);
    if (best === undefined) return undefined;
    const { value: _its, ...place } = best;
    return { ...place, score: place.score / 2, evidence: "another declaration of its rule" };
  };
}

export function lineOf(place: StylePlace | undefined): string {
  return place === undefined ? "" : [place.file, place.line, ...(needsColumn(place) ? [place.column] : [])].join(":");
}

/** Whether a line alone is too little: the first one, which may be the only one, and those on which one would have to scroll. */
export function needsColumn({ line, column }: StylePlace): boolean {
  return column > 1 && (line === 1 || column > longLine);
}

const longLine = 200;

function selectorOf({ rules }: StyleRules, { rule, important }: StyleDeclaration): string {
  return `${rules[rule]?.selector ?? "style attribute"}${important === true ? " !important" : ""}`;
}

function matchesOf({ rules }: StyleRules, { rule }: StyleDeclaration): number | undefined {
  const count = rules[rule]?.matches ?? -1;
  return count < 0 ? undefined : count;
}

/** Layer, conditions with whether they hold, the ancestor it comes from. */
function conditionsOf({ rules, conditions }: StyleRules, { winner, when, from, unknownBecause }: StyleRow): string {
  const rule = winner === undefined ? undefined : rules[winner.rule];
  const held = (rule?.conditions ?? []).flatMap((at) => conditions[at] ?? []).filter(({ holds }) => when === "" || holds !== false);
  return [
    ...(unknownBecause === "" ? [] : [`cannot tell: ${unknownBecause}`]),
    ...(when === "" ? [] : [when]),
    ...(from === "" ? [] : [`inherited from ${from}`]),
    ...(rule?.layer === undefined ? [] : [`@layer ${rule.layer}`]),
    ...held.map(({ kind, text, holds }) => `@${kind} ${text} (${holds === true ? "holds" : String(holds)})`),
  ].join("; ");
}
