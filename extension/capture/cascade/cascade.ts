import { containerHolds } from "./containers.js";
import { type Declaration, declarationOf, type Flow, substituteVariables, variablesIn } from "./declarations.js";
import { inheritedProperties } from "./inherited.js";
import { type ComplexSelector, compareSpecificity, type Specificity } from "./selector.js";
import { type Condition, readTreeStyles, type Scope, type StyleHole, type StyleRule, type TreeStyles } from "./sheets.js";

/** Where a declaration stands: in a rule, or in the element's `style` attribute. */
export interface Candidate {
  readonly declaration: Declaration;
  /** Undefined for the `style` attribute. */
  readonly rule: StyleRule | undefined;
  readonly selector: ComplexSelector | undefined;
  readonly specificity: Specificity;
  /** Steps from the element up to the root of its `@scope`; Infinity without one. */
  readonly proximity: number;
  /** False for one that stands under a condition of which it cannot be told whether it holds. */
  readonly isCertain: boolean;
}

/** What the cascade says of one property of one element, the winner first. */
export interface Cascade {
  readonly candidates: readonly Candidate[];
  /** The element whose declarations these are: an ancestor where the property is inherited. */
  readonly element: Element;
}

/** One custom property that a value goes through. */
export interface VariableUse {
  readonly name: string;
  /** What it is on the element, all replaced; empty when it is not set, so that a fallback counts. */
  readonly value: string;
  /** Where it is set; undefined when only a fallback or a registration gives it. */
  readonly candidate: Candidate | undefined;
  readonly element: Element | undefined;
}

export interface StyleReader {
  /** The declarations that apply to a longhand or custom property of an element, inherited ones followed to where they stand. */
  cascade(element: Element, property: string): Cascade;
  /** The custom properties of a value, to the end of the chain. */
  variables(element: Element, value: string): readonly VariableUse[];
  /** A value with its custom properties replaced; undefined when one of them has no value. */
  substitute(element: Element, value: string): string | undefined;
  /** How many elements of a rule's tree its selector matches. */
  matches(rule: StyleRule): number;
  /** Whether a rule's other parts match when it is taken to hold in a state or under a condition. */
  rules(element: Element): readonly MatchedRule[];
  holes(): readonly StyleHole[];
}

export interface MatchedRule {
  readonly rule: StyleRule;
  readonly selector: ComplexSelector;
  readonly proximity: number;
}

export interface StyleReaderOptions {
  readonly openClosedRoot?: (element: Element) => ShadowRoot | null;
}

const longestVariableChain = 32;

/**
 * Sets out the cascade of elements (CSS Cascading and Inheritance 5 and 6) from the rules that script may read. Reads each tree's rules once; only reads.
 */
