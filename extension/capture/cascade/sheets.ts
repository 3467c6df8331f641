import { memoized } from "../../../host/contract/memoized.js";
import type { RuleCondition } from "../../../host/contract/style-rules.js";
import { attributeOf, documentOf, isElement, nodeTypeOf, ofDocument, ofRoot, parentElementOf } from "../dom.js";
import { rulesOf } from "../styles/style-sheets.js";
import { type ComplexSelector, expandNesting, parseSelectorList, replaceAmpersands, replaceScope, splitList } from "./selector.js";

export interface Sheet {
  /** How the page brought it. */
  readonly origin: "link" | "style" | "adopted" | "import";
  /** Absolute address of a linked or imported sheet; empty otherwise. */
  readonly href: string;
  /** Value of the marker that a build tool left at the sheet's element (`data-vite-dev-id`, …); empty when there is none. */
  readonly marker: string;
  /** Text of its `style` element; empty for others and where script inserted the rules. */
  readonly text: string;
  /** The element that its `style` or `link` element, or that of the sheet which imports it, stands in; undefined for the root of a tree. */
  readonly parent: Element | undefined;
}

/** The elements between a root and its limits that `@scope` rules are about. */
export interface Scope {
  /** As written. */
  readonly text: string;
  /** Null for the element that the sheet's own element stands in, else for its tree. */
  readonly start: string | null;
  readonly implicitRoot: Node | undefined;
  readonly end: string | null;
  readonly outer: Scope | undefined;
}

export interface RuleContext {
  readonly conditions: readonly RuleCondition[];
  readonly container: readonly CSSContainerRule[];
  readonly layer: Layer;
  readonly scope: Scope | undefined;
  readonly sheet: Sheet;
  /** Indices of the rules that it stands in, from the sheet inward. */
  readonly path: readonly number[];
  /** Selector list of the style rule around, with its own nesting expanded. */
  readonly parent: string | undefined;
  readonly parentText: string;
  /** What the prefixes of the sheet stand for. */
  readonly namespaces: Map<string, string>;
}

/** A style rule or nested declarations. As few fields as a page's thousands of rules need; most match no element that is explained. */
export interface SheetRule {
  /** As the style sheet has it. */
  readonly selectorText: string;
  /** With its nesting expanded. */
  readonly expanded: string;
  readonly cssRule: CSSStyleRule;
  readonly context: RuleContext;
  /** Its place in what it stands in. */
  readonly index: number;
  /** Place among all rules of its tree, in order of appearance. */
  readonly order: number;
  readonly tree: TreeStyles;
}

/** A cascade layer; the root layer stands for what is in none (CSS Cascade 5, section 6.4). */
export interface Layer {
  readonly name: string;
  readonly children: Map<string, Layer>;
  /** Whether it stands somewhere under conditions that hold: only there it takes its place in the order. */
  isDeclared: boolean;
  /** Rank among the layers of its tree: a greater one wins among normal declarations. Set when all of the tree was read. */
  rank: number;
}

export interface StyleHole {
  readonly href: string;
  readonly reason: "cross-origin" | "selector" | "time";
  readonly detail: string;
}

export interface TreeStyles {
  readonly root: Document | ShadowRoot;
  /** How many shadow roots lie around it; 0 for a document. */
  readonly depth: number;
  readonly rules: readonly SheetRule[];
  readonly holes: readonly StyleHole[];
  /** Whether registered custom properties are inherited. */
  readonly registered: ReadonlyMap<string, boolean>;
  selectorsOf(rule: SheetRule): readonly ComplexSelector[];
}

/** Attributes by which build tools name the source file of a style element. */
const markerAttributes = ["data-vite-dev-id", "data-href", "data-source", "data-emotion", "data-styled", "data-n-href"] as const;

/** The rules that are read, by the names of their classes: those of a frame belong to another window, where instanceof does not know them. */
interface RuleKinds {
  CSSStyleRule: CSSStyleRule;
  CSSNestedDeclarations: CSSRule;
  CSSMediaRule: CSSMediaRule;
  CSSSupportsRule: CSSSupportsRule;
  CSSContainerRule: CSSContainerRule;
  CSSStartingStyleRule: CSSGroupingRule;
  CSSLayerStatementRule: CSSLayerStatementRule;
  CSSLayerBlockRule: CSSLayerBlockRule;
  CSSScopeRule: CSSScopeRule;
  CSSImportRule: CSSImportRule;
  CSSNamespaceRule: CSSNamespaceRule;
  CSSPropertyRule: CSSPropertyRule;
}
type Reader<Rule> = (rule: Rule, context: RuleContext, index: number) => void;

