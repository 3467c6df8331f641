import { cleanCustomProperty } from "../../../host/contract/urls.js";
import { type Ledger, note } from "./ledger.js";

/** Longer ones are pictures worth a file of their own. */
const dataMaxChars = 100_000;

/**
 * A sheet's rules as text, with imported sheets in their place and nothing that would be loaded. Rules are read as the browser has them,
 * those that scripts have inserted included. Empty for a sheet of another origin, which cannot be read.
 */
export function sheetText(sheet: CSSStyleSheet, ledger: Ledger, depth = 0): string {
  const rules = sheet.disabled ? [] : rulesOf(sheet);
  if (rules === undefined) {
    note(ledger, "style-sheets");
    return "";
  }
  const text = rules.map((rule) => ruleText(rule, ledger, depth)).join("\n");
  // The one thing that would end a style element early.
  return text.replace(/<\/(?=style)/gi, "<\\/");
}

function rulesOf(sheet: CSSStyleSheet): CSSRule[] | undefined {
  try {
    return [...sheet.cssRules];
  } catch {
    // SecurityError: the sheet came from another origin.
    return undefined;
  }
}

function ruleText(rule: CSSRule, ledger: Ledger, depth: number): string {
  if (!("styleSheet" in rule)) return cleanCss(rule.cssText, ledger);
  const { styleSheet, media, layerName } = rule as CSSImportRule;
  if (!styleSheet || depth > 10) return "";
  const inner = sheetText(styleSheet, ledger, depth + 1);
  const layered = layerName === null || layerName === undefined ? inner : `@layer ${layerName} {${inner}}`;
  return media.mediaText === "" ? layered : `@media ${media.mediaText} {${layered}}`;
}

/** Replaces whatever a declaration would load by an empty picture. */
export function cleanCss(whole: string, ledger: Ledger): string {
  const css = whole.includes("--") ? withoutSecretProperties(whole, ledger) : whole;
  if (!/url\(|image-set\(/i.test(css)) return css;
  const withoutUrls = css.replace(
    /url\(\s*(?:"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'|((?:[^)\\]|\\.)*))\s*\)/gis,
    (whole: string, double?: string, single?: string, bare?: string) => {
      const url = (double ?? single ?? bare ?? "").trim();
      if (url.startsWith("#") || url === "data:," || (ledger.keepData && isSmallData(url))) return whole;
      note(ledger, "css-urls");
      return `url("data:,")`;
    },
  );
  // Names without url() are loaded too in image-set().
  return withoutUrls.replace(/image-set\((?:[^()]|\([^()]*\))*\)/gi, (set) =>
    /["'](?!data:)/.test(set.replace(/url\("data:[^"]*"\)/g, "")) ? `url("data:,")` : set,
  );
}

/** Custom properties that hold secrets, as captures leave them out. */
function withoutSecretProperties(css: string, ledger: Ledger): string {
  return css.replace(
    /(--[\w-]+)(\s*:\s*)("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|[^;{}"']*)/g,
    (whole, name: string, colon: string, value: string) => {
      const clean = cleanCustomProperty(name, value);
      if (clean === value) return whole;
      note(ledger, "tokens");
      return `${name}${colon}${clean === "" ? '""' : clean}`;
    },
  );
}

/** Tells whether a URL holds a picture or font itself, of a size that may stay. */
export function isSmallData(url: string): boolean {
  return url.length <= dataMaxChars && /^data:(?:image|font|application\/(?:x-)?font)/i.test(url);
}

/** The text of sheets that scripts have given to a document or shadow root. */
export function adoptedText(root: Document | ShadowRoot, ledger: Ledger): string {
  return [...root.adoptedStyleSheets].map((sheet) => sheetText(sheet, ledger)).join("\n");
}
