import { elementById } from "../dom.js";
import type { GeneratedText } from "../styles/generated-content.js";
import { collapse, isBlank, wordSet } from "../text.js";
import { isExcludedFromAncestorNames, isNamedFromContent, isWidget, prohibitsName } from "./aria-roles.js";
import { isDisclosure } from "./exposure.js";
import { isFormControl } from "./kind.js";
import { type AxElement, ariaHidden, block, boxless, elementsOf, inert, inGrid, inline, invisible, notDisplayed } from "./node.js";
import { isDataTable } from "./roles.js";

// Accessible Name and Description Computation 1.2 (https://www.w3.org/TR/accname-1.2/) with HTML-AAM and SVG-AAM, and with Chromium's
// deviations. Comments name the steps of its section 4.3.2.

interface NameContext {
  readonly visited: Set<AxElement>;
  count: number;
  /** The element that `aria-labelledby` references and that is being traversed; undefined outside such a traversal. */
  readonly target: AxElement | undefined;
  /** What is read is inert itself: an element, or a label of one. Other inert parts name nothing, as in Chromium. */
  isInert: boolean;
  /** The last part is from an attribute or another element, so that a space separates it from its neighbours. */
  needsSpace: boolean;
  readonly find: (element: Element) => AxElement | undefined;
  /** Shared by all parts of one name. `isUnsure`: test frameworks may compute another one. */
  readonly result: { isUnsure: boolean };
}

/** Most elements and texts in one name: keeps the work linear however controls are nested. Chromium stops there too. */
const maxVisits = 100;

/** Elements that may be named although their role is reported as "". */
const nameable = wordSet(
  "abbr audio canvas dl embed figcaption footer form frame header iframe label legend math:math object ruby section svg:text video",
);
/** Containers whose native element contributes its content to names of ancestors, though the same role set by `role` does not. */
const contributingTags = wordSet("address details footer svg:g svg:svg");
const excludedTags = wordSet("audio embed header iframe map object rp rt video");
const hiddenFromNames = notDisplayed | invisible | ariaHidden;

/** Returns whether anything could name an element: a fast pre-check, since most elements have no name. */
export function mayHaveName(node: AxElement): boolean {
  const { kind, presentational, role } = node;
  if (presentational) return false;
  if (kind.nameable) return true;
  return role !== "" && (isNamedFromContent(role) || (role === "row" && (node.within & inGrid) !== 0));
}

/** Returns the accessible name of an element that passes `mayHaveName`, "" for none, and whether test frameworks may have another: a value is left out for privacy, or they compute a part otherwise. */
export function nameOf(node: AxElement, find: NameContext["find"]): { readonly name: string; readonly isUnsure: boolean } {
  const result = { isUnsure: false };
  const context = { visited: new Set<AxElement>(), count: 0, target: undefined, isInert: isInert(node), needsSpace: false, find, result };
  return { name: collapse(textAlternativeOf(node, context, false)), ...result };
}

/** Returns an element's text alternative, for its own name (`embedded` false) or as a part of another's. */
function textAlternativeOf(node: AxElement, context: NameContext, embedded: boolean): string {
  context.needsSpace = false;
  if (node.tag === "br") return "\n";
  const isRevisited = context.visited.has(node);
  // 2C Embedded Control. Before 2A and 2B, as Chromium does it.
  const value = embedded && !isRevisited ? embeddedValueOf(node, context) : undefined;
  if (value !== undefined) {
    context.needsSpace = true;
    return value;
  }
  context.visited.add(node);
  if (!isPlainInline(node)) context.count++;
  // 2A Hidden Not Referenced
  if (isExcludedFromName(node, context.target) || isInertPart(node, context)) return "";
  // 2B LabelledBy, 2D AriaLabel, 2E Host Language Label
  const label = node.tag === "slot" ? "" : ariaLabelOf(node, context, isRevisited) || hostLabelOf(node, context);
  if (!isBlank(label)) {
    context.needsSpace = true;
    return label;
  }
  // 2F Name From Content, 2H Name From Content of descendants
  const content = allowsNameFromContent(node, embedded, context) ? contentOf(node, context) : "";
  context.needsSpace = false;
  if (!isBlank(content)) return content;
  const space = embedded && content !== "" ? " " : "";
  // 2I Tooltip
  const tooltip = context.target === undefined && prohibitsTooltip(node) ? "" : tooltipOf(node);
  context.needsSpace = tooltip !== "";
  return tooltip || space;
}