/** Reads all style rules of a document or shadow root. Sheets that script may not read are holes. Computes no style and changes nothing. */
export function readTreeStyles(root: Document | ShadowRoot, depth: number): TreeStyles {
  const rules: SheetRule[] = [];
  const holes: StyleHole[] = [];
  const registered = new Map<string, boolean>();
  const selectorsOf = memoized(({ expanded, context }: SheetRule): readonly ComplexSelector[] => {
    const selectors = parseSelectorList(expanded, context.namespaces);
    if (selectors.some(({ doubt }) => doubt?.includes("understood")))
      holes.push({ href: context.sheet.href, reason: "selector", detail: expanded.slice(0, 200) });
    return selectors;
  });
  const tree: TreeStyles = { root, depth, rules, holes, registered, selectorsOf };
  const rootLayer = makeLayer("");
  /** `:scope` and `&` outside of `@scope` and of rules. In `matches` they would be each element itself. */
  const unscopedRoot = nodeTypeOf(root) === 9 ? ":root" : ":not(*)";
  const view = ofDocument(documentOf(root), "defaultView") ?? window;
  let anonymous = 0;

  function readSheet(sheet: CSSStyleSheet, around: Omit<RuleContext, "sheet" | "path" | "namespaces">): void {
    if (sheet.disabled) return;
    const described = describeSheet(sheet);
    const rules = rulesOf(sheet);
    if (rules === undefined) holes.push({ href: described.href, reason: "cross-origin", detail: "a style sheet of another origin" });
    // The media of an imported sheet are its rule's: Chromium leaves them out of the sheet.
    const conditions = described.origin === "import" ? around.conditions : withMedia(around.conditions, sheet.media);
    readRules(rules ?? [], { ...around, conditions, sheet: described, path: [], namespaces: new Map() });
  }

  const mediaCondition = memoized((text: string): RuleCondition => ({ kind: "media", text, holds: view.matchMedia(text).matches }));
  const withMedia = (conditions: readonly RuleCondition[], { mediaText }: MediaList) =>
    mediaText === "" ? conditions : [...conditions, mediaCondition(mediaText)];

  function readRules(list: Iterable<CSSRule>, context: RuleContext): void {
    for (const [index, rule] of [...list].entries()) {
      const name = Object.prototype.toString.call(rule).slice("[object ".length, -1);
      // The table binds each name to its own class; the compiler cannot follow the name through a union.
      if (Object.hasOwn(readers, name)) (readers[name as keyof RuleKinds] as Reader<CSSRule>)(rule, context, index);
    }
  }

  function addRule(cssRule: CSSRule, selectorText: string, expanded: string, context: RuleContext, index: number): void {
    rules.push({ selectorText, expanded, cssRule: cssRule as CSSStyleRule, context, index, order: rules.length, tree });
  }

  const readers: { readonly [Name in keyof RuleKinds]: Reader<RuleKinds[Name]> } = {
    CSSStyleRule: (rule, context, index) => {
      const { selectorText, cssRules } = rule;
      const expanded = expandFor(selectorText, context);
      addRule(rule, selectorText, expanded, context, index);
      if (cssRules.length > 0) readRules(cssRules, { ...inside(context, index), parent: expanded, parentText: selectorText });
    },
    CSSNestedDeclarations: (rule, context, index) => {
      if (context.parent !== undefined || context.scope !== undefined)
        addRule(rule, context.parentText, context.parent ?? ":where(:scope)", context, index);
    },
    CSSMediaRule: (rule, context, index) => readGroup(rule, context, index, mediaCondition(rule.conditionText)),
    CSSSupportsRule: (rule, context, index) => {
      const text = rule.conditionText;
      readGroup(rule, context, index, { kind: "supports", text, holds: CSS.supports(text) });
    },
    CSSContainerRule: (rule, context, index) => {
      const condition: RuleCondition = { kind: "container", text: rule.conditionText, holds: "unknown" };
      readGroup(rule, { ...context, container: [...context.container, rule] }, index, condition);
    },
    CSSStartingStyleRule: (rule, context, index) => readGroup(rule, context, index, { kind: "starting-style", text: "", holds: false }),
    CSSLayerStatementRule: (rule, context) => {
      for (const name of rule.nameList) layerAt(context, name);
    },
    CSSLayerBlockRule: (rule, context, index) => {
      readRules(rule.cssRules, { ...inside(context, index), layer: layerAt(context, rule.name) });
    },
    CSSScopeRule: (rule, context, index) => readScope(rule, inside(context, index)),
    CSSImportRule: (rule, context) => readImport(rule, context),
    CSSNamespaceRule: ({ prefix, namespaceURI }, { namespaces }) => {
      namespaces.set(prefix, namespaceURI);
    },
    CSSPropertyRule: readProperty,
  };

  function readProperty({ name, inherits }: CSSPropertyRule): void {
    registered.set(name, inherits);
  }

  function readGroup(rule: CSSGroupingRule, context: RuleContext, index: number, condition: RuleCondition): void {
    readRules(rule.cssRules, { ...inside(context, index), conditions: [...context.conditions, condition] });
  }

  function expandFor(selectorText: string, { parent, scope }: RuleContext): string {
    if (scope !== undefined) return parent === undefined ? relativeToScope(selectorText) : expandNesting(selectorText, parent);
    const text = replaceScope(selectorText, unscopedRoot);
    return parent === undefined ? replaceAmpersands(text, `:where(${unscopedRoot})`) : expandNesting(text, parent);
  }

  /** Inside of `@scope` a selector that does not name the scope's root is relative to it, at no specificity (CSS Cascade 6, section 2.5.1). */
  function relativeToScope(selectorText: string): string {
    return splitList(selectorText)
      .map((one) => {
        const isAbsolute = replaceScope(one, "") !== one && !/^[>+~]/.test(one);
        return isAbsolute ? replaceAmpersands(one, ":where(:scope)") : expandNesting(one, ":where(:scope)");
      })
      .join(", ");
  }

  function readScope(rule: CSSScopeRule, context: RuleContext): void {
    const { start, end } = rule;
    const scope: Scope = {
      text: `(${start ?? ""})${end === null ? "" : ` to (${end})`}`,
      start: start === null ? start : expandFor(start, context),
      implicitRoot: start === null ? (context.sheet.parent ?? root) : undefined,
      end: end === null ? end : relativeToScope(end),
      outer: context.scope,
    };
    readRules(rule.cssRules, { ...context, scope, parent: undefined, parentText: ":scope" });
  }

  function readImport({ styleSheet, supportsText, layerName, media }: CSSImportRule, context: RuleContext): void {
    if (!styleSheet) return;
    const isSupported = () => CSS.supports(supportsText ?? "") || CSS.supports(`(${supportsText})`);
    const supports: RuleCondition[] = supportsText ? [{ kind: "supports", text: supportsText, holds: isSupported() }] : [];
    const around = { ...context, conditions: withMedia([...context.conditions, ...supports], media) };
    readSheet(styleSheet, typeof layerName === "string" ? { ...around, layer: layerAt(around, layerName) } : around);
  }

  function layerAt({ layer, conditions }: Pick<RuleContext, "layer" | "conditions">, name: string): Layer {
    const holds = conditions.every((one) => one.holds !== false || one.kind === "starting-style");
    const names = name === "" ? [` ${anonymous++}`] : name.split(".");
    return names.reduce((parent, own) => childLayer(parent, own, holds), layer);
  }

  const sheets = [...ofRoot(root, "styleSheets"), ...ofRoot(root, "adoptedStyleSheets")];
  for (const sheet of sheets)
    readSheet(sheet, { conditions: [], container: [], layer: rootLayer, scope: undefined, parent: undefined, parentText: "" });
  rankLayers(rootLayer, 0);
  return tree;
}

