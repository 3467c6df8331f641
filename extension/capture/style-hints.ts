import { queryAll } from "./dom.js";
import { rulesOf } from "./style-rules.js";

/** What a root's style sheets say of where to look, so that not every element needs to be asked. */
export interface StyleHints {
  /** Elements whose `::before` or `::after` may hold text; "all" where style sheets cannot tell. */
  readonly generated: ReadonlySet<Element> | "all";
  /** Some element may skip its content by `content-visibility`. */
  readonly skips: boolean;
  /** Names of custom properties that rules for the root element set. */
  readonly tokens: ReadonlySet<string>;
}

interface Found {
  readonly selectors: Set<string>;
  readonly tokens: Set<string>;
  all: boolean;
  skips: boolean;
}

const telling = /:(?:before|after)\b|--[\w-]+\s*:|content-visibility/i;
// Asking each element costs less than asking the page for so many selectors.
const mostSelectors = 40;

/** Looks through all style sheets of a document or shadow root once. */
export function styleHints(scope: Document | ShadowRoot): StyleHints {
  const found: Found = { selectors: new Set(), tokens: new Set(), all: false, skips: false };
  for (const sheet of [...scope.styleSheets, ...scope.adoptedStyleSheets]) if (mayTell(sheet)) readSheet(sheet, found);
  const { selectors, tokens, skips } = found;
  if (found.all || selectors.size > mostSelectors) return { generated: "all", skips, tokens };
  // The browser's own style sheet puts marks around quotations.
  const generated = new Set<Element>(queryAll(scope, "q"));
  for (const selector of selectors) for (const element of queryAll(scope, selector)) generated.add(element);
  return { generated, skips, tokens };
}

/** A style element's text shows at once whether its rules are of interest; rules that a script added have no text. */
function mayTell({ ownerNode }: CSSStyleSheet): boolean {
  const text = ownerNode?.nodeName.toLowerCase() === "style" ? (ownerNode.textContent ?? "") : "";
  return text.trim() === "" || telling.test(text) || /@import/i.test(text);
}

function readSheet(sheet: CSSStyleSheet, found: Found): void {
  const rules = rulesOf(sheet);
  if (rules === undefined) {
    found.all = true;
    found.skips = true;
  } else readRules(rules, found);
}

function readRules(rules: CSSRuleList, found: Found): void {
  for (const rule of rules) {
    const { selectorText, style, cssRules } = rule as CSSStyleRule;
    const { styleSheet } = rule as CSSImportRule;
    if (styleSheet !== undefined && styleSheet !== null) readSheet(styleSheet, found);
    if (selectorText !== undefined && style !== undefined) readRule(selectorText, style, found);
    if (cssRules !== undefined && cssRules.length > 0) readRules(cssRules, found);
  }
}

function readRule(selector: string, style: CSSStyleDeclaration, found: Found): void {
  if (style.contentVisibility !== undefined && style.contentVisibility !== "") found.skips = true;
  if (/(?:^|[\s,(])(?::root|html|:host|\*)/.test(selector)) for (const name of style) if (name.startsWith("--")) found.tokens.add(name);
  if (!/:(?:before|after)\b/.test(selector) || !mayHoldText(style.content)) return;
  // Nested rules, parts of shadow trees and the like have selectors that say nothing on their own.
  if (/&|::part|::slotted|:host/.test(selector)) found.all = true;
  else found.selectors.add(selector.replace(/::?(?:before|after)\b/g, "").replace(/(^|[\s>+~,(])(?=$|[\s>+~,)])/g, "$1*"));
}

/** Tells whether a value of `content` can show text. */
export function mayHoldText(content: string): boolean {
  return content !== "" && !/^(?:none|normal|"\s*"|'\s*'|url\([^)]*\))$/.test(content);
}
