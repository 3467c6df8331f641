import { weaklyMemoized } from "../../contract/memoized.js";
import type { RuleCondition, RuleSheet, StyleRule } from "../../contract/style-rules.js";
import { stemOf } from "../source/files.js";
import { positionOf } from "../source/place.js";
import { declarationFor, declarationsOf, sharesDeclared } from "./declarations.js";
import { type RuleIndex, rulesLike, withoutNesting } from "./rule-index.js";
import {
  afterMadeClass,
  canonicalSelector,
  classesOf,
  fitSelector,
  fitsWithin,
  localNamesOf,
  type SelectorFit,
  withoutScopes,
} from "./selectors.js";
import type { SourceDeclaration, SourceRule } from "./style-source.js";

/** A declaration on a page whose place in the sources is searched. */
export interface WantedDeclaration {
  readonly rule: StyleRule;
  readonly sheet: RuleSheet;
  readonly conditions: readonly RuleCondition[];
  /** A longhand or custom property. */
  readonly property: string;
  /** As declared. */
  readonly name: string;
  readonly value: string;
  readonly tag?: string;
}

/** A place in the sources, with a score from 0 to 1. */
export interface StylePlace {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly score: number;
  readonly evidence: string;
  /** The declaration's value as the source writes it, where it is the page's: a page has every colour as `rgb()`. */
  readonly value?: string;
}

/** Texts of which a source with the rule has one; for rules of libraries that make class names, the property's names. */
export function needlesOf({ rule, name }: WantedDeclaration): readonly string[] {
  const camel = name.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
  // Those that utility classes set stand in no source.
  if (name.startsWith("--")) return [name, ...(name.startsWith("--tw-") ? ["@apply"] : [])];
  if (afterMadeClass(rule.selector) !== undefined) return [...classNeedles(rule.selector), name, camel];
  const needles = classNeedles(withoutScopes(rule.selector));
  // A source may have a shorthand where the browser names what other declarations left of it.
  return needles.length > 0 ? needles : [/^[a-z]+/.exec(name)?.[0] ?? name, "@apply"];
}

/** Whether a source may write a class of the rule in parts: `.btn { &-primary {} }`. */
export function mayNestNames(text: string, { rule }: WantedDeclaration): boolean {
  return /&[\w-]/.test(text) && classesOf(rule.selector).some((name) => text.includes(`.${name.split(/[-_]/)[0]}`));
}

function classNeedles(selector: string): string[] {
  const classes = classesOf(selector);
  return (classes.length === 0 ? Array.from(selector.matchAll(/#([\w-]+)/g), ([, id = ""]) => id) : classes).flatMap((one) => [
    ...localNamesOf(one),
  ]);
}

const fits: Readonly<Record<Exclude<SelectorFit, "">, { readonly score: number; readonly evidence: string }>> = {
  exact: { score: 0.55, evidence: "selector" },
  scoped: { score: 0.53, evidence: "selector, scoped by the compiler" },
  hashed: { score: 0.48, evidence: "class name before hashing" },
  part: { score: 0.4, evidence: "part of the selector list" },
};
/** A template or object without a selector is known by its declarations alone. */
const madeScore = 0.3;
/** Share of the rule's declarations that such a one must have. */
const leastMade = 0.5;

/** Of each rule of a page how much a source's rule has of it. */
const sharesOf = weaklyMemoized(({ css }: StyleRule) => {
  const captured = declarationsOf(css);
  return weaklyMemoized(({ declarations }: SourceRule) => sharesDeclared(declarations, captured));
});

/** A sheet that the project compiles from another file is written anew with it. */
const compiledPoints = -0.3;

/** The tag before a template: of `styled.h3`…``, with types or attributes in between. A component may draw another. */
const styledTag = /\bstyled\.([a-z]\w*)(?:<[^`]*>|\.attrs\([^`]*\))?`$/;
const tagPoints = 0.06;

/** The places in files that may declare what a page has, in no order. `named`: the files that the page names for the sheet. */
export function placesIn(
  index: RuleIndex,
  wanted: WantedDeclaration,
  named: ReadonlySet<string> = new Set(),
  isCompiled: (file: string) => boolean = () => false,
): StylePlace[] {
  return rulesLike(index, wanted.rule).flatMap(({ of: { file, text }, source }) => {
    const found = declarationFor(source.declarations, wanted, wanted.property);
    const base = baseOf(source, wanted, found?.same);
    if (base === undefined) return [];
    const share = sharesOf(wanted.rule)(source).ofRule;
    // Several modules have a `.title`.
    const isNamed = base === fits.hashed && namesFile(wanted.rule.selector, file);
    const evidence = [isNamed ? `${base.evidence}, with its file's` : base.evidence, `${Math.round(share * 100)} % of its declarations`];
    let score = base.score + 0.2 * share + (isNamed ? 0.06 : 0);
    if (found === undefined) score -= 0.1;
    else if (found.same === true) {
      score += 0.15;
      evidence.push("value");
    } else if (found.same === "unknown") score += 0.07;
    if (named.has(file)) {
      score += 0.1;
      evidence.push("file named by the page");
    } else if (named.size > 0) score -= 0.15;
    if (isCompiled(file)) score += compiledPoints;
    const tag = source.is === "template" && source.own === "" ? styledTag.exec(text.slice(0, source.offset).slice(-100))?.[1] : undefined;
    if (tag !== undefined && wanted.tag !== undefined) score += tag === wanted.tag ? tagPoints : -tagPoints;
    const media = wanted.conditions.filter(({ kind }) => kind === "media" || kind === "container");
    const written = source.conditions.filter((one) => !/^@(layer|supports|scope|at-root)\b/.test(one));
    // An included mixin may be a condition.
    if (written.length > 0 && written.every(isIncluded)) score -= media.length > 0 ? 0 : 0.03;
    else if (media.length > 0 !== written.length > 0) score -= 0.1;
    else if (media.some(({ text: one }) => source.conditions.some((other) => plain(other).includes(plain(one))))) score += 0.04;
    // Utility classes that a rule applies and mixins that it includes stand for its declarations.
    const declared = found?.declaration ?? source.declarations.find((one) => one.name === "@apply");
    const place = declared?.place ?? { file, ...positionOf(text, declared?.offset ?? source.offset) };
    if (declared?.place !== undefined) evidence.push("included there");
    const value = found?.same === true && found.declaration.name === wanted.name ? { value: found.declaration.value } : {};
    return [{ ...place, ...value, score: Math.max(0, Math.min(0.99, score)), evidence: evidence.join("; ") }];
  });
}

