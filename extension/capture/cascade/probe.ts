import { computedStyleOf } from "../dom.js";
import type { Candidate } from "./cascade.js";
import { inheritedProperties } from "./inherited.js";
import { parentInFlatTree } from "./matching.js";

/** A declaration that may yield an element's computed value. */
export interface Assertion {
  readonly property: string;
  readonly candidate: Candidate;
  /** Its value with custom properties replaced; undefined when one of them has no value. */
  readonly substituted: string | undefined;
}

/** Values that depend on layout: what the browser computes is the used value (CSSOM, "resolved value"). */
const resolvedByLayout: ReadonlySet<string> = new Set([
  ..."width height top right bottom left margin-top margin-right margin-bottom margin-left".split(" "),
  ..."padding-top padding-right padding-bottom padding-left min-width min-height max-width max-height".split(" "),
  ..."grid-template-columns grid-template-rows transform row-gap column-gap line-height flex-basis".split(" "),
]);

/** What relative values and keywords depend on. */
const contextProperties: readonly string[] =
  "font-size font-family font-weight font-style line-height color color-scheme direction writing-mode".split(" ");

/**
 * Returns for each declaration whether it yields the element's computed value, by what the browser computes from it for an element of the
 * extension's own that has the same context; undefined where only layout decides. `root` takes that element for the moment.
 */
export function probeDeclarations(element: Element, assertions: readonly Assertion[], root: Node): (boolean | undefined)[] {
  const parent = parentInFlatTree(element);
  const [style, parentStyle] = [computedStyleOf(element), parent === undefined ? undefined : computedStyleOf(parent)];
  const expected = assertions.map(({ property }) => style.getPropertyValue(property));
  const read = (property: string) => style.getPropertyValue(property);
  const outer = make();
  outer.style.cssText =
    "all: initial !important; position: fixed !important; visibility: hidden !important; pointer-events: none !important; width: 0; height: 0; overflow: hidden";
  for (const property of inheritedProperties) outer.style.setProperty(property, parentStyle?.getPropertyValue(property) ?? "");
  const context = contextProperties.map((property) => [property, read(property)] as const);
  const probes = assertions.map((assertion) => {
    const probe = make();
    for (const [property, value] of context) if (property !== assertion.property) probe.style.setProperty(property, value);
    declare(probe.style, assertion, read);
    outer.append(probe);
    return probe;
  });
  // All are written before the first is read: the browser computes styles once.
  root.appendChild(outer);
  try {
    return assertions.map(({ property }, index) => {
      const probe = probes[index] as HTMLElement;
      const [is, would] = [expected[index] ?? "", computedStyleOf(probe).getPropertyValue(property)];
      if (is === would || isAdjusted(property, is, would, style)) return true;
      return resolvedByLayout.has(property) ? isDeclaredLength(element, property, probe) : false;
    });
  } finally {
    outer.remove();
  }
}

function make(): HTMLElement {
  return document.createElementNS("http://www.w3.org/1999/xhtml", "div") as HTMLElement;
}

function declare(style: CSSStyleDeclaration, { property, candidate, substituted }: Assertion, read: (property: string) => string): void {
  if (/^border-.*-(width|color)$|^outline-(width|color)$/.test(property)) {
    const lineStyle = property.replace(/-(width|color)$/, "-style");
    style.setProperty(lineStyle, read(lineStyle));
  }
  if (substituted !== undefined) style.setProperty(candidate.declaration.name, substituted);
  // Without a value for a custom property, or with one that does not fit, a declaration is invalid at computed-value time: it counts as unset.
  const isInvalid = style.getPropertyValue(property) === "" && candidate.declaration.value.includes("var(");
  if (substituted === undefined || isInvalid) style.setProperty(property, "unset");
}

/** The value before layout, where the browser reports it (CSS Typed OM; not in Firefox), else undefined. */
function isDeclaredLength(element: Element, property: string, probe: HTMLElement): boolean | undefined {
  // Firefox has none.
  const { computedStyleMap } = Element.prototype as Partial<Pick<Element, "computedStyleMap">>;
  if (computedStyleMap === undefined) return undefined;
  const [is, would] = [element, probe].map((one) => computedStyleMap.call(one).get(property)?.toString());
  return is === would ? true : undefined;
}

const blockOf: Readonly<Record<string, string>> = {
  inline: "block",
  "inline-block": "block",
  "inline-flex": "flex",
  "inline-grid": "grid",
  "inline-table": "table",
  "table-cell": "block",
  "table-row": "block",
};

/** Adjustments of computed values: boxes that become blocks (CSS Display 3, section 2.7), overflow that is visible on one axis, floats of positioned boxes, … */
function isAdjusted(property: string, is: string, would: string, style: CSSStyleDeclaration): boolean {
  if (property === "display") return blockOf[would] === is;
  if (property.startsWith("overflow-")) return (would === "visible" && is === "auto") || (would === "clip" && is === "hidden");
  if (property === "float") return is === "none" && /absolute|fixed/.test(style.position);
  if (property === "z-index") return is === "auto" && style.position === "static";
  return false;
}
