import { addToGroup } from "../../../host/contract/group-by.js";
import { memoized } from "../../../host/contract/memoized.js";
import {
  attributeOf,
  documentOf,
  hostOf,
  isDocument,
  isShadowRoot,
  localNameOf,
  matchesSelector,
  namespaceOf,
  ofDocument,
  parentElementOf,
  queryAll,
  rootNodeOf,
  slotOf,
} from "../dom.js";
import { anchorIn, anchorName, plainSelectors } from "../styles/selector-anchors.js";
import { wordsOf } from "../text.js";
import { type ComplexSelector, parseSelectorList, replaceOutside, replaceScope, type Subject, splitList } from "./selector.js";
import { readTreeStyles, type Scope, type SheetRule, type TreeStyles } from "./sheets.js";

export interface MatchedRule {
  readonly rule: SheetRule;
  readonly selector: ComplexSelector;
  /** Steps from the element up to the root of the rule's `@scope`; Infinity without one. */
  readonly proximity: number;
}

/** States of an element that rules ask for, with the pseudo-classes that hold in each, how they begin, and a selector for what can be in it. */
const elementStates = {
  hover: { begins: ":hover", pseudos: /:hover(?![\w-])/y, able: ":is(*)" },
  "focus-visible": { begins: ":focus", pseudos: /:focus(?:-visible|-within)?(?![\w-])/y, able: ":is(*)" },
  active: { begins: ":active", pseudos: /:active(?![\w-])/y, able: ":is(*)" },
  disabled: { begins: ":disabled", pseudos: /:disabled(?![\w-])/y, able: ":is(:enabled, :disabled)" },
} as const;
type ElementState = keyof typeof elementStates;

type Adder = (rules: Iterable<SheetRule> | undefined, match: (subject: Subject, rule: SheetRule) => number | undefined) => void;

/** Finds the rules that match elements. Reads each tree's rules once; only reads. */
export function makeRuleMatcher(openClosedRoot: (element: Element) => ShadowRoot | null, look: () => void = () => undefined) {
  const trees: TreeStyles[] = [];

  const treeOf = memoized((root: Node): IndexedTree | undefined => {
    if (!isDocument(root) && !isShadowRoot(root)) return undefined;
    const tree = indexTree(readTreeStyles(root, depthOf(root)));
    trees.push(tree);
    return tree;
  });

  /** Browsers name the slots of open roots alone. */
  const slotFor = memoized((element: Element): HTMLSlotElement | null => {
    const parent = parentElementOf(element);
    const root = parent === null ? null : openClosedRoot(parent);
    const all = root === null ? [] : [...queryAll(root, "slot")];
    return slotOf(element) ?? all.find((one) => one.assignedElements().includes(element)) ?? null;
  });

  /** The element that an element inherits from: its slot, its parent, or its shadow host. */
  const parentOf = (element: Element): Element | undefined => slotFor(element) ?? parentElementOf(element) ?? hostOf(element);

  const matchedIn = memoized((state: ElementState | undefined) => memoized((element: Element) => find(element, state)));

  function find(element: Element, state: ElementState | undefined): MatchedRule[] {
    const found: MatchedRule[] = [];
    const assume = (selector: string) => (state === undefined ? selector : assumeState(selector, state));
    const add: Adder = (rules, match) => {
      for (const rule of rules ?? []) {
        look();
        for (const selector of rule.tree.selectorsOf(rule)) {
          const proximity = match(selector.subject, rule);
          if (proximity !== undefined) found.push({ rule, selector, proximity });
        }
      }
    };
    add(treeOf(rootNodeOf(element))?.candidates(element), (subject, rule) =>
      subject.kind === "own" && isIn(subject.namespace, element) ? matchIn(rule, assume(subject.text), element) : undefined,
    );
    const inner = openClosedRoot(element);
    if (inner !== null)
      add(treeOf(inner)?.special, (subject, { context: { scope } }) => {
        if (subject.kind === "own" && scope !== undefined && isScopeAlone(subject.text))
          return isHostScope(scope, element, inner) ? 0 : undefined;
        if (subject.kind !== "host") return undefined;
        const condition = assume(subject.condition);
        const fits = (host: Element) => isIn(subject.namespace, host) && matches(host, condition);
        return (subject.context ? closestAcross(element, fits, parentOf) : fits(element)) ? Number.POSITIVE_INFINITY : undefined;
      });
    for (let slot = slotFor(element); slot !== null; slot = slotFor(slot)) {
      const around = slot;
      add(treeOf(rootNodeOf(slot))?.special, (subject, rule) =>
        subject.kind === "slotted" && matches(element, assume(subject.condition)) ? matchIn(rule, assume(subject.slot), around) : undefined,
      );
    }
    addParts(element, assume, add);
    return found;
  }

  /** Parts are named by the trees around that of the element's own, each as far as it is exported, and by a tree itself (`:host::part(…)`). */
  function addParts(element: Element, assume: (selector: string) => string, add: Adder): void {
    let names = wordsOf(attributeOf(element, "part") ?? "");
    for (let host = hostOf(element); host !== undefined && names.length > 0; host = hostOf(host)) {
      const [around, parts] = [host, names];
      const isPart = (subject: Subject): subject is Subject & { kind: "part" } =>
        subject.kind === "part" && subject.names.every((name) => parts.includes(name)) && matches(element, assume(subject.rest));
      const inner = openClosedRoot(host);
      if (inner !== null)
        add(treeOf(inner)?.special, (subject) =>
          isPart(subject) && matchesHost(assume(subject.host), around) ? Number.POSITIVE_INFINITY : undefined,
        );
      add(treeOf(rootNodeOf(host))?.special, (subject, rule) =>
        isPart(subject) ? matchIn(rule, assume(subject.host), around) : undefined,
      );
      names = exported(host, names);
    }
  }

  return {
    /** All rules that match an element, whatever conditions they stand under; with a state those that would match in it. */
    matched: (element: Element, state?: ElementState): readonly MatchedRule[] => matchedIn(state)(element),
    parent: parentOf,
    tree: (root: Node): TreeStyles | undefined => treeOf(root),
    trees,
  };
}

