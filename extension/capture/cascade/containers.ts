/**
 * Returns whether the size conditions of a container rule hold for an element (CSS Conditional 5, section 7). Script cannot ask the browser, so that the plain size
 * comparisons are computed from the nearest container that fits; anything else is unknown.
 */
export function containerHolds(rule: CSSContainerRule, element: Element): boolean | "unknown" {
  const { containerName, containerQuery } = rule;
  const query = containerQuery.trim();
  if (!isSizeQuery(query)) return "unknown";
  const axis = /height|block-size/.test(query) ? "both" : "inline";
  const container = containerOf(element, containerName, axis);
  if (container === undefined) return false;
  return evaluate(query, container);
}

/** Word by word: one expression for a whole query would try a page's own in exponentially many ways. */
function isSizeQuery(query: string): boolean {
  if (query === "" || query.length > queryMaxChars) return false;
  return query.split(/[\s()<>=:/]+/).every((word) => word === "" || sizeWord.test(word));
}

const queryMaxChars = 1_000;
const sizeWord =
  /^(?:and|or|not|(?:min-|max-)?(?:width|height|inline-size|block-size)|orientation|portrait|landscape|aspect-ratio|-?[\d.]+(?:px|em|rem|vw|vh)?)$/i;

function containerOf(element: Element, name: string, axis: "inline" | "both"): Element | undefined {
  for (let current = parentOf(element); current !== undefined; current = parentOf(current)) {
    const style = getComputedStyle(current);
    const fits = style.containerType.includes("size") && (axis === "inline" || !style.containerType.includes("inline"));
    if (fits && (name === "" || style.containerName.split(/\s+/).includes(name))) return current;
  }
  return undefined;
}

function parentOf(element: Element): Element | undefined {
  const root = element.getRootNode();
  return element.parentElement ?? ("host" in root ? (root as ShadowRoot).host : undefined);
}

/** Writes the container's size into a media query, whose grammar for comparisons is the same: `(400px >= 300px)` has no meaning there, so that each is decided here. */
function evaluate(query: string, container: Element): boolean | "unknown" {
  const style = getComputedStyle(container);
  const isVertical = !style.writingMode.startsWith("horizontal");
  const [width, height] = [contentSize(container, style, "width"), contentSize(container, style, "height")];
  const sizes: Readonly<Record<string, number>> = {
    width,
    height,
    "inline-size": isVertical ? height : width,
    "block-size": isVertical ? width : height,
  };
  const pixels = (length: string): number => {
    const [, number = "", unit = ""] = /^(-?[\d.]+)(px|em|rem|vw|vh)?$/i.exec(length.trim()) ?? [];
    const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
    const factor: Readonly<Record<string, number>> = {
      px: 1,
      "": 1,
      em: Number.parseFloat(style.fontSize),
      rem,
      vw: innerWidth / 100,
      vh: innerHeight / 100,
    };
    return Number.parseFloat(number) * (factor[unit.toLowerCase()] ?? Number.NaN);
  };
  // Each comparison becomes a condition that always or never holds; the browser reads what is left, words and brackets.
  let isKnown = true;
  const text = query.replace(/\(([^()]+)\)/g, (_, feature: string) => {
    const holds = compareFeature(feature, sizes, pixels);
    isKnown &&= holds !== undefined;
    return holds === true ? "(min-width: 0)" : "(max-width: -1px)";
  });
  const { matches, media } = matchMedia(text);
  return isKnown && media !== "not all" ? matches : "unknown";
}

function contentSize(container: Element, style: CSSStyleDeclaration, axis: "width" | "height"): number {
  const [before, after] =
    axis === "width" ? ([style.paddingLeft, style.paddingRight] as const) : ([style.paddingTop, style.paddingBottom] as const);
  const client = axis === "width" ? container.clientWidth : container.clientHeight;
  return client - Number.parseFloat(before) - Number.parseFloat(after);
}

/** Undefined for what is no comparison of a size. */
function compareFeature(feature: string, sizes: Readonly<Record<string, number>>, pixels: (length: string) => number): boolean | undefined {
  const plain = /^\s*(min-|max-)?([a-z-]+)\s*:\s*(.+)$/i.exec(feature);
  if (plain !== null) {
    const size = sizes[plain[2] ?? ""];
    const bound = pixels(plain[3] ?? "");
    if (size === undefined || Number.isNaN(bound)) return undefined;
    return plain[1] === "min-" ? size >= bound : plain[1] === "max-" ? size <= bound : size === bound;
  }
  const parts = feature.split(/(<=|>=|<|>|=)/).map((part) => part.trim());
  if (parts.length !== 3 && parts.length !== 5) return undefined;
  const value = (part: string) => sizes[part] ?? pixels(part);
  const results: boolean[] = [];
  for (let place = 1; place < parts.length; place += 2) {
    const [left, right] = [value(parts[place - 1] ?? ""), value(parts[place + 1] ?? "")];
    if (Number.isNaN(left) || Number.isNaN(right)) return undefined;
    const operator = parts[place];
    results.push(
      operator === "<"
        ? left < right
        : operator === "<="
          ? left <= right
          : operator === ">"
            ? left > right
            : operator === ">="
              ? left >= right
              : left === right,
    );
  }
  return results.every(Boolean);
}
