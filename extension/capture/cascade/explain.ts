import { addToGroup, groupBy } from "../../../host/contract/group-by.js";
import { memoized } from "../../../host/contract/memoized.js";
import type {
  ExplainedElement,
  ExplainedProperty,
  OtherLook,
  RuleCondition,
  StyleDeclaration,
  StyleRules,
} from "../../../host/contract/style-rules.js";
import { cleanResourceUrl, withoutTokens } from "../../../host/contract/urls.js";
import { animationsIn, computedStyleOf, cssName, isDocument, isKeyframes, isShadowRoot, localNameOf, rootNodeOf } from "../dom.js";
import { truncate } from "../text.js";
import { type Candidate, type Cascade, makeStyleReader, type StyleReader, type StyleReaderOptions, type VariableUse } from "./cascade.js";
import { longhandsOf, textOf } from "./declarations.js";
import { inheritedProperties } from "./inherited.js";
import { countMatches } from "./matching.js";
import { type Assertion, type ProbeResult, probeDeclarations } from "./probe.js";
import type { Sheet, SheetRule, StyleHole } from "./sheets.js";

export interface ExplainOptions extends StyleReaderOptions {
  /** Takes elements of the extension's own for a moment, with which winners are verified; never a node that the page sees. */
  readonly probeRoot: Node;
  /** Undefined for elements that the capture does not hold. */
  readonly refOf: (element: Element) => string | undefined;
}

export interface Explanation {
  readonly rules: StyleRules;
  readonly holes: readonly StyleHole[];
}

const mostElements = 40;
const mostProperties = 300;
const mostDeclarations = 8;
const mostLooks = 60;
const mostHoles = 50;
/** The page stands still meanwhile: where thousands of counters are made anew for each element, or of selectors asked, those not finished by then go without. */
const mostMs = 1_500;

class OutOfTime extends Error {}

/**
 * Which declarations give elements their look, the winner of each property first: named only when it yields the computed value, else with
 * the reason why not. Only properties that the page's styles declare; `all` stands for those that nothing but it declares.
 */
export function explainStyles(elements: readonly Element[], options: ExplainOptions): Explanation {
  const end = performance.now() + mostMs;
  const look = () => {
    if (performance.now() > end) throw new OutOfTime();
  };
  const reader = makeStyleReader({ ...options, look });
  const tables = makeTables(options.refOf, look);
  // The browser looks for those of one element among all, and sorts these, each time.
  const animationsOf = memoized((root: Node) =>
    groupBy(isDocument(root) || isShadowRoot(root) ? animationsIn(root) : [], ({ effect }) =>
      isKeyframes(effect) && effect.pseudoElement === null ? effect.target : undefined,
    ),
  );
  let isComplete = true;
  let late = 0;

  function explain(ref: string, element: Element): ExplainedElement {
    look();
    const cascades = withoutThoseOfAll(
      reader.declaredProperties(element).flatMap((property) => {
        const cascade = reader.cascade(element, property);
        return cascade.candidates.length === 0 ? [] : [{ property, ...cascade }];
      }),
    );
    isComplete &&= cascades.length <= mostProperties;
    const running = animatedProperties(animationsOf(rootNodeOf(element)).get(element) ?? []);
    const properties = explainProperties(element, cascades.slice(0, mostProperties), reader, tables, options.probeRoot, running);
    const looks = otherLooks(element, cascades, reader, tables);
    return { ref, properties, ...(looks.length === 0 ? {} : { looks }) };
  }

  const explained = elements.slice(0, mostElements).flatMap((element): ExplainedElement[] => {
    const ref = options.refOf(element);
    try {
      return ref === undefined ? [] : [explain(ref, element)];
    } catch (error) {
      if (!(error instanceof OutOfTime)) throw error;
      late++;
      return [];
    }
  });
  const holes = new Map(reader.holes().map((hole) => [`${hole.reason} ${hole.href} ${hole.detail}`, hole]));
  const detail = `the declarations of ${late} annotated elements were not read: on this page each takes too long`;
  if (late > 0) holes.set(detail, { href: "", reason: "time", detail });
  const complete = isComplete ? { complete: true as const } : {};
  return { rules: { ...tables.written, ...complete, elements: explained }, holes: [...holes.values()].slice(0, mostHoles) };
}

