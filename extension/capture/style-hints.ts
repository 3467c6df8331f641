import { ofRoot } from "./dom.js";
import { hintsInSelector } from "./generated-content.js";
import { rulesOf } from "./style-rules.js";
import { userModifyOf } from "./user-modify.js";

/** What a root's style sheets say of where to look, so that not every element needs to be asked. */
export interface StyleHints {
  /** What elements have whose `::before` or `::after` may hold text: a class, an id or a tag, in lower case. */
  readonly generated: Readonly<Record<"." | "#" | "<", ReadonlySet<string>>>;
  /** Any element may, as far as style sheets can tell. */
  readonly anywhere: boolean;
  /** Some element may skip its content by `content-visibility`. */
  readonly skips: boolean;
  /** Some element may be editable by `-webkit-user-modify`. */
  readonly modifies: boolean;
  /** Names of custom properties that rules for the root element set. */
  readonly tokens: ReadonlySet<string>;
}

interface Found extends StyleHints {
  readonly generated: Readonly<Record<"." | "#" | "<", Set<string>>>;
  readonly tokens: Set<string>;
  anywhere: boolean;
  skips: boolean;
  modifies: boolean;
}

const telling = /:(?:before|after)\b|--[\w-]+\s*:|content-visibility|user-modify/i;

/** Looks through all style sheets of a document or shadow root once. */
export function styleHints(scope: Document | ShadowRoot): StyleHints {
  // The browser's own style sheet puts marks around quotations.
  const generated = { ".": new Set<string>(), "#": new Set<string>(), "<": new Set(["q"]) };
  const found: Found = { generated, tokens: new Set(), anywhere: false, skips: false, modifies: false };
  for (const sheet of [...ofRoot(scope, "styleSheets"), ...ofRoot(scope, "adoptedStyleSheets")])
    if (mayTell(sheet)) readSheet(sheet, found);
  return found;
}

/** A style element's text shows at once whether its rules are of interest; rules that a script added have no text. */
function mayTell({ ownerNode }: CSSStyleSheet): boolean {
  const text = ownerNode?.nodeName.toLowerCase() === "style" ? (ownerNode.textContent ?? "") : "";
  return text.trim() === "" || telling.test(text) || /@import/i.test(text);
}

function readSheet(sheet: CSSStyleSheet, found: Found): void {
  const rules = rulesOf(sheet);
  if (rules === undefined) {
    found.anywhere = true;
    found.skips = true;
    found.modifies = true;
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
  if (userModifyOf(style) !== "") found.modifies = true;
  if (/(?:^|[\s,(])(?::root|html|:host|\*)/.test(selector)) for (const name of style) if (name.startsWith("--")) found.tokens.add(name);
  if (found.anywhere || !/:(?:before|after)\b/.test(selector) || !mayHoldText(style.content)) return;
  for (const hint of hintsInSelector(selector)) {
    if (hint === "") found.anywhere = true;
    else if (hint.startsWith(".") || hint.startsWith("#")) found.generated[hint[0] as "." | "#"].add(hint.slice(1));
    else found.generated["<"].add(hint);
  }
}

/** Tells whether a value of `content` can show text. */
export function mayHoldText(content: string): boolean {
  return content !== "" && !/^(?:none|normal|"\s*"|'\s*'|url\([^)]*\))$/.test(content);
}
