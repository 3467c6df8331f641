import { addToGroup, groupBy } from "../../../host/contract/group-by.js";
import { memoized } from "../../../host/contract/memoized.js";
import type { RuleCondition } from "../../../host/contract/style-rules.js";
import { computedStyleOf, documentOf, inlineStyleOf, openRootOf } from "../dom.js";
import { containerHolds } from "./containers.js";
import { type Declaration, type Flow, logicalOf, makeDeclarationReader, substituteVariables, variablesIn } from "./declarations.js";
import { inheritedProperties } from "./inherited.js";
import { allStates, depthOf, type MatchedRule, makeRuleMatcher } from "./matching.js";
import { compareSpecificity, type Specificity } from "./selector.js";
import type { SheetRule, StyleHole } from "./sheets.js";

/** Where a declaration stands: in a rule, or in the element's `style` attribute. */
export interface Candidate {
  readonly declaration: Declaration;
  /** Undefined for the `style` attribute. */
  readonly rule: SheetRule | undefined;
  readonly depth: number;
  readonly specificity: Specificity;
  /** Steps from the element up to the root of its `@scope`; Infinity without one. */
  readonly proximity: number;
  /** Why it may not apply: a condition or a selector that script cannot ask; undefined where it does. */
  readonly doubt: string | undefined;
}

/** The cascade of one property of one element, the winner first. */
export interface Cascade {
  readonly candidates: readonly Candidate[];
  /** The element whose declarations these are: an ancestor where the property is inherited. */
  readonly element: Element;
  /** Whether a declaration of the element itself makes it inherit. */
  readonly isExplicit: boolean;
}

export interface VariableUse {
  readonly name: string;
  /** What it is on the element, all replaced; empty when it is not set, so that a fallback counts. */
  readonly value: string;
  /** Where it is set; undefined when only a fallback or a registration yields it. */
  readonly candidate: Candidate | undefined;
  readonly element: Element | undefined;
}

/** A declaration that would win in another state of the element, or under conditions that do not hold now. */
export interface OtherLook {
  readonly when: string;
  readonly property: string;
  readonly candidate: Candidate;
}

export interface StyleReader {
  cascade(element: Element, property: string): Cascade;
  declaredProperties(element: Element): string[];
  variables(element: Element, value: string): readonly VariableUse[];
  /** A value with its custom properties replaced; undefined when one of them has no value. */
  substitute(element: Element, value: string): string | undefined;
  looks(element: Element, properties?: readonly string[]): OtherLook[];
  parent(element: Element): Element | undefined;
  holes(): StyleHole[];
}

export interface StyleReaderOptions {
  /** Returns closed shadow roots too, where the platform can. */
  readonly openClosedRoot?: (element: Element) => ShadowRoot | null;
  /** Called before each rule is asked for; what it throws ends the reading. */
  readonly look?: () => void;
}

const longestVariableChain = 32;