type PropertyCascade = Cascade & { readonly property: string };

/** Firefox lists `all` as everything that it sets, Chromium as itself. */
function withoutThoseOfAll(cascades: readonly PropertyCascade[]): readonly PropertyCascade[] {
  const ofAll = cascades.filter(({ candidates }) => candidates.every(({ declaration }) => declaration.name === "all"));
  const [first] = ofAll;
  return first === undefined ? cascades : [{ ...first, property: "all" }, ...cascades.filter((one) => !ofAll.includes(one))];
}

function explainProperties(
  element: Element,
  cascades: readonly PropertyCascade[],
  reader: StyleReader,
  tables: Tables,
  probeRoot: Node,
  running: ReadonlyMap<string, Running>,
): ExplainedProperty[] {
  const trials = cascades.map((cascade) =>
    assertionsOf(cascade, reader, cascade.element === element ? running.get(cascade.property)?.to : undefined),
  );
  const results = probeDeclarations(element, trials.flat(), reader, probeRoot);
  const judged = cascades.map((cascade, index) => ({
    ...cascade,
    ...decided(cascade.candidates, results.splice(0, trials[index]?.length)),
  }));
  const refuted = judged.filter(({ property, verified }) => verified === false && !running.has(property));
  const isOnItsWay = ({ property, verified }: (typeof judged)[number]) => yields(verified) && running.get(property)?.to !== undefined;
  const style = computedStyleOf(element);
  const hasUnread = reader.holes().some(({ reason }) => reason === "cross-origin");
  return judged.flatMap((one): ExplainedProperty[] => {
    const { property, candidates, element: owner, verified, isExplicit } = one;
    // The browser's own style sheet stands between: headings have a size of their own, buttons a font.
    if (!isExplicit && (verified === "default" || (verified === "own" && !hasUnread))) return [];
    const [winner] = candidates;
    const isOfSame = (other: (typeof judged)[number]) => other.property !== property && isSameDeclaration(other.candidates[0], winner);
    const isShown = verified !== "initial" || judged.some((other) => other.verified === true && isOfSame(other));
    const unlike = isShown ? undefined : refuted.find(isOfSame);
    const cause =
      causeOf(property, candidates, isOnItsWay(one) ? undefined : running.get(property)?.what, verified, style.display === "", reader) ??
      (unlike === undefined ? undefined : `${winner?.declaration.name} of the same rule does not give the computed ${unlike.property}`);
    const variables = reader.variables(owner, winner?.declaration.value ?? "");
    const explained: ExplainedProperty = {
      property,
      computed:
        cleanValue(style.getPropertyValue(property)) +
        (isOnItsWay(one) ? ` (in a transition to ${cleanValue(running.get(property)?.to ?? "")})` : ""),
      ...(cause === undefined ? {} : { "cannot-tell": truncate(cause, 500) }),
      ...(owner === element ? {} : { from: tables.nameOf(owner) }),
      declarations: candidates.slice(0, mostDeclarations).map((candidate) => tables.declaration(candidate)),
      ...(variables.length === 0 ? {} : { variables: variables.map((use) => tables.variable(use)) }),
    };
    return [explained];
  });
}

/** Whether two longhands have their value of one shorthand: where it fails one, that another has its value is a coincidence. */
function isSameDeclaration(one: Candidate | undefined, other: Candidate | undefined): boolean {
  return one !== undefined && other !== undefined && one.rule === other.rule && one.declaration.name === other.declaration.name;
}

/** How many declarations at the top of a cascade lead to its first certain one, that included. */
function openPart(candidates: readonly Candidate[]): number {
  const certain = candidates.findIndex(({ doubt }) => doubt === undefined);
  return certain < 0 ? candidates.length : certain + 1;
}

/** What may have won: each declaration in doubt and the first certain one; where none is certain, nothing at all. */
function assertionsOf(
  { property, candidates, element: owner }: PropertyCascade,
  reader: StyleReader,
  wanted: string | undefined,
): Assertion[] {
  const open = candidates
    .slice(0, openPart(candidates))
    .map((candidate) => ({ property, candidate, owner, wanted, substituted: reader.substitute(owner, candidate.declaration.value) }));
  const [first] = open;
  const isNoneCertain = candidates.every(({ doubt }) => doubt !== undefined);
  return first !== undefined && isNoneCertain ? [...open, { ...first, substituted: undefined }] : open;
}

