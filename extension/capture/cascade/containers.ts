import { computedStyleOf, localNameOf, namespaceOf } from "../dom.js";

type Answer = boolean | "unknown";
type ParentOf = (element: Element) => Element | undefined;

/** Of a rule with several conditions Chromium lists them here alone (CSS Conditional 6). */
interface ConditionList extends CSSContainerRule {
  readonly conditions?: Iterable<{ readonly name: string; readonly query: string }>;
}

/** Whether a container rule holds (CSS Conditional 5, section 5): comparisons of sizes are computed, all else is unknown to script. */
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
  const comparison = /^\(([^()]*)\)$/.exec(query)?.[1];
  return comparison === undefined ? "unknown" : sizesCompare(comparison, container);
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

function contentSizeOf(container: Element) {
  const { paddingLeft, paddingRight, paddingTop, paddingBottom } = computedStyleOf(container);
  return {
    width: container.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight),
    height: container.clientHeight - Number.parseFloat(paddingTop) - Number.parseFloat(paddingBottom),
  };
}

/** Compares one or two bounds with a size; `unknown` for anything else. */
function sizesCompare(feature: string, container: Element): Answer {
  const { fontSize, writingMode } = computedStyleOf(container);
  const { width, height } = contentSizeOf(container);
  const [inlineSize, blockSize] = writingMode.startsWith("horizontal") ? [width, height] : [height, width];
  const sizes = new Map(Object.entries({ width, height, "inline-size": inlineSize, "block-size": blockSize }));
  const rem = Number.parseFloat(computedStyleOf(document.documentElement).fontSize);
  const units = new Map(Object.entries({ "": 1, px: 1, em: Number.parseFloat(fontSize), rem }));
  const comparison = feature.replace(
    /^\s*(min-|max-)?([a-z-]+)\s*:/i,
    (_, bound: string | undefined, name: string) => `${name}${bound === "min-" ? ">=" : bound === "max-" ? "<=" : "="}`,
  );
  const parts = comparison.split(/(<=|>=|[<>=])/).map((part) => part.trim());
  const values = parts.filter((_, at) => at % 2 === 0).map((part) => sizes.get(part) ?? lengthIn(part, units));
  if (values.length < 2 || values.length > 3 || values.some(Number.isNaN)) return "unknown";
  return values.slice(1).every((right, at) => {
    const [left = Number.NaN, operator = ""] = [values[at], parts[at * 2 + 1]];
    return left === right ? operator.includes("=") : operator.startsWith(left < right ? "<" : ">");
  });
}

function lengthIn(part: string, units: ReadonlyMap<string, number>): number {
  const [, number = "", unit = ""] = /^(-?[\d.]+)([a-z]*)$/i.exec(part) ?? [];
  return number === "" ? Number.NaN : Number(number) * (units.get(unit.toLowerCase()) ?? Number.NaN);
}
