import { computedStyleOf, localNameOf, namespaceOf } from "../dom.js";

type Answer = boolean | "unknown";
type ParentOf = (element: Element) => Element | undefined;

/** Of a rule with several conditions Chromium lists them here alone (CSS Conditional 6). */
interface ConditionList extends CSSContainerRule {
  readonly conditions?: Iterable<{ readonly name: string; readonly query: string }>;
}

/**
 * Returns whether one of the conditions of a container rule holds for an element (CSS Conditional 5, section 5). Script cannot ask the browser: comparisons of sizes,
 * the aspect ratio and the orientation are computed from the nearest container that fits, those of custom properties from its computed style; anything else
 * is unknown. `parentOf`: in the flat tree.
 */
export function containerHolds(rule: ConditionList, element: Element, parentOf: ParentOf): Answer {
  const { containerName: name, containerQuery: query, conditions = [{ name, query }] } = rule;
  const answers = [...conditions].map((one) => conditionHolds(one.name, one.query.trim(), element, parentOf));
  return answers.includes(true) || (answers.includes("unknown") ? "unknown" : false);
}

const aboutSize = /width|height|-size|aspect-ratio|orientation/;

function conditionHolds(name: string, query: string, element: Element, parentOf: ParentOf): Answer {
  const plain = query.replace(/style\((?:[^()]|\([^()]*\))*\)/g, "");
  const container = containerOf(element, name, plain, parentOf);
  if (container === undefined) return false;
  if (query === "") return true;
  // What asks for a size that no box has does not hold, but beside an alternative.
  if (aboutSize.test(plain) && !hasContainedSize(container)) return /\bor\b/.test(query) ? "unknown" : false;
  const tokens = query.match(/(?:style|scroll-state|anchored)\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)|[()]|[^()]+/gi) ?? [];
  return evaluate(tokens, makeFeatureReader(container));
}

/** The nearest container of that name whose contained axes are those that a query asks for; which is its inline one depends on how it writes. */
function containerOf(element: Element, name: string, query: string, parentOf: ParentOf): Element | undefined {
  for (let current = parentOf(element); current !== undefined; current = parentOf(current)) {
    const { containerType, containerName, writingMode } = computedStyleOf(current);
    const isInline = containerType.includes("inline-size");
    const across = writingMode.startsWith("horizontal") ? /height/ : /width/;
    const asksBlock = /block-size|aspect-ratio|orientation/.test(query) || across.test(query);
    const fits = containerType.includes("size") ? !isInline || !asksBlock : !aboutSize.test(query);
    if (fits && (name === "" || containerName.split(/\s+/).includes(name))) return current;
  }
  return undefined;
}

/** Whether an element has a box whose size can be contained (CSS Containment 2, section 3.1). */
function hasContainedSize(element: Element): boolean {
  if (namespaceOf(element)?.endsWith("/svg")) return localNameOf(element) === "svg";
  return !/^(none|contents|inline|ruby.*|table.*)$/.test(computedStyleOf(element).display);
}

/** The size in px, of both axes, that container query units count in for an element (CSS Conditional 5, section 6); undefined for that of the viewport. */
export function containerSizeOf(element: Element, parentOf: ParentOf): readonly [width: number, height: number] | undefined {
  const along = (axis: "width" | "height"): number | undefined => {
    let container = containerOf(element, "", axis, parentOf);
    while (container !== undefined && !hasContainedSize(container)) container = containerOf(container, "", axis, parentOf);
    return container && contentSizeOf(container)[axis];
  };
  const [width, height] = [along("width"), along("height")];
  return width === undefined && height === undefined ? undefined : [width ?? innerWidth, height ?? innerHeight];
}

const negated = (answer: Answer): Answer => (answer === "unknown" ? answer : !answer);

/** `not`, `and`, `or` and brackets around features, in three values. Takes the tokens that it reads. */
function evaluate(tokens: string[], holds: (feature: string) => Answer): Answer {
  let result: Answer | undefined;
  let operator = "";
  let isNegated = false;
  for (let token = tokens.shift(); token !== undefined && token !== ")"; token = tokens.shift()) {
    let answer: Answer;
    if (token === "(") answer = bracket(tokens, holds);
    else if (token.includes("(")) answer = holds(token);
    else {
      const words = token.trim().split(/\s+/);
      operator = words.find((word) => word === "and" || word === "or") ?? operator;
      isNegated ||= words.includes("not");
      continue;
    }
    if (isNegated) answer = negated(answer);
    isNegated = false;
    if (result === undefined) result = answer;
    else {
      const decides = operator === "or";
      result = result === decides || answer === decides ? decides : result === "unknown" ? result : answer;
    }
  }
  return result ?? "unknown";
}