/** Joins the text alternatives of several elements: labels, or what `aria-labelledby` references. */
function joinAlternatives(elements: readonly Element[], context: NameContext, referenced: boolean): string {
  const parts: string[] = [];
  const wasInert = context.isInert;
  for (const element of elements) {
    if (context.count > maxVisits) break;
    const node = context.find(element);
    if (node === undefined || (!referenced && context.visited.has(node))) continue;
    const inner = referenced ? { ...context, visited: new Set(context.visited), target: node } : context;
    inner.isInert = wasInert || (!referenced && isInert(node));
    const text = textAlternativeOf(node, inner, true);
    context.visited.add(node);
    if (!isBlank(text)) parts.push(text);
  }
  context.isInert = wasInert;
  return parts.join(" ");
}

/** Hidden elements contribute nothing, except within a hidden element that `aria-labelledby` references. */
function isExcludedFromName({ tag, hidden }: AxElement, target: AxElement | undefined): boolean {
  if (tag === "noscript") return true;
  if (tag === "svg:title" || tag === "svg:desc") return false;
  return (hidden & hiddenFromNames) !== 0 && (target === undefined || (target.hidden & hiddenFromNames) === 0);
}

const isInert = ({ hidden }: AxElement) => (hidden & inert) !== 0;

/** Test frameworks read it all the same. */
function isInertPart(node: AxElement, context: NameContext): boolean {
  const isPart = isInert(node) && !context.isInert;
  context.result.isUnsure ||= isPart;
  return isPart;
}

function ariaLabelOf(node: AxElement, context: NameContext, isRevisited: boolean): string {
  if (!node.kind.aria) return "";
  if (context.target === undefined && !isRevisited) {
    const attribute = node.has("aria-labelledby") ? "aria-labelledby" : "aria-labeledby";
    const labels = node.scope.referencedBy(node, attribute);
    const text = joinAlternatives(labels, context, true);
    context.result.isUnsure ||= new Set(labels).size < labels.length;
    if (text !== "") return text;
  }
  return node.get("aria-label").replace(/^[\t\n\f\r ]+|[\t\n\f\r ]+$/g, "");
}

/** A control's value within another's name; undefined for others. For privacy nothing typed or chosen: a text field has its own name. */
function embeddedValueOf(node: AxElement, { result }: NameContext): string | undefined {
  const { role, tag } = node;
  result.isUnsure ||= /^(combobox|listbox|slider|spinbutton|textbox|searchbox)$/.test(role);
  if (/^(combobox|listbox|slider|spinbutton)$/.test(role)) return "";
  if (!/^(scrollbar|progressbar|meter)$/.test(role)) return undefined;
  if (node.has("aria-valuetext")) return node.get("aria-valuetext");
  const attribute = tag === "meter" || tag === "progress" ? "value" : "aria-valuenow";
  if (node.has(attribute)) return String(Number(node.get(attribute)));
  return tag === "meter" ? "0" : undefined;
}

