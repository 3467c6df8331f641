import { localNameOf } from "../dom.js";
import { wordSet, wordsOf } from "../text.js";
import { firstValidRole, overridesNone } from "./aria-roles.js";
import { inputRoleOf } from "./kind.js";
import { type AxElement, elementsOf, inDisabled, inGrid, inMain, inSection } from "./node.js";

/** Sets `role`, `explicit`, `presentational` and `within`. Requires `focusable`, and the parent's role. */
export function setRole(node: AxElement): void {
  const { kind } = node;
  const explicit = node.has("role") ? explicitRoleOf(node) : "";
  node.explicit = explicit !== "";
  const role = explicit || (kind.role ?? implicitRoleOf(node));
  node.presentational = role === "none";
  node.role = role === "generic" || node.presentational ? "" : role;
  if (node.role !== "" || node.tag === "section") node.within = ancestryOf(node);
  if (kind.aria && node.get("aria-disabled") === "true") node.within |= inDisabled;
}

/** Returns the role of the `role` attribute; "" where it is invalid or must be ignored. */
function explicitRoleOf(node: AxElement): string {
  const role = firstValidRole(wordsOf(node.get("role")), (each) => (each === "form" || each === "region") && !isNamedByAuthor(node));
  // Focusable elements and those with global properties stay in the tree (WAI-ARIA 1.2, "Presentational Roles Conflict Resolution").
  if (role === "none" && (node.focusable || overridesNone(node.kind.names))) return "";
  if (role === "combobox" && node.tag === "select") return "";
  return isInRequiredContext(role, node) ? role : "";
}

const requiredContexts = new Map([
  ["listitem", /^list$/],
  ["option", /^(listbox|combobox|group)$/],
  ["treeitem", /^(tree|group|treeitem)$/],
]);

/** Returns whether a role has its required context (WAI-ARIA 1.2, 5.2.7); elements without semantics may stand between. */
function isInRequiredContext(role: string, { tag, parent, owner }: AxElement): boolean {
  const allowed = requiredContexts.get(role);
  if (allowed === undefined || (tag === "li" && role === "listitem")) return true;
  let container = owner ?? parent;
  while (container?.role === "" && container.tag !== "section") container = container.parent;
  return container !== undefined && allowed.test(container.role);
}

function isNamedByAuthor(node: AxElement): boolean {
  if (node.scope.referencedBy(node, "aria-labelledby").length > 0) return true;
  return ["aria-label", "title"].some((name) => node.get(name).trim() !== "");
}

/** Returns `within` for an element's descendants: landmarks' headers and footers are not the page's, rows in a grid are named. */
function ancestryOf({ tag, role, within }: AxElement): number {
  let bits = within;
  if (tag === "section" || /^(article|complementary|navigation)$/.test(role)) bits |= inSection;
  if (role === "main") bits |= inMain;
  if (role === "grid" || role === "treegrid") return bits | inGrid;
  return /^(row|rowgroup|group|)$/.test(role) ? bits : bits & ~inGrid;
}

const shapes = wordSet("svg:circle svg:ellipse svg:line svg:path svg:polygon svg:polyline svg:rect");

/** Returns whether a shape or group is in the accessibility tree (SVG-AAM, "Including Elements in the Accessibility Tree"). */
function isIncluded(node: AxElement): boolean {
  if (node.focusable || isNamedByAuthor(node) || overridesNone(node.kind.names)) return true;
  return Array.from(node.element.children, localNameOf).some((name) => name === "title" || name === "desc");
}

function suggestingRoleOf(node: AxElement): string {
  const role = inputRoleOf(node);
  const [list] = node.scope.referencedBy(node, "list");
  const isText = (role === "textbox" || role === "searchbox") && !/^(password|color)$/.test(node.keyword("type"));
  return isText && list !== undefined && localNameOf(list) === "datalist" ? "combobox" : role;
}