export function makeStyleReader({ openClosedRoot = (element) => element.shadowRoot }: StyleReaderOptions = {}): StyleReader {
  const trees = new Map<Node, IndexedTree>();
  const matched = new Map<Element, readonly MatchedRule[]>();
  const flows = new Map<Element, Flow>();

  function treeOf(root: Node): IndexedTree | undefined {
    const known = trees.get(root);
    if (known !== undefined) return known;
    if (!isTreeRoot(root)) return undefined;
    const made = indexTree(readTreeStyles(root, depthOf(root)));
    trees.set(root, made);
    return made;
  }

  /** All rules that match an element now, from every tree that has a say in it. */
  function matchedRules(element: Element): readonly MatchedRule[] {
    const known = matched.get(element);
    if (known !== undefined) return known;
    const found: MatchedRule[] = [];
    const own = treeOf(element.getRootNode());
    if (own !== undefined) {
      for (const rule of own.candidates(element)) {
        for (const selector of rule.selectors) {
          if (selector.subject.kind !== "own") continue;
          const proximity = matchIn(rule, selector.subject.text, element);
          if (proximity !== undefined) found.push({ rule, selector, proximity });
        }
      }
    }
    const inner = openClosedRoot(element);
    if (inner !== null) found.push(...hostRules(treeOf(inner), element));
    for (let slot = element.assignedSlot; slot !== null; slot = slot.assignedSlot)
      found.push(...slottedRules(treeOf(slot.getRootNode()), slot, element));
    found.push(...partRules(element));
    matched.set(element, found);
    return found;
  }

  function partRules(element: Element): MatchedRule[] {
    const found: MatchedRule[] = [];
    let names = [...element.part];
    for (let host = hostOf(element); host !== undefined && names.length > 0; host = hostOf(host)) {
      for (const rule of treeOf(host.getRootNode())?.special ?? []) {
        for (const selector of rule.selectors) {
          const { subject } = selector;
          if (subject.kind !== "part" || !subject.names.every((name) => names.includes(name))) continue;
          if (matchIn(rule, subject.host, host) !== undefined && matches(element, subject.rest))
            found.push({ rule, selector, proximity: Number.POSITIVE_INFINITY });
        }
      }
      names = exported(host, names);
    }
    return found;
  }

  const flowOf = (element: Element): Flow => {
    let flow = flows.get(element);
    if (flow === undefined) {
      const { writingMode, direction } = getComputedStyle(element);
      flow = { writingMode, direction };
      flows.set(element, flow);
    }
    return flow;
  };

  function ownCandidates(element: Element, property: string): Candidate[] {
    const flow = flowOf(element);
    const found: Candidate[] = [];
    for (const { rule, selector, proximity } of matchedRules(element)) {
      const holds = conditionsHold(rule, element);
      if (holds === false) continue;
      const declaration = declarationOf(rule.declarations, property, flow);
      if (declaration !== undefined)
        found.push({ declaration, rule, selector, specificity: selector.specificity, proximity, isCertain: holds === true });
    }
    const inline = (element as HTMLElement).style;
    const declaration = inline === undefined ? undefined : declarationOf(inline, property, flow);
    if (declaration !== undefined) {
      found.push({
        declaration,
        rule: undefined,
        selector: undefined,
        specificity: [0, 0, 0],
        proximity: Number.POSITIVE_INFINITY,
        isCertain: true,
      });
    }
    return onePerRule(found.sort((one, other) => compareCandidates(other, one, element)));
  }

  function cascade(element: Element, property: string): Cascade {
    for (let current: Element | undefined = element; current !== undefined; current = parentInFlatTree(current)) {
      const candidates = rolledBack(ownCandidates(current, property));
      if (candidates.length > 0) {
        const keyword = candidates[0]?.declaration.longhand?.toLowerCase() ?? "";
        const inherits = keyword === "inherit" || (keyword === "unset" && isInherited(current, property));
        if (!inherits || parentInFlatTree(current) === undefined) return { candidates, element: current };
        const above = cascade(parentInFlatTree(current) ?? current, property);
        return above.candidates.length === 0
          ? { candidates, element: current }
          : { candidates: [...above.candidates, ...candidates], element: above.element };
      }
      if (!isInherited(current, property)) break;
    }
    return { candidates: [], element };
  }

  function isInherited(element: Element, property: string): boolean {
    if (!property.startsWith("--")) return inheritedProperties.has(property);
    return treeOf(element.ownerDocument)?.tree.registered.get(property)?.inherits ?? true;
  }

  function variables(element: Element, value: string): readonly VariableUse[] {
    const uses = new Map<string, VariableUse>();
    const follow = (from: Element, text: string): void => {
      for (const { name } of variablesIn(text)) {
        if (uses.has(name) || uses.size >= longestVariableChain) continue;
        const set = cascade(from, name);
        const [winner] = set.candidates;
        const computed = getComputedStyle(from).getPropertyValue(name).trim();
        uses.set(name, { name, value: computed, candidate: winner, element: winner === undefined ? undefined : set.element });
        if (winner !== undefined) follow(set.element, winner.declaration.value);
      }
    };
    follow(element, value);
    return [...uses.values()];
  }

  return {
    cascade,
    variables,
    substitute: (element, value) => {
      const style = getComputedStyle(element);
      return substituteVariables(value, (name) => style.getPropertyValue(name).trim());
    },
    matches: (rule) => {
      const texts = rule.selectors.flatMap(({ subject }) => (subject.kind === "own" ? [subject.text] : []));
      return texts.length === 0 || rule.scope !== undefined ? -1 : rule.tree.root.querySelectorAll(texts.join(",")).length;
    },
    rules: matchedRules,
    holes: () => [...trees.values()].flatMap(({ tree }) => tree.holes),
  };
}