/** Returns the name by HTML or SVG markup: labels, alt, caption, legend, `<title>`, a button's value, a placeholder; "" for none. */
function hostLabelOf(node: AxElement, context: NameContext): string {
  const { tag } = node;
  if (isFormControl(tag) || /^(meter|output|progress)$/.test(tag)) {
    const labels = node.scope.labelsOf(node.element);
    const text = joinAlternatives(labels, context, false);
    if (text !== "") return text;
    if (labels.length > 0 && tag === "input" && !/^(button|submit|reset|image)$/.test(node.keyword("type"))) return "";
  }
  switch (tag) {
    case "input":
      return inputLabelOf(node);
    case "textarea":
      return fieldHintOf(node);
    case "option":
    case "optgroup":
      return node.get("label");
    case "img":
    case "area":
      return node.get("alt");
    case "table":
      return childLabelOf(node, "caption", context) || node.get("summary");
    case "fieldset":
      return childLabelOf(node, "legend", context);
    case "svg:use":
      return svgTitleOf(node) || usedLabelOf(node, context);
    default:
      return tag.startsWith("svg:") ? svgTitleOf(node) : "";
  }
}

function inputLabelOf(node: AxElement): string {
  const type = node.keyword("type");
  switch (type) {
    case "button":
    case "submit":
    case "reset":
      if (node.has("value") || type === "button") return node.get("value");
      return type === "submit" ? "Submit" : "Reset";
    case "image":
      return node.get("alt") || node.get("value") || node.get("title") || "Submit";
    case "file":
      return node.has("multiple") ? "Choose Files" : "Choose File";
    default:
      if (/^(date|datetime-local|month|time|week)$/.test(type)) return node.get("title");
      return /^(checkbox|radio|range|color|hidden)$/.test(type) ? "" : fieldHintOf(node);
  }
}

function fieldHintOf(node: AxElement): string {
  return node.get("title") || node.get("placeholder") || node.get("aria-placeholder");
}

function childLabelOf(node: AxElement, tag: string, context: NameContext): string {
  const child = elementsOf(node).find((each) => each.tag === tag);
  return child === undefined || context.visited.has(child) ? "" : textAlternativeOf(child, context, true);
}

function usedLabelOf(node: AxElement, context: NameContext): string {
  const used = elementById(node.scope.scope, (node.get("href") || node.get("xlink:href")).slice(1));
  return used === null ? "" : joinAlternatives([used], context, true);
}

function svgTitleOf(node: AxElement): string {
  for (const { tag, children = [] } of elementsOf(node)) {
    const text = tag === "svg:title" ? collapse(children.filter((part) => typeof part === "string").join("")) : "";
    if (text !== "") return text;
  }
  return node.tag === "svg:a" ? node.get("xlink:title") : "";
}

function allowsNameFromContent(node: AxElement, embedded: boolean, context: NameContext): boolean {
  const { tag, role } = node;
  if (tag === "select" || role === "textbox" || role === "searchbox" || role === "spinbutton") return false;
  if (context.target !== undefined) return true;
  if (embedded && (role === "table" || role === "rowgroup" || role === "row") && !node.explicit)
    return role !== "table" || !isDataTable(node);
  if (role === "row") return (node.within & inGrid) !== 0;
  if (!embedded) return isDisclosure(node) || (tag !== "math:math" && isNamedFromContent(role));
  if (!node.explicit && contributingTags.has(tag)) return true;
  return !isExcludedFromAncestorNames(role) && !excludedTags.has(tag) && !tag.startsWith("math:");
}

/** Returns the text of generated content, children and owned elements, with spaces where boxes separate words. */
function contentOf(node: AxElement, context: NameContext): string {
  if (node.withheld) {
    context.result.isUnsure = true;
    return "";
  }
  const isExcluded = isExcludedFromName(node, context.target);
  const name = new NameBuilder(context.target !== undefined && isExcludedFromName(context.target, undefined));
  const { before, after } = node.facts;
  const addGenerated = ({ spoken, isComputed = false }: GeneratedText) => {
    if (isExcluded) return;
    context.result.isUnsure ||= isComputed;
    if (spoken !== "") name.add(spoken, inline, false, false);
  };
  addGenerated(before);
  for (const child of node.children ?? []) if (!addChild(name, child, node, context)) break;
  for (const child of node.owns ?? []) if (!addChild(name, child, node, context)) break;
  addGenerated(after);
  context.result.isUnsure ||= node.differs || (/^details|:svg/.test(node.tag) && name.value !== "");
  return name.value;
}

