import { attributeOf, queryAll } from "./dom.js";
import { rulesOf } from "./style-rules.js";

const pseudo = /::?(?:before|after)\b/g;
// Asking each element costs less than asking the page for so many selectors.
const mostSelectors = 40;

/** Elements of a root whose `::before` or `::after` may hold text; "all" where style sheets cannot tell. */
export type PseudoCandidates = ReadonlySet<Element> | "all";

/** Looks through a root's style sheets for rules that generate text, so that no other element needs to be asked. */
export function pseudoCandidates(scope: Document | ShadowRoot): PseudoCandidates {
  const selectors = new Set<string>();
  for (const sheet of [...scope.styleSheets, ...scope.adoptedStyleSheets]) {
    const rules = rulesOf(sheet);
    if (rules === undefined || !collect(rules, selectors) || selectors.size > mostSelectors) return "all";
  }
  const found = new Set<Element>(quotesOf(scope));
  for (const selector of selectors) for (const element of queryAll(scope, selector)) found.add(element);
  return found;
}

/** The browser's own style sheet puts marks around quotations. */
function quotesOf(scope: Document | ShadowRoot): Iterable<Element> {
  return queryAll(scope, "q");
}

/** Adds the selectors of rules with text; false where one cannot be asked for. */
function collect(rules: Iterable<CSSRule>, selectors: Set<string>): boolean {
  for (const rule of rules) {
    const { selectorText, style, cssRules } = rule as CSSStyleRule;
    const imported = (rule as CSSImportRule).styleSheet;
    if (imported !== undefined && imported !== null) {
      const inner = rulesOf(imported);
      if (inner === undefined || !collect(inner, selectors)) return false;
    }
    if (selectorText !== undefined && style !== undefined && /:(?:before|after)\b/.test(selectorText) && isText(style.content)) {
      // Nested rules, parts of shadow trees and the like have selectors that say nothing on their own.
      if (/&|::part|::slotted|:host/.test(selectorText)) return false;
      selectors.add(selectorText.replace(pseudo, "").replace(/(^|[\s>+~,(])(?=$|[\s>+~,)])/g, "$1*"));
    }
    if (cssRules !== undefined && cssRules.length > 0 && !collect(cssRules, selectors)) return false;
  }
  return true;
}

function isText(content: string): boolean {
  return content !== "" && !/^(?:none|normal|"\s*"|'\s*'|url\(.*\))$/.test(content);
}

/** The text of a generated box as shown, or its alternative text; "" for none. A counter's number is not to be had. */
export function pseudoText(window: Window, element: Element, which: "::before" | "::after"): string {
  const style = window.getComputedStyle(element, which);
  const { content } = style;
  if (!isText(content) || style.display === "none" || style.visibility !== "visible") return "";
  const [shown = "", alternative] = content.split(/ \/ (?=")/);
  const text = textOf(alternative ?? shown, element);
  if (text === "") return "";
  return alternative === undefined && style.display.startsWith("inline") ? text : which === "::before" ? `${text} ` : ` ${text}`;
}

function textOf(content: string, element: Element): string {
  let text = "";
  for (const [, quoted, attribute, word] of content.matchAll(/"((?:[^"\\]|\\.)*)"|attr\(\s*([\w-]+)[^)]*\)|(open-quote|close-quote)/gs)) {
    if (quoted !== undefined)
      text += quoted.replace(/\\([0-9a-f]{1,6}) ?|\\(.)/gis, (_, hex?: string, char?: string) =>
        hex === undefined ? (char ?? "") : String.fromCodePoint(Number.parseInt(hex, 16)),
      );
    else if (attribute !== undefined) text += attributeOf(element, attribute) ?? "";
    else text += word === "open-quote" ? "\u201c" : "\u201d";
  }
  return text;
}
