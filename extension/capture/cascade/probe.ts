import { memoized } from "../../../host/contract/memoized.js";
import { at } from "../at.js";
import { attributeOf, computedStyleOf, htmlNamespace, localNameOf, parentElementOf, tagOf } from "../dom.js";
import type { Candidate, StyleReader } from "./cascade.js";
import { containerSizeOf } from "./containers.js";
import { logicalOf } from "./declarations.js";
import { inheritedProperties } from "./inherited.js";

export interface Assertion {
  readonly property: string;
  readonly candidate: Candidate;
  /** The element that it declares the property of: an ancestor where it is inherited. */
  readonly owner: Element;
  /** Its value with custom properties replaced; undefined when one of them has no value. */
  readonly substituted: string | undefined;
  /** The value that it must yield where that is not the computed one: what a transition ends in. */
  readonly wanted?: string | undefined;
}

/** `initial`: nothing at all would yield it too. Of an inherited one: the browser's sheet (`default`) or something else (`own`) counts. */
export type ProbeResult = boolean | "initial" | "default" | "own";

/** One or more of these fit each property that browsers set on some elements and others inherit, none as its first value. */
const oddValues = ["rgb(1, 2, 3)", "7px", "wait", "lower-greek", "right", "italic", "uppercase", "700", "preserve", "nowrap", "collapse"];

/** Properties whose computed value script gets as the used one. */
const usedValue =
  /^((min|max)-)?(width|height)$|^(top|right|bottom|left|(margin|padding)-(top|right|bottom|left))$|^grid-template-(columns|rows)$|^transform$/;

/** What the computed value of a property depends on beside its declaration. */
const dependencies: readonly (readonly [property: RegExp, others: readonly string[]])[] = [
  [/^display$/, ["float", "position"]],
  [/^(float|z-index)$/, ["position"]],
  [/^overflow-x$/, ["overflow-y"]],
  [/^overflow-y$/, ["overflow-x"]],
  // CSS Box Sizing 4, § 5.1: what is skipped off the screen has `auto` before its size.
  [/^contain-intrinsic-/, ["content-visibility"]],
];

/** What relative values and keywords depend on. */
const contextProperties: readonly string[] =
  "font-size font-family font-weight font-style line-height color color-scheme direction writing-mode".split(" ");

/** Whether each declaration yields the computed value, tried on an element of the extension's own with the same context in `root`. */
export function probeDeclarations(
  element: Element,
  assertions: readonly Assertion[],
  { parent, cascade }: Pick<StyleReader, "parent" | "cascade">,
  root: Node,
): ProbeResult[] {
  const stage = make();
  stage.style.cssText = "all: initial; position: fixed; visibility: hidden; pointer-events: none; width: 0; height: 0; overflow: hidden";
  const asksContainer = assertions.some(({ substituted = "" }) => /\dcq/i.test(substituted));
  const contextFor = memoized((one: Element) => {
    const context = contextOf(one, parent(one), assertions);
    const size = asksContainer ? containerSizeOf(one, parent) : undefined;
    if (size !== undefined) Object.assign(context.outer.style, { containerType: "size", width: `${size[0]}px`, height: `${size[1]}px` });
    stage.append(context.outer);
    return context;
  });
  const plainFor = memoized((one: Element) => {
    const plain = plainElement(one);
    if (plain !== undefined) contextFor(one).outer.append(plain);
    return plain;
  });
  const isSetOnTheWay = browsersOwn(element, assertions, { parent, cascade }, stage);
  const around = contextFor(element);
  const probes = assertions.map((assertion) => {
    const { property, owner } = assertion;
    const context = contextFor(owner);
    const probe = makeLike(owner);
    for (const [name, value] of context.own) if (name !== property) probe.style.setProperty(name, value);
    // Without a box its values are those before layout.
    if (usedValue.test(property)) probe.style.setProperty("display", "none");
    const others = dependencies.find(([one]) => one.test(property))?.[1] ?? [];
    for (const name of others) probe.style.setProperty(name, context.style.getPropertyValue(name));
    declare(probe.style, assertion, (name) => context.style.getPropertyValue(name));
    context.outer.append(probe);
    // Where the browser's own style sheet comes between an element and the declaration that it inherits, an element of the same kind has the value too.
    const setter = topmostWith(property, element, owner, parent) ?? element;
    if (owner !== element) plainFor(setter);
    return { probe, context, setter };
  });
  // All are written before the first is read: the browser computes styles once.
  root.appendChild(stage);
  try {
    return assertions.map(({ property, owner, wanted }, index): ProbeResult => {
      const { probe, context, setter } = at(probes, index);
      const [is, would] = [wanted ?? context.style.getPropertyValue(property), computedStyleOf(probe).getPropertyValue(property)];
      if (wanted !== undefined) return isSame(is, would);
      const yields = isSame(is, would) || isAdjusted(property, is, would, owner) || isSameBeforeLayout(owner, property, probe);
      if (owner === element) return yields && computedStyleOf(context.bare).getPropertyValue(property) === is ? "initial" : yields;
      if (isSetOnTheWay(property, owner)) return "default";
      const own = around.style.getPropertyValue(property);
      if (is === own || isSameBeforeLayout(element, property, owner)) return yields;
      const plain = plainFor(setter);
      const isDefault =
        plain === undefined ? attributeOf(setter, property) !== null : computedStyleOf(plain).getPropertyValue(property) === own;
      return isDefault ? "default" : "own";
    });
  } finally {
    stage.remove();
  }
}