/** The cascade from its winner on where declarations are in doubt and the computed value comes of one alone; else as it was. */
function decided(candidates: readonly Candidate[], results: readonly ProbeResult[]) {
  const winner = results.findIndex(yields);
  const first = candidates[winner];
  if (results.length < 2 || first === undefined || results.findLastIndex(yields) !== winner)
    return { candidates, verified: results[0] ?? false };
  return { candidates: [{ ...first, doubt: undefined }, ...candidates.slice(winner + 1)], verified: true };
}

const yields = (result: ProbeResult): boolean => result === true || result === "initial";

/** Why no winner is named; undefined when one is. */
function causeOf(
  property: string,
  candidates: readonly Candidate[],
  animation: string | undefined,
  isVerified: ProbeResult,
  isUnstyled: boolean,
  reader: StyleReader,
): string | undefined {
  if (animation !== undefined) return `${animation} is running on it`;
  const [winner] = candidates;
  if (winner?.doubt !== undefined) return winner.doubt;
  if (yields(isVerified) || property === "all") return undefined;
  if (isUnstyled) return "the browser computes no style for what stands in no slot and no document";
  if (winner !== undefined && winner.declaration.longhand === "" && winner.declaration.value === "")
    return "the browser does not report a shorthand with a custom property that other declarations of its rule override in part";
  const sheet = reader.holes().find(({ reason }) => reason === "cross-origin");
  return sheet === undefined
    ? "the declarations that could be read do not give the computed value"
    : `a style sheet of another origin could not be read: ${cleanResourceUrl(sheet.href)}`;
}

interface AnyAnimation extends Animation {
  readonly animationName?: string;
  readonly transitionProperty?: string;
}

/** What sets a longhand now; of a transition the value that it ends in. */
interface Running {
  readonly what: string;
  readonly to: string | undefined;
}

function animatedProperties(animations: readonly Animation[]): ReadonlyMap<string, Running> {
  const found = new Map<string, Running>();
  for (const animation of animations) {
    const { effect, playState } = animation;
    if (playState === "idle" || !isKeyframes(effect)) continue;
    const { animationName, transitionProperty }: AnyAnimation = animation;
    const ofScript = transitionProperty === undefined ? "a script's animation" : "a transition";
    const what = animationName === undefined ? ofScript : `the animation ${animationName}`;
    for (const frame of effect.getKeyframes()) {
      for (const [name, value] of Object.entries(frame)) {
        const property = cssName(name);
        const to = transitionProperty === undefined ? undefined : String(value);
        for (const longhand of [property, ...longhandsOf(property)]) found.set(longhand, { what, to });
      }
    }
  }
  return found;
}

/** What rules of the element, and of ancestors that it inherits from, would change in another state or under conditions that fail now. */
function otherLooks(element: Element, cascades: readonly PropertyCascade[], reader: StyleReader, tables: Tables): OtherLook[] {
  const asked = new Map<Element, string[]>();
  for (const { property, candidates, element: owner } of cascades) {
    if (owner !== element && inheritedProperties.has(property)) addToGroup(asked, owner, property);
    for (const use of reader.variables(owner, candidates[0]?.declaration.value ?? ""))
      if (use.element !== undefined) addToGroup(asked, use.element, use.name);
  }
  const found = new Map<string, OtherLook>();
  for (const [owner, properties] of [[element, undefined] as const, ...asked]) {
    for (const { when, candidate } of reader.looks(owner, properties && [...new Set(properties)])) {
      const { rule, name, value } = tables.declaration(candidate);
      const from = owner === element ? {} : { from: tables.nameOf(owner) };
      const look = { when: truncate(when, 500), rule, name, value, ...from };
      if (found.size < mostLooks) found.set(`${look.when} ${rule} ${name}`, look);
    }
  }
  return [...found.values()];
}

/** Sheets, conditions and rules that stand once in the answer. */
interface Tables {
  readonly written: StyleRules;
  /** How an element that styles are inherited from is named. */
  nameOf(element: Element): string;
  declaration(candidate: Candidate): StyleDeclaration;
  variable(use: VariableUse): NonNullable<ExplainedProperty["variables"]>[number];
}