/** What stands between brackets: a condition, or a feature, in which functions may stand. */
function bracket(tokens: string[], holds: (feature: string) => Answer): Answer {
  const [first = ""] = tokens;
  if (first === "(" || /^\s*not\b/.test(first) || /^(style|scroll-state|anchored)\(/i.test(first)) return evaluate(tokens, holds);
  let text = "";
  for (let depth = 0, token = tokens.shift(); token !== undefined; token = tokens.shift()) {
    if (token === ")" && depth-- === 0) break;
    if (token === "(") depth++;
    text += token;
  }
  return holds(text);
}

function contentSizeOf(container: Element) {
  const { paddingLeft, paddingRight, paddingTop, paddingBottom } = computedStyleOf(container);
  return {
    width: container.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight),
    height: container.clientHeight - Number.parseFloat(paddingTop) - Number.parseFloat(paddingBottom),
  };
}

function makeFeatureReader(container: Element): (feature: string) => Answer {
  const style = computedStyleOf(container);
  const { width, height } = contentSizeOf(container);
  const [inlineSize, blockSize] = style.writingMode.startsWith("horizontal") ? [width, height] : [height, width];
  const sizes = new Map(
    Object.entries({ width, height, "inline-size": inlineSize, "block-size": blockSize, "aspect-ratio": width / height }),
  );
  const units: Readonly<Record<string, number>> = {
    px: 1,
    number: 1,
    em: Number.parseFloat(style.fontSize),
    rem: Number.parseFloat(computedStyleOf(document.documentElement).fontSize),
    vw: innerWidth / 100,
    vh: innerHeight / 100,
  };
  const read = (part: string) => sizes.get(part) ?? ratio(part) ?? lengthIn(part, units);
  return (feature) => {
    const inStyle = /^style\((.*)\)$/is.exec(feature.trim())?.[1];
    if (inStyle !== undefined) return styleHolds(inStyle, style);
    if (feature.includes("(") && !/\b(calc|min|max|clamp)\(/.test(feature)) return "unknown";
    const orientation = /^\s*orientation\s*:\s*(portrait|landscape)\s*$/.exec(feature)?.[1];
    if (orientation !== undefined) return orientation === (height >= width ? "portrait" : "landscape");
    const size = sizes.get(feature.trim());
    return size === undefined ? (compareFeature(feature, read) ?? "unknown") : size > 0;
  };
}

function ratio(part: string): number | undefined {
  const [, width, height] = /^([\d.]+)\s*\/\s*([\d.]+)$/.exec(part) ?? [];
  return width === undefined ? undefined : Number(width) / Number(height);
}

/** Pixels of a length or a calculation (CSS Typed OM; not in Firefox, which reads lengths alone); NaN for anything else. */
function lengthIn(part: string, units: Readonly<Record<string, number>>): number {
  const [, number = "", unit = ""] = /^(-?[\d.]+)(px|em|rem|vw|vh)?$/i.exec(part) ?? [];
  if (number !== "") return Number.parseFloat(number) * (units[unit.toLowerCase() || "number"] ?? Number.NaN);
  if (typeof CSSNumericValue === "undefined") return Number.NaN;
  try {
    const sum = CSSNumericValue.parse(part).toSum();
    return [...sum.values].reduce(
      (total, one) => total + (one instanceof CSSUnitValue ? one.value * (units[one.unit] ?? Number.NaN) : Number.NaN),
      0,
    );
  } catch {
    // No number, or one that only layout knows.
    return Number.NaN;
  }
}

/** Whether a custom property of the container has a value, or any; that of a registered one may be written in another way. */
function styleHolds(query: string, style: CSSStyleDeclaration): Answer {
  const [, name = "", colon = "", wanted = ""] = /^\s*(--[\w-]+)\s*(:?)\s*(.*?)\s*$/s.exec(query) ?? [];
  if (name === "") return "unknown";
  const has = style.getPropertyValue(name).trim();
  if (colon === "") return wanted === "" ? has !== "" : "unknown";
  if (has === wanted.replace(/\s+/g, " ")) return true;
  if (/\(|^(initial|inherit|unset|revert.*)$/.test(wanted)) return "unknown";
  return has === "" || (/^[\w-]+$/.test(wanted) && /^[\w-]+$/.test(has)) ? false : "unknown";
}

/** Undefined for what is no comparison of a size. */
function compareFeature(feature: string, read: (part: string) => number): boolean | undefined {
  const comparison = feature.replace(
    /^\s*(min-|max-)?([a-z-]+)\s*:/i,
    (_, bound: string | undefined, name: string) => `${name}${bound === "min-" ? ">=" : bound === "max-" ? "<=" : "="}`,
  );
  const parts = comparison.split(/(<=|>=|[<>=])/).map((part) => part.trim());
  const values = parts.filter((_, at) => at % 2 === 0).map(read);
  if (values.length < 2 || values.length > 3 || values.some(Number.isNaN)) return undefined;
  return values.slice(1).every((right, at) => {
    const [left = Number.NaN, operator = ""] = [values[at], parts[at * 2 + 1]];
    return left === right ? operator.includes("=") : operator.startsWith(left < right ? "<" : ">");
  });
}