/**
 * Puts an element of each kind that stands around `element`, itself included, in one that has odd values. Returns, to be asked once that is styled, whether
 * the browser's own style sheet sets a property of one of them below `owner`. Costs the depth of the element, and the cascade only of what is set.
 */
function browsersOwn(
  element: Element,
  assertions: readonly Assertion[],
  { parent, cascade }: Pick<StyleReader, "parent" | "cascade">,
  stage: Element,
): (property: string, owner: Element) => boolean {
  const inherited = assertions.filter(({ owner }) => owner !== element);
  const odd = make();
  for (const { property } of inherited) for (const value of oddValues) odd.style.setProperty(property, value);
  const kinds = new Map<string, Element>();
  const around: { readonly one: Element; readonly plain: Element | undefined }[] = [];
  for (let one = inherited.length === 0 ? undefined : element; one !== undefined; one = parent(one)) {
    // Quirks mode has rules for tables that hand down the body's values.
    const made = localNameOf(one) === "table" ? undefined : plainElement(one);
    const plain = made && (kinds.get(made.outerHTML) ?? made);
    if (plain !== undefined) kinds.set(plain.outerHTML, plain);
    around.push({ one, plain });
  }
  odd.append(...kinds.values());
  stage.append(odd);
  return (property, owner) => {
    const value = (of: Element) => computedStyleOf(of).getPropertyValue(property);
    const own = value(odd);
    const set = new Set([...kinds.values()].filter((plain) => value(plain) !== own));
    if (set.size === 0) return false;
    const below = around.slice(
      0,
      around.findIndex(({ one }) => one === owner),
    );
    return below.some(({ one, plain }) => plain !== undefined && set.has(plain) && !cascade(one, property).isExplicit);
  };
}

/** The outermost element below `owner` from which an element may have a value other than the owner's; undefined when they have the same. */
function topmostWith(property: string, element: Element, owner: Element, parent: StyleReader["parent"]): Element | undefined {
  const value = (one: Element) => computedStyleOf(one).getPropertyValue(property);
  const own = value(element);
  if (owner === element || value(owner) === own) return undefined;
  let top = element;
  for (let above = parent(top); above !== undefined && above !== owner && value(above) === own; above = parent(above)) top = above;
  return top;
}

/** What the value of an element depends on: its own context, and around it what its parent hands down. */
function contextOf(element: Element, parent: Element | undefined, assertions: readonly Assertion[]) {
  const [style, parentStyle] = [computedStyleOf(element), parent === undefined ? undefined : computedStyleOf(parent)];
  const outer = make();
  for (const property of new Set([...contextProperties, ...assertions.map((one) => one.property)])) {
    if (parentStyle !== undefined && inheritedProperties.has(property))
      outer.style.setProperty(property, parentStyle.getPropertyValue(property));
  }
  outer.style.setProperty("display", boxAround(parent));
  const bare = make();
  outer.append(bare);
  return { style, outer, bare, own: contextProperties.map((property) => [property, style.getPropertyValue(property)] as const) };
}

