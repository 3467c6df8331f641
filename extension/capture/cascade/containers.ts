import { hostOf, parentElementOf } from "../dom.js";

/**
 * Returns whether the size conditions of a container rule hold for an element (CSS Conditional 5, section 7). Script cannot ask the browser, so that the plain size
 * comparisons are computed from the nearest container that fits; anything else is unknown.
 */
export function containerHolds({ containerName, containerQuery }: CSSContainerRule, element: Element): boolean | "unknown" {
  const query = containerQuery.trim();
  // A function asks for something else than a size, or computes one.
  if (query === "" || /[\w-]\(/.test(query)) return "unknown";
  const container = containerOf(element, containerName, /height|block-size/.test(query) ? "both" : "inline");
  return container === undefined ? false : evaluate(query, container);
}

function containerOf(element: Element, name: string, axis: "inline" | "both"): Element | undefined {
  for (let current = parentOf(element); current !== undefined; current = parentOf(current)) {
    const style = getComputedStyle(current);
    const fits = style.containerType.includes("size") && (axis === "inline" || !style.containerType.includes("inline"));
    if (fits && (name === "" || style.containerName.split(/\s+/).includes(name))) return current;
  }
  return undefined;
}

function parentOf(element: Element): Element | undefined {
  return parentElementOf(element) ?? hostOf(element);
}

/** Each comparison becomes a media condition that always or never holds; the browser reads what is left, words and brackets. */
function evaluate(query: string, container: Element): boolean | "unknown" {
  const pixelsOf = readerOfSizes(container);
  let isKnown = true;
  const text = query.replace(/\(([^()]+)\)/g, (_, feature: string) => {
    const holds = compareFeature(feature, pixelsOf);
    isKnown &&= holds !== undefined;
    return holds === true ? "(min-width: 0)" : "(max-width: -1px)";
  });
  const { matches, media } = matchMedia(text);
  return isKnown && media !== "not all" ? matches : "unknown";
}

/** Returns a function for the pixels of a container's dimension or of a length; NaN for anything else. */
function readerOfSizes(container: Element): (part: string) => number {
  const style = getComputedStyle(container);
  const width = container.clientWidth - Number.parseFloat(style.paddingLeft) - Number.parseFloat(style.paddingRight);
  const height = container.clientHeight - Number.parseFloat(style.paddingTop) - Number.parseFloat(style.paddingBottom);
  const [inlineSize, blockSize] = style.writingMode.startsWith("horizontal") ? [width, height] : [height, width];
  const sizes = new Map(Object.entries({ width, height, "inline-size": inlineSize, "block-size": blockSize }));
  const units: Readonly<Record<string, number>> = {
    px: 1,
    "": 1,
    em: Number.parseFloat(style.fontSize),
    rem: Number.parseFloat(getComputedStyle(document.documentElement).fontSize),
    vw: innerWidth / 100,
    vh: innerHeight / 100,
  };
  return (part) => {
    const [, number = "", unit = ""] = /^(-?[\d.]+)(px|em|rem|vw|vh)?$/i.exec(part) ?? [];
    return sizes.get(part) ?? Number.parseFloat(number) * (units[unit.toLowerCase()] ?? Number.NaN);
  };
}

/** Undefined for what is no comparison of a size. */
function compareFeature(feature: string, pixelsOf: (part: string) => number): boolean | undefined {
  const comparison = feature.replace(
    /^\s*(min-|max-)?([a-z-]+)\s*:/i,
    (_, bound: string | undefined, name: string) => `${name}${bound === "min-" ? ">=" : bound === "max-" ? "<=" : "="}`,
  );
  const parts = comparison.split(/(<=|>=|[<>=])/).map((part) => part.trim());
  const values = parts.filter((_, at) => at % 2 === 0).map(pixelsOf);
  if (values.length < 2 || values.length > 3 || values.some(Number.isNaN)) return undefined;
  return values.slice(1).every((right, at) => {
    const [left = Number.NaN, operator = ""] = [values[at], parts[at * 2 + 1]];
    return left === right ? operator.includes("=") : operator.startsWith(left < right ? "<" : ">");
  });
}