function inside(context: RuleContext, index: number): RuleContext {
  return { ...context, path: [...context.path, index] };
}

function makeLayer(name: string): Layer {
  return { name, children: new Map(), isDeclared: false, rank: 0 };
}

function childLayer(parent: Layer, name: string, holds: boolean): Layer {
  const layer = parent.children.get(name) ?? makeLayer(parent.name === "" ? name : `${parent.name}.${name}`);
  if (holds && !layer.isDeclared) {
    layer.isDeclared = true;
    parent.children.delete(name);
  }
  parent.children.set(name, layer);
  return layer;
}

/** What stands in a layer itself comes after, and so wins over, what stands in layers inside of it. Returns the next free rank. */
function rankLayers(layer: Layer, next: number): number {
  let rank = next;
  for (const child of layer.children.values()) rank = rankLayers(child, rank);
  layer.rank = rank;
  return rank + 1;
}

function describeSheet(sheet: CSSStyleSheet): Sheet {
  const owner = sheet.ownerNode;
  const element = owner !== null && isElement(owner) ? owner : undefined;
  const origin = originOf(sheet);
  let top = sheet;
  for (let { ownerRule } = top; ownerRule?.parentStyleSheet; { ownerRule } = top) top = ownerRule.parentStyleSheet;
  const topElement = top.ownerNode !== null && isElement(top.ownerNode) ? top.ownerNode : undefined;
  return {
    parent: (topElement && parentElementOf(topElement)) ?? undefined,
    origin,
    href: sheet.href ?? "",
    marker: (element && markerAttributes.map((name) => attributeOf(element, name)).find(Boolean)) ?? "",
    get text() {
      return origin === "style" ? (element?.textContent ?? "") : "";
    },
  };
}

function originOf({ ownerRule, ownerNode }: CSSStyleSheet): Sheet["origin"] {
  if (ownerRule !== null) return "import";
  if (ownerNode === null) return "adopted";
  return ownerNode.nodeName.toLowerCase() === "style" ? "style" : "link";
}