/** A selector with the pseudo-classes of a state taken for true, in `:not()` too. */
function assumeState(selector: string, state: ElementState): string {
  const { begins, pseudos, able } = elementStates[state];
  return selector.includes(begins) ? replaceOutside(selector, pseudos, able) : selector;
}

export const allStates = Object.keys(elementStates) as ElementState[];

/** Rules of a tree, found by what the last compound of their selectors asks for. */
interface IndexedTree extends TreeStyles {
  /** Rules whose subject may be no element of the tree itself. */
  readonly special: readonly SheetRule[];
  candidates(element: Element): Iterable<SheetRule>;
}

function indexTree(tree: TreeStyles): IndexedTree {
  const byAnchor = new Map<string, SheetRule[]>();
  const special: SheetRule[] = [];
  // Ids and classes are case-insensitive in quirks mode.
  const fold =
    ofDocument(documentOf(tree.root), "compatMode") === "BackCompat" ? (text: string) => text.toLowerCase() : (text: string) => text;
  for (const rule of tree.rules) {
    const selectors = plainSelectors(rule.expanded);
    const isOfHost = rule.context.scope !== undefined && rule.expanded.includes(":scope");
    if (isOfHost || /:host|::(?:slotted|part)/i.test(rule.expanded)) special.push(rule);
    for (const selector of selectors) addToGroup(byAnchor, fold(anchorIn(selector)), rule);
  }
  return {
    ...tree,
    special,
    candidates: (element) => {
      const classes = wordsOf(attributeOf(element, "class") ?? "").map((name) => fold(`.${anchorName(name)}`));
      const anchors = [fold(`#${anchorName(attributeOf(element, "id") ?? "")}`), ...classes, localNameOf(element).toLowerCase(), ""];
      return new Set(anchors.flatMap((anchor) => byAnchor.get(anchor) ?? []));
    },
  };
}

/** Steps up to the root of the rule's scope when the selector matches there, Infinity without a scope, undefined when it does not match. */
function matchIn({ context: { scope } }: SheetRule, selector: string, element: Element): number | undefined {
  if (scope === undefined) return matches(element, selector) ? Number.POSITIVE_INFINITY : undefined;
  let steps = 0;
  for (let root: Element | null = element; root !== null; root = parentElementOf(root), steps++) {
    if (isScopeOf(scope, root, element) && matchesWithin(root, selector, element)) return steps;
  }
  const [host, tree] = [hostOf(element), rootNodeOf(element)];
  if (host === undefined || !isHostScope(scope, host, tree)) return undefined;
  return isInHostScope(scope, element) && matches(element, replaceScope(selector, ":host")) ? steps : undefined;
}

/** Whether a selector may be about the root of its scope and about no element around it. */
function isScopeAlone(text: string): boolean {
  const inner = /^:(?:is|where)\((.*)\)$/is.exec(text)?.[1];
  return splitList(inner ?? text).includes(":scope");
}