function makeTables(refOf: (element: Element) => string | undefined, look: () => void): Tables {
  const written: StyleRules = { sheets: [], conditions: [], rules: [], elements: [] };
  const conditions = new Map<string, number>();
  const rules = new Map<SheetRule, number>();

  const sheetPlace = memoized(({ origin, href, marker, text }: Sheet): number => {
    const sources = inlineSources(text);
    const made = { origin, href: truncate(cleanResourceUrl(href), 1_000), marker: truncate(marker || sourceUrl(text), 1_000) };
    return written.sheets.push({ ...made, ...(sources.length === 0 ? {} : { sources }) }) - 1;
  });

  function conditionPlace({ kind, text, holds }: RuleCondition): number {
    const key = `${kind} ${text} ${holds}`;
    const place = conditions.get(key) ?? written.conditions.push({ kind, text: truncate(text, 500), holds }) - 1;
    conditions.set(key, place);
    return place;
  }

  /** The `style` attribute has -1. */
  function rulePlace({ rule, doubt }: Candidate): number {
    if (rule === undefined) return -1;
    const place = rules.get(rule) ?? written.rules.push(ruleOf(rule, doubt === undefined)) - 1;
    rules.set(rule, place);
    return place;
  }

  function ruleOf(rule: SheetRule, isCertain: boolean): StyleRules["rules"][number] {
    look();
    const { scope, conditions: around, sheet, path, layer } = rule.context;
    const limits: RuleCondition[] = scope === undefined ? [] : [{ kind: "scope", text: scope.text, holds: true }];
    // Of a rule that applies each container condition was computed.
    const known = around.map((one) => (one.kind === "container" && isCertain ? { ...one, holds: true } : one));
    const all = [...known, ...limits].map(conditionPlace);
    return {
      sheet: sheetPlace(sheet),
      path: [...path, rule.index],
      selector: truncate(withoutTokens(rule.selectorText), 1_000),
      css: cleanValue(textOf(rule.cssRule.style), 800),
      matches: countMatches(rule),
      ...(layer.name === "" ? {} : { layer: truncate(layer.name.trim() || "(anonymous)", 200) }),
      ...(all.length === 0 ? {} : { conditions: all }),
    };
  }

  const nameOf = (element: Element) => refOf(element) ?? truncate(localNameOf(element), 100);
  return {
    nameOf,
    declaration: (candidate) => {
      const { declaration, rule, specificity } = candidate;
      return {
        rule: rulePlace(candidate),
        name: truncate(declaration.name, 200),
        value: cleanValue(declaration.value),
        ...(rule === undefined ? {} : { specificity: [specificity[0], specificity[1], specificity[2]] }),
        ...(declaration.important ? { important: true } : {}),
      };
    },
    variable: ({ name, value, candidate, element }) => ({
      name: truncate(name, 200),
      value: cleanValue(value),
      ...(candidate === undefined ? {} : { rule: rulePlace(candidate), declared: cleanValue(candidate.declaration.value) }),
      ...(element === undefined ? {} : { from: nameOf(element) }),
    }),
    written,
  };
}

/** The address in the `sourceURL` comment of a style element's text. */
function sourceUrl(text: string): string {
  return /\/[*/][#@]\s*sourceURL=([^\s*]+)/.exec(text.slice(-2_000))?.[1] ?? "";
}

/** Names of the sources of an inline source map; none where it cannot be read. */
function inlineSources(text: string): string[] {
  const map = /\/\*[#@]\s*sourceMappingURL=data:application\/json[^,]{0,100};base64,([\w+/=]+)/.exec(text)?.[1];
  if (map === undefined) return [];
  try {
    const { sources }: { sources?: unknown } = JSON.parse(atob(map));
    return Array.isArray(sources) ? sources.filter((one) => typeof one === "string" && one.length <= 1_000).slice(0, 50) : [];
  } catch (error) {
    console.debug("svc: a source map could not be read", error);
    return [];
  }
}

/** A value without images written into it and without what looks like a token in an address. */
function cleanValue(value: string, maxChars = 400): string {
  const plain = value.replace(/url\(\s*(["']?)data:(?:\\(?:.|$)|(?!\1\s{0,9}\))[^\\])*(?:\1\s{0,9}\)|$)/gis, "url(data:)");
  return truncate(withoutTokens(plain), maxChars);
}