function isIncluded(condition: string): boolean {
  return condition.startsWith("@include");
}

/** Whether a class begins with the name of a file: `Card_title__x1y2z` of `Card.module.css`. */
function namesFile(selector: string, file: string): boolean {
  const stem = stemOf(file) || file;
  return classesOf(selector).some((name) => /^[_-]/.test(name.slice(stem.length)) && name.startsWith(stem));
}

function plain(condition: string): string {
  return condition
    .toLowerCase()
    .replace(/^@\w+\s*/, "")
    .replace(/\s+|\bscreen and\b|\bonly\b/g, "");
}

function baseOf(
  source: SourceRule,
  { rule, name, sheet }: WantedDeclaration,
  same: boolean | "unknown" | undefined,
): { readonly score: number; readonly evidence: string } | undefined {
  if (name.startsWith("--")) {
    const declares = (one: SourceDeclaration) => one.name === name || (name.startsWith("--tw-") && one.name === "@apply");
    if (!source.declarations.some(declares)) return undefined;
    const isTheme = source.own.startsWith("@theme") && /:root|:host/.test(rule.selector);
    if (isTheme) return { score: 0.6, evidence: "theme entry" };
  }
  if (source.is !== "object" && source.selector !== "" && !source.own.startsWith("@")) {
    const fit = fitSelector(rule.selector, source.selector) || fitOwn(rule.selector, source.own);
    if (fit !== "") return fits[fit];
    if (source.conditions.some(isIncluded) && fitsWithin(rule.selector, source.selector))
      return { score: fits.part.score, evidence: "selector, in a block that a mixin takes" };
  }
  const rest = afterMadeClass(rule.selector);
  if (source.is === "rule" || rest === undefined || same === undefined) return undefined;
  if (withoutNesting(source.selector) !== rest && !refersTo(source.selector, rule.selector)) return undefined;
  const { ofRule, ofSource, against } = sharesOf(rule)(source);
  const isWhole = ofRule >= leastMade && (same === true || ofRule > 0.7);
  const isPart = ofSource >= leastMade && same !== false;
  if (!isWhole && !isPart) return undefined;
  const share = Math.max(isWhole ? ofRule : 0, isPart ? ofSource : 0);
  const label = /-([A-Za-z][\w]*)$/.exec(classesOf(rule.selector)[0] ?? "")?.[1];
  return {
    score: madeScore + 0.15 * share - 0.3 * against,
    evidence: `${source.is === "object" ? "style object" : "template"}${label === undefined || sheet.marker === "" ? "" : ` (${label})`}`,
  };
}

/** Whether a template's selector with other components in it may be the page's, where each has a class that a library made. */
function refersTo(written: string, captured: string): boolean {
  if (!written.includes("${")) return false;
  const whole = written.includes("&") ? written : `& ${written}`;
  const components = canonicalSelector(whole.replace(/\$\{[^}]*(?:\}|$)|&/g, ".*"));
  return canonicalSelector(captured.replace(/\.[\w-]{5,}/g, ".*")) === components;
}

/** A nested rule's selectors on the page are those of its own, with `&`. */
function fitOwn(captured: string, own: string): SelectorFit {
  if (!captured.includes("&")) return "";
  return withoutNesting(captured) === withoutNesting(own) ? "part" : "";
}

const most = 5;
const leastScore = 0.35;

/** The best places first, at most five, one for each line. Places that fit equally well share what is sure. */
export function rankStylePlaces(places: readonly StylePlace[]): StylePlace[] {
  const byLine = new Map<string, StylePlace>();
  for (const place of places) {
    const key = `${place.file}:${place.line}`;
    const known = byLine.get(key);
    if (known === undefined || known.score < place.score) byLine.set(key, place);
  }
  const sorted = [...byLine.values()]
    .filter(({ score }) => score >= leastScore)
    .sort((a, b) => b.score - a.score || a.file.length - b.file.length);
  return sorted.slice(0, most).map((place) => {
    const ties = sorted.filter((other) => other !== place && other.score > place.score - 0.02).length;
    return { ...place, score: Math.round((place.score / (1 + 0.25 * Math.min(ties, 4))) * 100) / 100 };
  });
}