/** The display of the box that an element stands in, where it makes blocks of its children; that of a parent without a box is its own parent's. */
function boxAround(parent: Element | null | undefined): string {
  if (parent === undefined || parent === null) return "block";
  const { display } = computedStyleOf(parent);
  if (display === "contents") return boxAround(parentElementOf(parent));
  return /flex|grid/.test(display) ? display : "block";
}

/** Elements that browsers style in their own way and that do nothing when they are made. */
const styledByBrowsers =
  /^(a|abbr|address|b|big|button|caption|center|cite|code|dfn|em|fieldset|h[1-6]|i|input|ins|kbd|legend|li|mark|ol|optgroup|option|pre|q|samp|select|small|strong|sub|summary|sup|table|td|textarea|th|tt|u|ul|var)$/;

/** An element of the same kind with nothing declared; undefined where none is made. */
function plainElement(element: Element): Element | undefined {
  const name = localNameOf(element);
  if (!styledByBrowsers.test(name) || element.namespaceURI !== htmlNamespace) return undefined;
  const plain = document.createElementNS(htmlNamespace, name);
  const type = attributeOf(element, "type");
  if (type !== null && /^(button|submit|reset|checkbox|radio|range|color|search|number|date)$/i.test(type))
    plain.setAttribute("type", type);
  if (name === "a" && attributeOf(element, "href") !== null) plain.setAttribute("href", "#");
  return plain;
}

function make(): HTMLElement {
  return document.createElementNS(htmlNamespace, "div");
}

/** An element with the adjustments that browsers make to the styles of drawn boxes. */
function makeLike(element: Element): HTMLElement {
  const type = localNameOf(element) === "input" ? attributeOf(element, "type") : null;
  if (type === null || !/^(checkbox|radio)$/i.test(type)) return make();
  const input = document.createElementNS(htmlNamespace, "input");
  input.setAttribute("type", type);
  return input;
}

function declare(style: CSSStyleDeclaration, { property, candidate, substituted }: Assertion, read: (property: string) => string): void {
  if (/^border-.*-(width|color)$|^outline-(width|color)$/.test(property)) {
    const lineStyle = property.replace(/-(width|color)$/, "-style");
    style.setProperty(lineStyle, read(lineStyle));
  }
  if (substituted !== undefined) style.setProperty(candidate.declaration.name, substituted);
  // Without a value for a custom property, or with one that does not fit, a declaration is invalid at computed-value time: it counts as unset.
  const logical = logicalOf(property, { writingMode: read("writing-mode"), direction: read("direction") });
  const isSet = [property, logical ?? property].some((name) => style.getPropertyValue(name) !== "");
  const isInvalid = !isSet && candidate.declaration.value.includes("var(");
  if (substituted === undefined || isInvalid) style.setProperty(property, "unset");
}

/** Whether a value before layout is a probe's (CSSOM, "resolved value"). In Firefox, which reports none, all but lengths count as it. */
function isSameBeforeLayout(element: Element, property: string, probe: Element): boolean {
  const { computedStyleMap }: Partial<Pick<Element, "computedStyleMap">> = Element.prototype;
  if (computedStyleMap === undefined)
    return usedValue.test(property) && !/^-?[\d.]+px$/.test(computedStyleOf(probe).getPropertyValue(property));
  const [is, would] = [element, probe].map((one) => computedStyleMap.call(one).get(property)?.toString());
  return is !== undefined && would !== undefined && isSame(is, would);
}

const pixels = /-?\d+(?:\.\d+)?(?=px)/g;
/** Browsers lay boxes out in parts of a pixel, and write font sizes, on which lengths depend, with six digits. */
const unitOfLayoutPx = 1 / 60;

/** Whether two values are the same but for rounding. */
function isSame(one: string, other: string): boolean {
  if (one === other) return true;
  if (one.replace(pixels, "") !== other.replace(pixels, "")) return false;
  const lengths = (value: string) => Array.from(value.matchAll(pixels), ([number]) => Number(number));
  const others = lengths(other);
  return lengths(one).every((length, at) => Math.abs(length - (others[at] ?? Number.NaN)) <= unitOfLayoutPx + Math.abs(length) / 100_000);
}

/** Adjustments of computed values that depend on the element's place: the root's box is a block, positions within SVG, which Chromium makes static. */
function isAdjusted(property: string, is: string, would: string, owner: Element): boolean {
  if (property === "display") return parentElementOf(owner) === null && is === "block" && would === "inline";
  return property === "position" && is === "static" && tagOf(owner).startsWith("svg:");
}