/** Rules of a tree, found by what the last compound of their selectors asks for. */
interface IndexedTree {
  readonly tree: TreeStyles;
  /** Rules whose subject is no element of the tree itself. */
  readonly special: readonly StyleRule[];
  candidates(element: Element): Iterable<StyleRule>;
}

function indexTree(tree: TreeStyles): IndexedTree {
  const byAnchor = new Map<string, StyleRule[]>();
  const special: StyleRule[] = [];
  for (const rule of tree.rules) {
    if (rule.selectors.some(({ subject }) => subject.kind !== "own")) special.push(rule);
    for (const anchor of new Set(rule.selectors.flatMap(({ subject, anchor: one }) => (subject.kind === "own" ? [one] : [])))) {
      const list = byAnchor.get(anchor);
      if (list === undefined) byAnchor.set(anchor, [rule]);
      else list.push(rule);
    }
  }
  return {
    tree,
    special,
    candidates: (element) => {
      const anchors = [`#${element.id}`, ...[...element.classList].map((name) => `.${name}`), element.localName.toLowerCase(), ""];
      return new Set(anchors.flatMap((anchor) => byAnchor.get(anchor) ?? []));
    },
  };
}

/** `:host` rules of an element's own shadow root. */
function hostRules(inner: IndexedTree | undefined, host: Element): MatchedRule[] {
  return (inner?.special ?? []).flatMap((rule) =>
    rule.selectors.flatMap((selector) => {
      const { subject } = selector;
      if (subject.kind !== "host") return [];
      const fits = subject.context ? closestAcross(host, subject.condition) : matches(host, subject.condition);
      return fits ? [{ rule, selector, proximity: Number.POSITIVE_INFINITY }] : [];
    }),
  );
}

function slottedRules(inner: IndexedTree | undefined, slot: HTMLSlotElement, element: Element): MatchedRule[] {
  return (inner?.special ?? []).flatMap((rule) =>
    rule.selectors.flatMap((selector) => {
      const { subject } = selector;
      if (subject.kind !== "slotted" || matchIn(rule, subject.slot, slot) === undefined || !matches(element, subject.condition)) return [];
      return [{ rule, selector, proximity: Number.POSITIVE_INFINITY }];
    }),
  );
}

/** Steps up to the root of the rule's scope when the selector matches there, Infinity without a scope, undefined when it does not match. */
function matchIn({ scope }: StyleRule, selector: string, element: Element): number | undefined {
  if (scope === undefined) return matches(element, selector) ? Number.POSITIVE_INFINITY : undefined;
  let steps = 0;
  for (let root: Element | null = element; root !== null; root = root.parentElement, steps++) {
    if (isScopeOf(scope, root, element) && matchesWithin(root, selector, element)) return steps;
  }
  return undefined;
}

/** Whether an element is a root of a scope, with another element between it and the scope's limits. */
function isScopeOf(scope: Scope, root: Element, element: Element): boolean {
  const { start, end, outer } = scope;
  for (let around: Element | null = root; ; around = around.parentElement) {
    if (around === null) return false;
    if (outer === undefined) {
      if (start === null ? root.parentElement !== null : !matches(root, start)) return false;
      break;
    }
    if (isScopeOf(outer, around, root) && (start === null || matchesWithin(around, start, root))) break;
  }
  if (end === null) return true;
  for (let current: Element | null = element; current !== null && current !== root; current = current.parentElement) {
    if (matchesWithin(root, end, current)) return false;
  }
  return true;
}