/** The cascade (CSS Cascading and Inheritance 5, 6) from the rules that script may read; valid until something on the page changes. */
export function makeStyleReader({ openClosedRoot = openRootOf, look }: StyleReaderOptions = {}): StyleReader {
  const matcher = makeRuleMatcher(openClosedRoot, look);
  const declarationOf = makeDeclarationReader();
  const flowOf = memoized((element: Element): Flow => {
    const { writingMode, direction } = computedStyleOf(element);
    return { writingMode, direction };
  });

  function candidateOf({ rule, selector, proximity }: MatchedRule, property: string, flow: Flow, isCertain: boolean): Candidate[] {
    const declaration = declarationOf(rule.cssRule.style, property, flow);
    const { specificity } = selector;
    const doubt = selector.doubt ?? (isCertain ? undefined : "it depends on a container condition that script cannot ask");
    return declaration === undefined ? [] : [{ declaration, rule, depth: rule.tree.depth, specificity, proximity, doubt }];
  }

  /** The longhands that blocks declare, in the element's flow; `all` where one declares that. */
  function namesIn(blocks: readonly CSSStyleDeclaration[], flow: Flow): string[] {
    const physical = physicalIn(`${flow.writingMode} ${flow.direction}`);
    return [...new Set(blocks.flatMap((block) => Array.from(block, (name) => physical.get(name) ?? name)))].filter(
      (name) => !name.startsWith("--"),
    );
  }

  /** Physical longhands by their logical names in a flow. */
  const physicalIn = memoized((key: string): ReadonlyMap<string, string> => {
    const [writingMode = "", direction = ""] = key.split(" ");
    const pairs = Array.from(
      computedStyleOf(document.documentElement),
      (name) => [logicalOf(name, { writingMode, direction }), name] as const,
    );
    return new Map(pairs.flatMap(([logical, name]) => (logical === undefined ? [] : [[logical, name] as const])));
  });

  const declaredBy = memoized((element: Element): readonly string[] => {
    const inline = inlineStyleOf(element);
    const blocks = matcher.matched(element).map(({ rule }) => rule.cssRule.style);
    return namesIn(inline === undefined ? blocks : [...blocks, inline], flowOf(element));
  });

  /** Every longhand that is declared for an element, or for an ancestor that it inherits it from. */
  function declaredProperties(element: Element): string[] {
    const names = new Set(declaredBy(element));
    for (let above = matcher.parent(element); above !== undefined; above = matcher.parent(above))
      for (const name of declaredBy(above)) if (inheritedProperties.has(name)) names.add(name);
    return [...names].toSorted();
  }

  /** Whether a rule's conditions hold for an element; `unknown` when one cannot be asked and none fails. */
  function conditionsHold({ context: { conditions, container } }: SheetRule, element: Element): RuleCondition["holds"] {
    if (conditions.some(({ holds }) => holds === false)) return false;
    const asked = container.map((rule) => containerHolds(rule, element, matcher.parent));
    return asked.includes(false) ? false : asked.includes("unknown") ? "unknown" : true;
  }

  function ownCandidates(element: Element, property: string): Candidate[] {
    const flow = flowOf(element);
    const found: Candidate[] = [];
    for (const matched of matcher.matched(element)) {
      const holds = conditionsHold(matched.rule, element);
      if (holds !== false) found.push(...candidateOf(matched, property, flow, holds === true));
    }
    const inline = inlineStyleOf(element);
    const declaration = inline === undefined ? undefined : declarationOf(inline, property, flow);
    const [depth, proximity] = [depthOf(element), Number.POSITIVE_INFINITY];
    if (declaration !== undefined) found.push({ declaration, rule: undefined, depth, specificity: [0, 0, 0], proximity, doubt: undefined });
    return sorted(found);
  }

  /** The declarations that apply to a longhand or custom property of an element, inherited ones followed to where they stand. */
  function cascade(element: Element, property: string): Cascade {
    for (let current: Element | undefined = element; current !== undefined; current = matcher.parent(current)) {
      const candidates = rolledBack(ownCandidates(current, property));
      if (candidates.length > 0) {
        const keyword = candidates[0]?.declaration.longhand?.toLowerCase() ?? "";
        const inherits = keyword === "inherit" || (keyword === "unset" && isInherited(current, property));
        const parent = matcher.parent(current);
        const own = { candidates, element: current, isExplicit: false };
        if (!inherits || parent === undefined) return own;
        const above = cascade(parent, property);
        return above.candidates.length === 0
          ? own
          : { candidates: [...above.candidates, ...candidates], element: above.element, isExplicit: current === element };
      }
      if (!isInherited(current, property)) break;
    }
    return { candidates: [], element, isExplicit: false };
  }

  function isInherited(element: Element, property: string): boolean {
    if (!property.startsWith("--")) return inheritedProperties.has(property);
    return matcher.tree(documentOf(element))?.registered.get(property) ?? true;
  }

  function variables(element: Element, value: string): readonly VariableUse[] {
    const uses = new Map<string, VariableUse>();
    const follow = (from: Element, text: string): void => {
      for (const name of variablesIn(text)) {
        if (uses.has(name) || uses.size >= longestVariableChain) continue;
        const set = cascade(from, name);
        const [winner] = set.candidates;
        const computed = computedStyleOf(from).getPropertyValue(name).trim();
        uses.set(name, { name, value: computed, candidate: winner, element: winner === undefined ? undefined : set.element });
        if (winner !== undefined) follow(set.element, winner.declaration.value);
      }
    };
    follow(element, value);
    return [...uses.values()];
  }

  /** What an element's own rules would change in another state and under other conditions; of these properties alone where some are given. */
  function looks(element: Element, properties?: readonly string[]): OtherLook[] {
    const flow = flowOf(element);
    const now = new Set(matcher.matched(element).map(({ rule }) => rule));
    const byLook = new Map<string, MatchedRule[]>();
    for (const state of allStates) {
      for (const matched of matcher.matched(element, state))
        if (!now.has(matched.rule) && conditionsHold(matched.rule, element) === true) addToGroup(byLook, `:${state}`, matched);
    }
    for (const matched of matcher.matched(element)) {
      const failing = matched.rule.context.conditions.filter(({ holds }) => holds === false);
      if (failing.length > 0 && failing.every(({ kind }) => kind === "media"))
        addToGroup(byLook, failing.map(({ text }) => `@media ${text}`).join(" "), matched);
    }
    return [...byLook].flatMap(([when, rules]) => {
      const names = namesIn(
        rules.map(({ rule }) => rule.cssRule.style),
        flow,
      );
      return (properties ?? names).flatMap((property) => {
        const added = rules.flatMap((matched) => candidateOf(matched, property, flow, true));
        if (added.length === 0) return [];
        const [winner] = sorted([...added, ...ownCandidates(element, property)]);
        return winner !== undefined && added.includes(winner) ? [{ when, property, candidate: winner }] : [];
      });
    });
  }

  return {
    cascade,
    declaredProperties,
    variables,
    substitute: (element: Element, value: string): string | undefined => {
      const style = computedStyleOf(element);
      return substituteVariables(value, (name) => style.getPropertyValue(name).trim());
    },
    looks,
    parent: matcher.parent,
    holes: (): StyleHole[] => matcher.trees.flatMap(({ holes }) => holes),
  };
}

