import { cleanCustomProperty } from "../../../host/contract/urls.js";
import { type AnyRule, rulesOf } from "../styles/style-sheets.js";

const dataMaxChars = 100_000;

/** A sheet's rules, imported ones inlined, without what would load; "" for another origin's. `keepData`: `data:` URLs stay. */
export function sheetText(sheet: CSSStyleSheet, keepData: boolean, depth = 0): string {
  const rules = (sheet.disabled ? undefined : rulesOf(sheet)) ?? [];
  const text = [...rules].map((rule) => ruleText(rule, keepData, depth)).join("\n");
  // The end tag is the only thing that ends a `<style>` element.
  return text.replace(/<\/(?=style)/gi, "<\\/");
}

function ruleText(rule: CSSRule, keepData: boolean, depth: number): string {
  const { styleSheet, media, layerName }: AnyRule = rule;
  if (styleSheet === undefined) return cleanCss(rule.cssText, keepData);
  if (styleSheet === null || depth > 10) return "";
  const inner = sheetText(styleSheet, keepData, depth + 1);
  const layered = layerName === null || layerName === undefined ? inner : `@layer ${layerName} {${inner}}`;
  return !media?.mediaText ? layered : `@media ${media.mediaText} {${layered}}`;
}

/** Replaces everything that declarations would load by an empty image. */
export function cleanCss(raw: string, keepData: boolean): string {
  const css = raw.includes("--") ? withoutSecretProperties(raw) : raw;
  if (!/url\(|image-set\(/i.test(css)) return css;
  const withoutUrls = css.replace(
    /url\((?:\s*"((?:[^"\\]|\\.)*)"\s*\)|\s*'((?:[^'\\]|\\.)*)'\s*\)|((?:[^)\\]|\\(?:.|$))*)(?:\)|$))/gis,
    (whole: string, double?: string, single?: string, bare?: string) => {
      const url = (double ?? single ?? bare ?? "").trim();
      return url.startsWith("#") || (keepData && isSmallData(url)) ? whole : `url("data:,")`;
    },
  );
  // In image-set(), plain strings are URLs too.
  return withoutUrls.replace(/image-set\((?:[^()]|\([^()]*\))*\)/gi, (set) =>
    /["'](?!data:)/.test(set.replace(/url\("data:[^"]*"\)/g, "")) ? `url("data:,")` : set,
  );
}

/** Removes custom properties that hold secrets, as captures do. */
function withoutSecretProperties(css: string): string {
  return css.replace(
    /((?<![\w-])--[\w-]+)(\s*:\s*)("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|[^;{}"']*)/g,
    (whole, name: string, colon: string, value: string) => {
      const clean = cleanCustomProperty(name, value);
      return clean === value ? whole : `${name}${colon}${clean || '""'}`;
    },
  );
}

/** Returns whether a URL contains a picture or font of a size that is retained. */
export function isSmallData(url: string): boolean {
  return url.length <= dataMaxChars && /^data:(?:image|font|application\/(?:x-)?font)/i.test(url);
}
