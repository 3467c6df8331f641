import type { AxElement } from "./node.js";

/** A table with so many rows is one of data whatever it holds. */
const manyRows = 20;

/**
 * Tells whether a table holds data, by its markup: caption, header cells, head or foot, column elements, a role, many rows. One that only
 * lays out its content adds that content to names. Borders and colours, by which Chromium decides the rest, are not looked at.
 */
export function holdsData(table: AxElement): boolean {
  if (table.explicit || table.attributes.includes("summary") || table.attributes.includes("rules")) return true;
  let rows = 0;
  for (const part of elementsOf(table)) {
    if (part.tag === "tr") rows++;
    if (part.tag !== "tbody" && part.tag !== "tr") return true;
    for (const row of part.tag === "tr" ? [part] : elementsOf(part)) {
      if (part.tag === "tbody") rows++;
      if (elementsOf(row).some((cell) => cell.tag === "th" || marks.some((mark) => cell.attributes.includes(mark)))) return true;
    }
  }
  return rows >= manyRows;
}

const marks = ["headers", "abbr", "axis", "scope"];

function elementsOf(node: AxElement): AxElement[] {
  return (node.children ?? []).filter((child) => typeof child !== "string");
}