/** `:scope` in `matches` is the element itself; only a query from the root takes it for the root. */
function matchesWithin(root: Element, selector: string, element: Element): boolean {
  if (element === root) return matches(element, selector);
  return [...root.querySelectorAll(selector)].includes(element);
}

function matches(element: Element, selector: string): boolean {
  try {
    return Element.prototype.matches.call(element, selector);
  } catch {
    // A selector of another browser, such as `:-moz-any(…)` within a list that the browser forgives.
    return false;
  }
}

function closestAcross(host: Element, condition: string): boolean {
  for (let current: Element | undefined = host; current !== undefined; current = parentInFlatTree(current))
    if (matches(current, condition)) return true;
  return false;
}

function exported(host: Element, names: readonly string[]): string[] {
  const pairs = (host.getAttribute("exportparts") ?? "").split(",").map((pair) => pair.split(":").map((word) => word.trim()));
  return pairs.flatMap(([inner = "", outer = inner]) => (names.includes(inner) ? [outer] : []));
}

/** Whether a rule's conditions hold for an element; `unknown` when one cannot be asked and none fails. */
function conditionsHold({ conditions, container }: StyleRule, element: Element): Condition["holds"] {
  if (conditions.some(({ holds }) => holds === false)) return false;
  const asked = container.map((rule) => containerHolds(rule, element));
  return asked.includes(false) ? false : asked.includes("unknown") ? "unknown" : true;
}

/** Of several selectors of one rule the strongest counts; the list is sorted. */
function onePerRule(sorted: readonly Candidate[]): Candidate[] {
  const seen = new Set<StyleRule>();
  return sorted.filter(({ rule }) => {
    if (rule === undefined) return true;
    if (seen.has(rule)) return false;
    seen.add(rule);
    return true;
  });
}

/** `revert-layer` takes away what stands in its own layer. */
function rolledBack(candidates: readonly Candidate[]): Candidate[] {
  let left = [...candidates];
  while (left[0]?.declaration.longhand === "revert-layer") {
    const [first] = left;
    // The style attribute counts as a layer of its own.
    left = left.filter((one) => one.rule?.layer !== first?.rule?.layer);
  }
  return left;
}

/** Positive when the first wins (CSS Cascade 6, section 2.1): importance, tree, style attribute, layer, specificity, proximity, order. */
function compareCandidates(one: Candidate, other: Candidate, element: Element): number {
  const important = one.declaration.important;
  if (important !== other.declaration.important) return important ? 1 : -1;
  const sign = important ? -1 : 1;
  const depth = sign * (treeDepth(other, element) - treeDepth(one, element));
  if (depth !== 0) return depth;
  if ((one.rule === undefined) !== (other.rule === undefined)) return one.rule === undefined ? 1 : -1;
  if (one.rule === undefined || other.rule === undefined) return 0;
  return (
    sign * (one.rule.layer.rank - other.rule.layer.rank) ||
    compareSpecificity(one.specificity, other.specificity) ||
    compareNumbers(other.proximity, one.proximity) ||
    one.rule.order - other.rule.order
  );
}

function compareNumbers(one: number, other: number): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

/** The `style` attribute belongs to the element's own tree. */
function treeDepth({ rule }: Candidate, element: Element): number {
  if (rule !== undefined) return rule.tree.depth;
  const root = element.getRootNode();
  return isTreeRoot(root) ? depthOf(root) : 0;
}

function isTreeRoot(root: Node): root is Document | ShadowRoot {
  return root.nodeType === 9 || (root.nodeType === 11 && "host" in root);
}

function depthOf(root: Document | ShadowRoot): number {
  let depth = 0;
  for (let current: Node = root; "host" in current; current = (current as ShadowRoot).host.getRootNode()) depth++;
  return depth;
}

function hostOf(element: Element): Element | undefined {
  const root = element.getRootNode();
  return "host" in root ? (root as ShadowRoot).host : undefined;
}

/** The element that an element inherits from. */
export function parentInFlatTree(element: Element): Element | undefined {
  return element.assignedSlot ?? element.parentElement ?? hostOf(element);
}
