import { type AxElement, elementsOf } from "./node.js";

/** Roles of table parts (HTML-AAM): none outside a table, and none in a table that the author made something else. */
export function tableRoleOf(node: AxElement): string {
  const { tag, parent } = node;
  if (/^t(body|head|foot)$/.test(tag)) return isTable(parent) ? "rowgroup" : "";
  if (tag === "tr") return tableOf(parent) === undefined ? "" : "row";
  if (tag !== "td" && tag !== "th") return "";
  const table = parent?.role === "row" ? tableOf(parent.parent) : undefined;
  if (table === undefined) return "";
  if (tag === "td") return table.role === "table" ? "cell" : "gridcell";
  const scope = node.word("scope");
  if (scope.startsWith("row")) return "rowheader";
  return scope.startsWith("col") || !headsRow(node.element) ? "columnheader" : "rowheader";
}

/** A table with so many rows is one of data whatever it holds. */
const manyRows = 20;
const marks = ["headers", "abbr", "axis", "scope"];

/**
 * Tells whether a table holds data, by its markup: caption, header cells, head or foot, column elements, a role, many rows. One that only
 * lays out its content adds that content to names. Borders and colours, by which Chromium decides the rest, are not looked at.
 */
export function holdsData(table: AxElement): boolean {
  if (table.explicit || table.has("summary") || table.has("rules")) return true;
  let rows = 0;
  for (const part of elementsOf(table)) {
    if (part.tag !== "tbody" && part.tag !== "tr") return true;
    for (const row of part.tag === "tr" ? [part] : elementsOf(part)) {
      rows++;
      if (elementsOf(row).some((cell) => cell.tag === "th" || marks.some((mark) => cell.has(mark)))) return true;
    }
  }
  return rows >= manyRows;
}

function isTable(node: AxElement | undefined): boolean {
  return node !== undefined && /^(table|(tree)?grid)$/.test(node.role);
}

function tableOf(node: AxElement | undefined): AxElement | undefined {
  const owner = node !== undefined && /^t(body|head|foot)$/.test(node.tag) ? node.parent : node;
  return isTable(owner) ? owner : undefined;
}

/** A `<th>` without scope heads its row when data stands beside it, and is no row header between two others. */
function headsRow({ previousElementSibling: before, nextElementSibling: after, parentElement: row }: Element): boolean {
  if (before?.localName === "th" && after?.localName === "th") return false;
  const first = row?.firstElementChild;
  const last = row?.lastElementChild;
  return [before, after, first, last, first?.nextElementSibling, last?.previousElementSibling].some(isData);
}

function isData(cell: Element | null | undefined): boolean {
  return cell?.localName === "td" && cell.firstChild !== null;
}
