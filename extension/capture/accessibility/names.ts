import { attributeOf } from "../dom.js";
import { collapse } from "../text.js";
import { isNamedByContent, isSilentInNames, prohibitsName } from "./aria-roles.js";
import { appendContent } from "./content.js";
import { isDisclosure } from "./focus.js";
import { nativeNameOf } from "./native-names.js";
import { type AxElement, flow, hiddenBy, within } from "./node.js";
import { holdsData } from "./tables.js";

/** One computation of one name, through whatever it visits. */
export interface Visit {
  readonly seen: Set<AxElement>;
  /** Elements and texts visited so far, over all parts. */
  count: number;
  /** The element that `aria-labelledby` names and that is being read; undefined outside such a reading. */
  readonly target: AxElement | undefined;
  /** The last part came from an attribute or another element: it stands apart from its neighbours by a space. */
  apart: boolean;
  readonly find: (element: Element) => AxElement | undefined;
}

/** Roles told as "" whose elements may be named all the same. */
const nameable = new Set(
  "abbr audio canvas dl embed figcaption footer form header iframe label legend math:math object ruby section svg:text video".split(" "),
);
const namedByMarkup = new Set("input textarea select meter progress output img area table fieldset optgroup summary".split(" "));
/** Containers of which HTML's own kind adds its content, though one made by `role` does not. */
const openTags = new Set("address details footer svg:svg".split(" "));
const silentTags = new Set("audio embed header iframe map object rp rt video".split(" "));

/** The accessible name of an element: Accessible Name and Description Computation 1.2 with HTML-AAM and SVG-AAM, as Chromium reads them. */
export function nameOf(node: AxElement, find: Visit["find"]): string {
  if (!mayBeNamed(node)) return "";
  const visit: Visit = { seen: new Set(), count: 0, target: undefined, apart: false, find };
  return collapse(alternativeOf(node, visit, false));
}

/** The text that stands for an element in its own name (`inside` false) or in another's. */
export function alternativeOf(node: AxElement, visit: Visit, inside: boolean): string {
  visit.apart = false;
  if (node.tag === "br") return "\n";
  const again = visit.seen.has(node);
  if (inside && !again) {
    const value = valueIn(node);
    if (value !== undefined) {
      visit.apart = true;
      return value;
    }
  }
  visit.seen.add(node);
  if (!isPlain(node)) visit.count++;
  if (isLeftOut(node, visit.target)) return "";
  const said = node.tag === "slot" ? "" : ariaNameOf(node, visit, again) || nativeNameOf(node, visit);
  if (collapse(said) !== "") {
    visit.apart = true;
    return said;
  }
  const content = readsContent(node, inside, visit) ? appendContent(node, visit) : "";
  visit.apart = false;
  if (collapse(content) !== "") return content;
  const title = visit.target !== undefined || !refusesTitle(node) ? titleOf(node) : "";
  visit.apart = title !== "";
  return title;
}

/** Text alternatives of several elements, one after another: labels, or what `aria-labelledby` lists. */
export function joinAlternatives(elements: readonly Element[], visit: Visit, referenced: boolean): string {
  const parts: string[] = [];
  for (const element of elements) {
    const node = visit.find(element);
    if (node === undefined || (!referenced && visit.seen.has(node))) continue;
    const inner = referenced ? { ...visit, seen: new Set(visit.seen), target: node } : visit;
    const text = alternativeOf(node, inner, true);
    visit.seen.add(node);
    if (text !== "") parts.push(text);
  }
  return parts.join(" ");
}

/** Hidden things add nothing to names, but for what hangs on a hidden element that was named by id. */
export function isLeftOut(node: AxElement, target: AxElement | undefined): boolean {
  if (node.tag === "noscript") return true;
  if (node.tag === "svg:title" || node.tag === "svg:desc") return false;
  if (target !== undefined && (target.hidden & (hiddenBy.display | hiddenBy.invisible | hiddenBy.aria)) !== 0) return false;
  return (node.hidden & (hiddenBy.display | hiddenBy.invisible | hiddenBy.aria)) !== 0;
}

function ariaNameOf(node: AxElement, visit: Visit, again: boolean): string {
  const { attributes, element, scope } = node;
  if (!node.hasAria) return "";
  if (visit.target === undefined && !again) {
    const relation = attributes.includes("aria-labelledby") ? "aria-labelledby" : "aria-labeledby";
    const text = attributes.includes(relation) ? joinAlternatives(scope.named(element, relation), visit, true) : "";
    if (text !== "") return text;
  }
  return attributes.includes("aria-label") ? (attributeOf(element, "aria-label")?.trim() ?? "") : "";
}

function readsContent(node: AxElement, inside: boolean, visit: Visit): boolean {
  const { tag, role } = node;
  if (tag === "select" || role === "textbox" || role === "searchbox" || role === "spinbutton") return false;
  if (visit.target !== undefined) return true;
  if (inside && (role === "table" || role === "rowgroup" || role === "row") && !node.explicit) return role !== "table" || !holdsData(node);
  if (role === "row") return (node.within & within.grid) !== 0;
  if (!inside) return isDisclosure(node) || (tag !== "math:math" && isNamedByContent(role));
  if (!node.explicit && openTags.has(tag)) return true;
  return !isSilentInNames(role) && !silentTags.has(tag) && !tag.startsWith("math:");
}

/**
 * A control inside a name stands for its value. What a person typed or chose is not told: text fields add their own name instead, as they
 * do when they are empty, and choices add nothing.
 */
function valueIn({ role, tag, element, attributes }: AxElement): string | undefined {
  switch (role) {
    case "combobox":
    case "listbox":
      return "";
    case "slider":
    case "spinbutton":
    case "scrollbar":
    case "progressbar":
    case "meter": {
      const text = attributes.includes("aria-valuetext") ? attributeOf(element, "aria-valuetext") : null;
      if (text !== null) return text;
      if (tag === "input") return "";
      const value = attributeOf(element, tag === "meter" || tag === "progress" ? "value" : "aria-valuenow");
      if (value === null) return tag === "meter" ? "0" : undefined;
      return String(Number(value));
    }
    default:
      return undefined;
  }
}

/** An image that the author marked as saying nothing takes no tooltip for its name. */
function titleOf({ attributes, element, tag }: AxElement): string {
  if (tag === "img" && attributeOf(element, "alt") === "") return "";
  return attributes.includes("title") ? (attributeOf(element, "title") ?? "") : "";
}

/** Most elements have nothing that could name them: they are passed over at once. */
function mayBeNamed({ presentational, role, tag, attributes, hasAria, within: bits }: AxElement): boolean {
  if (presentational) return false;
  if (isNamedByContent(role) || namedByMarkup.has(tag) || tag.startsWith("svg:")) return true;
  if (role === "row" && (bits & within.grid) !== 0) return true;
  return hasAria || attributes.includes("title");
}

/** An inline element without meaning of its own, which the browser's tree leaves out. */
function isPlain({ role, tag, flow: kind, focusable }: AxElement): boolean {
  return role === "" && kind === flow.inline && !focusable && !nameable.has(tag);
}

/** Roles that may not be named by a tooltip. Chromium keeps an `aria-label` that the author put there all the same. */
function refusesTitle(node: AxElement): boolean {
  const { role, tag, focusable } = node;
  if (!prohibitsName(role) || focusable || isDisclosure(node)) return false;
  return role !== "" || !(nameable.has(tag) || tag.includes("-") || tag.startsWith("svg:"));
}
