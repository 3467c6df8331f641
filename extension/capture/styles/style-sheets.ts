import { cleanCustomProperty } from "../../../host/contract/urls.js";
import { computedStyleOf, inlineStyleOf, ofDocument, ofRoot } from "../dom.js";
import { truncate } from "../text.js";
import { mayContainText } from "./generated-content.js";
import { declaresRarePaint, rarePaint } from "./rare-paint.js";
import { anchorIn, plainSelectors } from "./selector-anchors.js";

/** What a root's style sheets say about which elements have rare properties, so that not every element needs to be asked for them. */
export interface StyleHints {
  /** Anchors of elements whose `::before` or `::after` may contain text, in lower case. */
  readonly generated: Set<string>;
  anyGenerated: boolean;
  counts: boolean;
  /** Anchors of elements that may have rare paint, in lower case. */
  readonly painted: Set<string>;
  anyPainted: boolean;
  modifies: boolean;
  /** Selectors of rules that may make text unseen by a clip, mask, filter, indentation or fill. */
  readonly veils: Set<string>;
  /** Names of custom properties that rules for the root element set. */
  readonly tokens: Set<string>;
}

const relevant = new RegExp(
  `${/(?<![\w-])--[\w-]+\s*:|user-modify|(?<![\w-])(?:clip|contain|filter|clip-path|backface-visibility|text-indent|(?:-webkit-)?mask(?:-image)?|-webkit-text-fill-color)\s*:/.source}|${rarePaint.source}`,
  "i",
);

export function styleHints(scope: Document | ShadowRoot): StyleHints {
  // Browsers' own style sheet puts quotation marks around `<q>`.
  const hints: StyleHints = {
    generated: new Set(["q"]),
    tokens: new Set(),
    anyGenerated: false,
    counts: false,
    painted: new Set(),
    anyPainted: false,
    veils: new Set(),
    modifies: false,
  };
  for (const sheet of [...ofRoot(scope, "styleSheets"), ...ofRoot(scope, "adoptedStyleSheets")])
    if (mayBeRelevant(sheet)) scanSheet(sheet, hints);
  return hints;
}

/** Searching a `<style>` element's text is faster than walking its rules; rules that a script inserted are in no text. */
function mayBeRelevant({ ownerNode }: CSSStyleSheet): boolean {
  const text = ownerNode?.nodeName.toLowerCase() === "style" ? (ownerNode.textContent ?? "") : "";
  return text.trim() === "" || relevant.test(text) || /@import/i.test(text);
}

/** A rule of any kind: instanceof does not know the classes of a frame's window. */
export interface AnyRule extends CSSRule {
  readonly selectorText?: string;
  readonly style?: CSSStyleDeclaration;
  readonly cssRules?: CSSRuleList;
  readonly styleSheet?: CSSStyleSheet | null;
  readonly media?: MediaList;
  readonly layerName?: string | null;
}

function scanSheet(sheet: CSSStyleSheet, hints: StyleHints): void {
  const rules = rulesOf(sheet);
  if (rules === undefined) {
    hints.anyGenerated = true;
    hints.modifies = true;
  } else scanRules(rules, hints);
}

/** Returns the rules of a sheet; undefined for one of another origin, which may not be read, and for one that has not loaded. */
export function rulesOf(sheet: CSSStyleSheet): CSSRuleList | undefined {
  try {
    return sheet.cssRules;
  } catch (error) {
    // There is no other way to ask (CSSOM, `cssRules`); the second is Firefox's for an incomplete sheet.
    const name: unknown = Reflect.get(Object(error), "name");
    if (name === "SecurityError" || name === "InvalidAccessError") return undefined;
    throw error;
  }
}

/** `CSSRule.STYLE_RULE`. */
const styleRule = 1;

function scanRules(rules: CSSRuleList, hints: StyleHints): void {
  for (const rule of rules) {
    const { type, selectorText, style, cssRules, styleSheet }: AnyRule = rule;
    if (styleSheet) scanSheet(styleSheet, hints);
    // `@page` has a selector too, and in Firefox a style of page descriptors alone.
    if (type === styleRule && selectorText !== undefined && style !== undefined) scanRule(selectorText, style, hints);
    if (cssRules !== undefined && cssRules.length > 0) scanRules(cssRules, hints);
  }
}

function scanRule(selector: string, style: CSSStyleDeclaration, hints: StyleHints): void {
  if (userModifyOf(style) !== "") hints.modifies = true;
  if (mayVeil(style)) hints.veils.add(selector);
  if (/(?:^|[\s,(])(?::root|html|:host|\*)/.test(selector)) for (const name of style) if (name.startsWith("--")) hints.tokens.add(name);
  const isGenerated = /:(?:before|after)\b/.test(selector);
  if (!hints.anyPainted && declaresRarePaint(style, selector, isGenerated)) {
    const anchors = plainSelectors(selector).map((one) => anchorIn(one).toLowerCase());
    for (const anchor of anchors) if (anchor !== "") hints.painted.add(anchor);
    // A generated ground of any element is mostly none: to ask each for its boxes takes as long as all else.
    hints.anyPainted = !isGenerated && anchors.includes("");
  }
  hints.counts ||= style.content.includes("counter(");
  if (hints.anyGenerated || !isGenerated || !mayContainText(style.content)) return;
  for (const one of plainSelectors(selector)) if (/:(?:before|after)\b/.test(one)) hints.generated.add(anchorIn(one).toLowerCase());
  hints.anyGenerated = hints.generated.has("");
}

/** A `contain` that clips. */
export const paintContainment = /paint|strict|content/;

function mayVeil(style: CSSStyleDeclaration): boolean {
  return (
    (style.clipPath || "none") !== "none" ||
    style.clip.startsWith("rect") ||
    style.filter.includes("opacity") ||
    (style.maskImage ?? "").includes("gradient") ||
    style.textIndent.startsWith("-") ||
    paintContainment.test(style.contain) ||
    style.backfaceVisibility === "hidden" ||
    /transparent|rgba|#/.test(style.webkitTextFillColor ?? "")
  );
}

/** Returns whether a computed style makes an element editable without `contenteditable`. */
export function isUserModifiable(style: CSSStyleDeclaration): boolean {
  return /^(?:read-write|write-only)/.test(userModifyOf(style));
}

function userModifyOf(style: CSSStyleDeclaration): string {
  return style.getPropertyValue("-webkit-user-modify") || style.getPropertyValue("-moz-user-modify");
}

const maxTokens = 500;

/** Returns the page's design tokens: custom properties of the root element. Secrets are left out and counted. */
export function designTokens(document: Document, hints: StyleHints, count: (what: "tokens") => void): Record<string, string> {
  const root = ofDocument(document, "documentElement");
  if (root === null) return {};
  const names = new Set(hints.tokens);
  for (const name of inlineStyleOf(root) ?? []) if (name.startsWith("--")) names.add(name);
  const tokens = new Map<string, string>();
  const style = names.size === 0 ? undefined : computedStyleOf(root);
  for (const name of [...names].slice(0, maxTokens)) {
    const value = style?.getPropertyValue(name).trim() ?? "";
    if (value === "") continue;
    const clean = cleanCustomProperty(name, value);
    if (clean !== value) count("tokens");
    if (clean !== "") tokens.set(truncate(name, 200), truncate(clean.replace(/data:[^\s"')]*/gi, "data:,"), 200));
  }
  return Object.fromEntries(tokens);
}
