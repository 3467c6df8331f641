import { cleanCustomProperty } from "../../../host/contract/urls.js";
import { rulesOf } from "../styles/style-sheets.js";
import type { WalkState } from "../walk/state.js";

/** Options and limits of one snapshot. */
export interface SnapshotContext {
  /** Pictures and fonts in `data:` URLs are retained. */
  readonly keepData: boolean;
  /** Number of characters after which no further element is begun. */
  readonly maxChars: number;
  /** The page, its shadow roots and frames as they were walked, and the index of each element there. */
  readonly walk: WalkState;
  readonly indices: ReadonlyMap<Element, number>;
  /** Counts something that is left out, by its kind. */
  readonly count: (what: string) => void;
}

/** Longest `data:` URL that is retained. */
const dataMaxChars = 100_000;

/**
 * Returns a sheet's rules as text, with imported sheets inlined and nothing that would be loaded. Rules are those of the object model, which
 * include what scripts inserted. "" for a sheet of another origin, which may not be read.
 */
export function sheetText(sheet: CSSStyleSheet, context: SnapshotContext, depth = 0): string {
  const rules = sheet.disabled ? [] : rulesOf(sheet);
  if (rules === undefined) {
    context.count("style-sheets");
    return "";
  }
  const text = [...rules].map((rule) => ruleText(rule, context, depth)).join("\n");
  // The end tag is the only thing that ends a `<style>` element.
  return text.replace(/<\/(?=style)/gi, "<\\/");
}

function ruleText(rule: CSSRule, context: SnapshotContext, depth: number): string {
  if (!("styleSheet" in rule)) return cleanCss(rule.cssText, context);
  const { styleSheet, media, layerName } = rule as CSSImportRule;
  if (!styleSheet || depth > 10) return "";
  const inner = sheetText(styleSheet, context, depth + 1);
  const layered = layerName === null || layerName === undefined ? inner : `@layer ${layerName} {${inner}}`;
  return media.mediaText === "" ? layered : `@media ${media.mediaText} {${layered}}`;
}

/** Replaces everything that declarations would load by an empty image. */
export function cleanCss(raw: string, context: SnapshotContext): string {
  const css = raw.includes("--") ? withoutSecretProperties(raw, context) : raw;
  if (!/url\(|image-set\(/i.test(css)) return css;
  const withoutUrls = css.replace(
    /url\((?:\s*"((?:[^"\\]|\\.)*)"\s*\)|\s*'((?:[^'\\]|\\.)*)'\s*\)|((?:[^)\\]|\\(?:.|$))*)(?:\)|$))/gis,
    (whole: string, double?: string, single?: string, bare?: string) => {
      const url = (double ?? single ?? bare ?? "").trim();
      if (url.startsWith("#") || url === "data:," || (context.keepData && isSmallData(url))) return whole;
      context.count("css-urls");
      return `url("data:,")`;
    },
  );
  // In image-set(), plain strings are URLs too.
  return withoutUrls.replace(/image-set\((?:[^()]|\([^()]*\))*\)/gi, (set) =>
    /["'](?!data:)/.test(set.replace(/url\("data:[^"]*"\)/g, "")) ? `url("data:,")` : set,
  );
}

/** Removes custom properties that hold secrets, as captures do. */
function withoutSecretProperties(css: string, context: SnapshotContext): string {
  return css.replace(
    /((?<![\w-])--[\w-]+)(\s*:\s*)("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|[^;{}"']*)/g,
    (whole, name: string, colon: string, value: string) => {
      const clean = cleanCustomProperty(name, value);
      if (clean === value) return whole;
      context.count("tokens");
      return `${name}${colon}${clean === "" ? '""' : clean}`;
    },
  );
}

/** Returns whether a URL contains a picture or font of a size that is retained. */
export function isSmallData(url: string): boolean {
  return url.length <= dataMaxChars && /^data:(?:image|font|application\/(?:x-)?font)/i.test(url);
}
