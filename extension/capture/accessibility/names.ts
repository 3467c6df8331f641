import { collapse, isBlank } from "../text.js";
import { isNamedByContent, isSilentInNames, prohibitsName } from "./aria-roles.js";
import { appendContent } from "./content.js";
import { isDisclosure } from "./focus.js";
import { nativeNameOf } from "./native-names.js";
import { type AxElement, ariaHidden, inGrid, inline, invisible, notDisplayed } from "./node.js";
import { holdsData } from "./tables.js";
import { wordSet } from "./words.js";

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
const nameable = wordSet(
  "abbr audio canvas dl embed figcaption footer form frame header iframe label legend math:math object ruby section svg:text video",
);
/** Containers of which HTML's own kind adds its content, though one made by `role` does not. */
const openTags = wordSet("address details footer svg:g svg:svg");
const silentTags = wordSet("audio embed header iframe map object rp rt video");
const unseen = notDisplayed | invisible | ariaHidden;

/**
 * The accessible name of an element for which `mayBeNamed` holds; "" for none. Accessible Name and Description Computation 1.2 with HTML-AAM
 * and SVG-AAM, as Chromium reads them.
 */
export function nameOf(node: AxElement, find: Visit["find"]): string {
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
  if (!isBlank(said)) {
    visit.apart = true;
    return said;
  }
  const content = readsContent(node, inside, visit) ? appendContent(node, visit) : "";
  visit.apart = false;
  if (!isBlank(content)) return content;
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
export function isLeftOut({ tag, hidden }: AxElement, target: AxElement | undefined): boolean {
  if (tag === "noscript") return true;
  if (tag === "svg:title" || tag === "svg:desc") return false;
  return (hidden & unseen) !== 0 && (target === undefined || (target.hidden & unseen) === 0);
}

function ariaNameOf(node: AxElement, visit: Visit, again: boolean): string {
  if (!node.kind.aria) return "";
  if (visit.target === undefined && !again) {
    const relation = node.has("aria-labelledby") ? "aria-labelledby" : "aria-labeledby";
    const text = joinAlternatives(node.scope.named(node, relation), visit, true);
    if (text !== "") return text;
  }
  return node.get("aria-label").trim();
}

function readsContent(node: AxElement, inside: boolean, visit: Visit): boolean {
  const { tag, role } = node;
  if (tag === "select" || role === "textbox" || role === "searchbox" || role === "spinbutton") return false;
  if (visit.target !== undefined) return true;
  if (inside && (role === "table" || role === "rowgroup" || role === "row") && !node.explicit) return role !== "table" || !holdsData(node);
  if (role === "row") return (node.within & inGrid) !== 0;
  if (!inside) return isDisclosure(node) || (tag !== "math:math" && isNamedByContent(role));
  if (!node.explicit && openTags.has(tag)) return true;
  return !isSilentInNames(role) && !silentTags.has(tag) && !tag.startsWith("math:");
}

/**
 * A control inside a name stands for its value. What a person typed or chose is not told: text fields add their own name instead, as they
 * do when they are empty, and choices add nothing.
 */
function valueIn(node: AxElement): string | undefined {
  const { role, tag } = node;
  if (/^(combobox|listbox|slider|spinbutton)$/.test(role)) return "";
  if (!/^(scrollbar|progressbar|meter)$/.test(role)) return undefined;
  if (node.has("aria-valuetext")) return node.get("aria-valuetext");
  const attribute = tag === "meter" || tag === "progress" ? "value" : "aria-valuenow";
  if (node.has(attribute)) return String(Number(node.get(attribute)));
  return tag === "meter" ? "0" : undefined;
}

/** An image that the author marked as saying nothing takes no tooltip for its name. */
function titleOf(node: AxElement): string {
  return node.tag === "img" && node.has("alt") ? "" : node.get("title");
}

/** Most elements have nothing that could name them: they are passed over at once. */
export function mayBeNamed(node: AxElement): boolean {
  const { kind, none, role } = node;
  if (none) return false;
  if (kind.nameable) return true;
  return role !== "" && (isNamedByContent(role) || (role === "row" && (node.within & inGrid) !== 0));
}

/** An inline element without meaning of its own, which the browser's tree leaves out. */
function isPlain({ role, tag, flow, focusable }: AxElement): boolean {
  return role === "" && flow === inline && !focusable && !nameable.has(tag);
}

/** Roles that may not be named by a tooltip. Chromium keeps an `aria-label` that the author put there all the same. */
function refusesTitle(node: AxElement): boolean {
  const { role, tag, focusable } = node;
  if (!prohibitsName(role) || focusable || isDisclosure(node)) return false;
  return role !== "" || !(nameable.has(tag) || /-|^svg:/.test(tag));
}