/** Adds one child to its parent's name; returns false when the name has reached its limit. */
function addChild(name: NameBuilder, child: AxElement | string, parent: AxElement, context: NameContext): boolean {
  if (context.count > maxVisits) return false;
  if (typeof child === "string") {
    // 2G Text Node
    if (isExcludedFromName(parent, context.target)) return true;
    if (!isBlank(child)) context.count++;
    name.add(textTransformed(child, parent.facts.transform), inline, false, false);
    return true;
  }
  context.result.isUnsure ||= child.tag === "wbr";
  if (child.owner !== undefined && child.owner !== parent) return true;
  if (isExcludedFromName(child, context.target)) {
    // Chromium separates words at `<wbr>` too.
    if (child.flow === block || child.containsBlock || child.tag === "wbr") name.isBroken = true;
    // What is visible within an invisible element is.
    if ((child.hidden & hiddenFromNames) === invisible && child.children !== undefined) {
      const visible = contentOf(child, context);
      context.result.isUnsure ||= visible !== "";
      name.add(visible, child.flow, false, false);
    }
    return true;
  }
  if (isInertPart(child, context)) return true;
  if (child.presentational) context.count++;
  const isRevisited = context.visited.has(child) && context.target === undefined;
  const text = child.presentational ? contentOf(child, context) : isRevisited ? "" : textAlternativeOf(child, context, true);
  const isControl = isWidget(child.role) && child.role !== "link" && child.role !== "gridcell";
  const flow = child.owner === undefined ? child.flow : boxless;
  name.add(text, flow, !child.presentational && text !== "" && context.needsSpace, isControl);
  if (child.containsBlock) name.isBroken = true;
  return true;
}

/** Concatenates the parts of a name with a space wherever the page's layout separates words. */
class NameBuilder {
  value = "";
  private lastFlow: number = inline;
  private lastNeedsSpace = false;
  private lastIsControl = false;
  /** A block without text stands here, which ends the word. */
  isBroken = false;
  /** The parts are hidden and have no boxes, so that each is a word of its own. */
  private readonly hasNoBoxes: boolean;

  constructor(hasNoBoxes: boolean) {
    this.hasNoBoxes = hasNoBoxes;
  }

  add(text: string, flow: number, needsSpace: boolean, isControl: boolean): void {
    if (text !== "" && this.value !== "" && !isBlank(this.value.slice(-1)) && !isBlank(text.slice(0, 1))) {
      const isSeparated = this.hasNoBoxes || this.isBroken || flow !== inline || this.lastFlow !== inline;
      if (isSeparated || needsSpace || this.lastNeedsSpace || isControl || this.lastIsControl) this.value += " ";
    }
    this.value += text;
    this.lastFlow = flow;
    this.lastIsControl = isControl;
    this.isBroken = false;
    if (text !== "") this.lastNeedsSpace = needsSpace;
  }
}

function textTransformed(text: string, transform: string): string {
  if (transform === "uppercase") return text.toUpperCase();
  if (transform === "lowercase") return text.toLowerCase();
  if (transform === "capitalize") return text.replace(/(?<![\p{L}\p{N}\p{M}_]['‘’]?)\p{L}/gu, (letter) => letter.toUpperCase());
  return text;
}

/** An inline element without semantics, which browsers leave out of their tree. */
function isPlainInline({ role, tag, flow, focusable }: AxElement): boolean {
  return role === "" && flow === inline && !focusable && !nameable.has(tag);
}

/** A decorative image takes no name from its tooltip. */
function tooltipOf(node: AxElement): string {
  return node.tag === "img" && node.has("alt") ? "" : node.get("title");
}

/** Chromium applies the prohibition of names to tooltips only, and keeps an `aria-label`. */
function prohibitsTooltip(node: AxElement): boolean {
  const { role, tag, focusable } = node;
  if (!prohibitsName(role) || focusable || isDisclosure(node)) return false;
  return role !== "" || !(nameable.has(tag) || /-|^svg:/.test(tag));
}