/** Whether the host of a tree is the root of a scope whose rules stand in the tree. */
function isHostScope({ start, implicitRoot, outer }: Scope, host: Element, tree: Node): boolean {
  if (outer !== undefined) return false;
  return start === null ? implicitRoot === tree : matchesHost(start, host);
}

function isInHostScope({ end }: Scope, element: Element): boolean {
  const limit = end === null ? ":not(*)" : replaceScope(end, ":host");
  for (let current: Element | null = element; current !== null; current = parentElementOf(current))
    if (matches(current, limit)) return false;
  return true;
}

/** Whether one of the selectors of a tree's rule is about the tree's host, which it matches. */
function matchesHost(list: string, host: Element): boolean {
  return parseSelectorList(list).some(({ subject }) => subject.kind === "host" && matches(host, subject.condition));
}

/** Whether an element is a root of a scope, with another element between it and the scope's limits. */
function isScopeOf(scope: Scope, root: Element, element: Element): boolean {
  const { start, end, outer, implicitRoot } = scope;
  // Scopes within scopes are many, and most are about other elements.
  if (start !== null && !mayMatch(root, start)) return false;
  const isStart = (around: Element | undefined) =>
    start === null ? root === rootElement(implicitRoot) : around === undefined ? matches(root, start) : matchesWithin(around, start, root);
  for (let around: Element | null = root; ; around = parentElementOf(around)) {
    if (around === null) return false;
    if (outer === undefined) {
      if (!isStart(undefined)) return false;
      break;
    }
    if (isScopeOf(outer, around, root) && isStart(around)) break;
  }
  if (end === null) return true;
  for (let current: Element | null = element; current !== null; current = current === root ? null : parentElementOf(current)) {
    if (matchesWithin(root, end, current)) return false;
  }
  return true;
}

/** A document stands for its element. */
function rootElement(root: Node | undefined): Node | undefined {
  return root !== undefined && isDocument(root) ? ofDocument(root, "documentElement") : root;
}

const belowScope = /^:where\(:scope\) ([^\s>+~,()]+)$/;

/** `:scope` in `matches` is the element itself; only a query from the root takes it for the root. */
function matchesWithin(root: Element, selector: string, element: Element): boolean {
  if (element === root) return matches(element, selector);
  // A document of a thousand levels has a root for each.
  const [, simple] = belowScope.exec(selector) ?? [];
  if (simple !== undefined) return matches(element, simple);
  if (!mayMatch(element, selector)) return false;
  return [...Element.prototype.querySelectorAll.call(root, selector)].includes(element);
}

/** Whether a selector may match with some element for its `:scope`: false spares a query. */
function mayMatch(element: Element, selector: string): boolean {
  return selector.includes(":not(") || matches(element, replaceScope(selector, ":is(*)"));
}

function matches(element: Element, selector: string): boolean {
  try {
    return matchesSelector(element, selector);
  } catch {
    // A selector of another browser, such as `:-moz-any(…)` within a list that the browser forgives.
    return false;
  }
}

/** `namespace`: undefined for any. */
function isIn(namespace: string | undefined, element: Element): boolean {
  return namespace === undefined || namespace === (namespaceOf(element) ?? "");
}

function closestAcross(host: Element, fits: (element: Element) => boolean, parentOf: (element: Element) => Element | undefined): boolean {
  for (let current: Element | undefined = host; current !== undefined; current = parentOf(current)) if (fits(current)) return true;
  return false;
}

function exported(host: Element, names: readonly string[]): string[] {
  const pairs = (attributeOf(host, "exportparts") ?? "").split(",").map((pair) => pair.split(":").map((word) => word.trim()));
  return pairs.flatMap(([inner = "", outer = inner]) => (names.includes(inner) ? [outer] : []));
}

/** How many elements of a rule's tree its selectors match, in whatever state they are; -1 where a shadow host, slot, part or scope is involved. */
export function countMatches(rule: SheetRule): number {
  const { tree } = rule;
  const texts = tree
    .selectorsOf(rule)
    .flatMap(({ subject }) => (subject.kind === "own" ? [subject.text, allStates.reduce(assumeState, subject.text)] : []));
  return texts.length === 0 || rule.context.scope !== undefined ? -1 : queryAll(tree.root, texts.join(",")).length;
}

export function depthOf(node: Node): number {
  let depth = 0;
  for (let host = hostOf(node); host !== undefined; host = hostOf(host)) depth++;
  return depth;
}