/** Strongest first; of several selectors of one rule the strongest counts. */
function sorted(candidates: Candidate[]): Candidate[] {
  candidates.sort((one, other) => compareCandidates(other, one));
  return [...groupBy(candidates, ({ rule }) => rule ?? "the style attribute").values()].flatMap(([strongest]) => strongest ?? []);
}

/** `revert-layer` leaves normal declarations below its layer, as both engines have it; `revert-rule` those of other rules. */
function rolledBack(candidates: Candidate[]): Candidate[] {
  const [from] = candidates;
  if (from?.declaration.longhand === "revert-rule") return rolledBack(candidates.slice(1));
  if (from?.declaration.longhand !== "revert-layer") return candidates;
  return rolledBack(candidates.filter((one) => (compareTrees(one, from) || compareLayers(one, from)) < 0));
}

/** Positive when the first wins (CSS Cascade 6, section 2.1): importance, tree, style attribute, layer, specificity, proximity, order. */
function compareCandidates(one: Candidate, other: Candidate): number {
  const { important } = one.declaration;
  if (important !== other.declaration.important) return important ? 1 : -1;
  const sign = important ? -1 : 1;
  return (
    sign * compareTrees(one, other) ||
    // The style attribute comes after all layers, important or not.
    (one.rule === undefined || other.rule === undefined ? compareLayers(one, other) : sign * compareLayers(one, other)) ||
    compareSpecificity(one.specificity, other.specificity) ||
    compareNumbers(other.proximity, one.proximity) ||
    (one.rule?.order ?? 0) - (other.rule?.order ?? 0)
  );
}

/** Among normal declarations outer trees win. */
function compareTrees(one: Candidate, other: Candidate): number {
  return other.depth - one.depth;
}

/** The style attribute counts as a layer above all others. */
function compareLayers({ rule: one }: Candidate, { rule: other }: Candidate): number {
  return compareNumbers(one?.context.layer.rank ?? Number.POSITIVE_INFINITY, other?.context.layer.rank ?? Number.POSITIVE_INFINITY);
}

function compareNumbers(one: number, other: number): number {
  return one === other ? 0 : one - other;
}