/** Returns the implicit role (HTML-AAM, SVG-AAM) of an element where its context has an effect on it, "" for none; others stand in kind.ts. */
function implicitRoleOf(node: AxElement): string {
  const { parent, within, tag } = node;
  switch (tag) {
    case "img":
      return isNamedByAuthor(node) || node.focusable || overridesNone(node.kind.names) ? "img" : "none";
    case "svg:svg":
      return parent?.tag.startsWith("svg:") === true ? "group" : "img";
    case "li":
      return isListItem(parent) ? "listitem" : "none";
    case "header":
    case "footer":
      if ((within & (inSection | inMain)) !== 0) return `section${tag}`;
      return tag === "header" ? "banner" : "contentinfo";
    case "input":
      return suggestingRoleOf(node);
    case "svg:g":
      return isIncluded(node) ? "group" : "";
    case "aside":
      return (within & inSection) === 0 || isNamedByAuthor(node) ? "complementary" : "";
    case "section":
      return isNamedByAuthor(node) ? "region" : "";
    default:
      if (shapes.has(tag)) return isIncluded(node) ? "graphics-symbol" : "";
      return tableRoleOf(node);
  }
}

/** A `<ul role="tablist">` has no list items; an `<li>` outside any list still is one, because it is displayed so. */
function isListItem(parent: AxElement | undefined): boolean {
  return parent === undefined || !/^([uo]l|menu)$/.test(parent.tag) || parent.role === "list" || !parent.explicit;
}

/** Returns the role of a table's part: none outside a table, and none in a table to which the author gave another role. */
function tableRoleOf(node: AxElement): string {
  const { tag, parent } = node;
  if (/^t(body|head|foot)$/.test(tag)) return isTable(parent) ? "rowgroup" : "";
  if (tag === "tr") return tableAround(parent) === undefined ? "" : "row";
  if (tag !== "td" && tag !== "th") return "";
  const table = parent?.role === "row" ? tableAround(parent.parent) : undefined;
  if (table === undefined) return "";
  if (tag === "td") return table.role === "table" ? "cell" : "gridcell";
  const scope = node.keyword("scope");
  if (scope.startsWith("row")) return "rowheader";
  return scope.startsWith("col") || !isRowHeader(node.element) ? "columnheader" : "rowheader";
}

function isTable(node: AxElement | undefined): boolean {
  return node !== undefined && /^(table|(tree)?grid)$/.test(node.role);
}

function tableAround(node: AxElement | undefined): AxElement | undefined {
  const owner = node !== undefined && /^t(body|head|foot)$/.test(node.tag) ? node.parent : node;
  return isTable(owner) ? owner : undefined;
}

/** A `<th>` without scope is a row header when a data cell stands beside it, but not between two other header cells. */
function isRowHeader({ previousElementSibling: before, nextElementSibling: after, parentElement: row }: Element): boolean {
  if (before?.localName === "th" && after?.localName === "th") return false;
  const first = row?.firstElementChild;
  const last = row?.lastElementChild;
  return [before, after, first, last, first?.nextElementSibling, last?.previousElementSibling].some(
    (cell) => cell?.localName === "td" && cell.firstChild !== null,
  );
}

/** Chromium takes a table with at least so many rows for a data table. */
const dataTableRows = 20;
const headerAttributes = ["headers", "abbr", "axis", "scope"];

/** Whether a table holds data, by its markup: a layout table's content is part of names. Its borders and colours are not read. */
export function isDataTable(table: AxElement): boolean {
  if (table.explicit || table.has("summary") || table.has("rules")) return true;
  let rows = 0;
  for (const part of elementsOf(table)) {
    if (part.tag !== "tbody" && part.tag !== "tr") return true;
    for (const row of part.tag === "tr" ? [part] : elementsOf(part)) {
      rows++;
      if (elementsOf(row).some((cell) => cell.tag === "th" || headerAttributes.some((name) => cell.has(name)))) return true;
    }
  }
  return rows >= dataTableRows;
}
