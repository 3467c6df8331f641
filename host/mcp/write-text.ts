import { delimiters } from "../contract/names.js";
import { truncate } from "../contract/printable.js";
import { type Cell, Foreign, type Row, type Table } from "../tools/answer.js";
import { harmless, wrap } from "./delimiters.js";
import { isSuspicious } from "./suspicion.js";

/** Cuts foreign texts to length (times `scale`) and makes delimiters in them harmless; at 0, rows hold no inner lists but boxes. */
export function makeTextWriter(scale: number) {
  const atMost = (maxChars: number) => Math.max(shortestCut, Math.round(maxChars * scale));
  // Cut selectors and URLs are worth nothing: only when all else did not help.
  const exactMaxChars = scale < 0.05 ? 24 : scale < 0.1 ? 80 : scale < 0.3 ? 400 : longestExact;

  const foreign = ({ text, maxChars, writtenBy }: Foreign) => wrap(harmless(truncate(text, atMost(maxChars))), writtenBy);

  /** A row as JSON, and whether a text in it reads as if it gave orders. */
  function row(cells: Row, { columns, exact = [], cellMaxChars = defaultCellChars }: Table): { json: string; suspicious: boolean } {
    let suspicious = false;
    const write = (cell: Cell, maxChars: number): unknown => {
      if (typeof cell === "string") {
        suspicious ||= isSuspicious(cell);
        return harmless(truncate(cell, maxChars));
      }
      if (cell instanceof Foreign) {
        suspicious ||= isSuspicious(cell.text);
        return foreign(cell);
      }
      if (typeof cell !== "object" || cell === null) return typeof cell === "number" ? round(cell) : cell;
      if (isList(cell)) return scale === 0 && cell.length > boxLength ? null : cell.map((part) => write(part, maxChars));
      if (scale === 0) return null;
      return Object.fromEntries(Object.entries(cell).map(([key, part]) => [harmless(truncate(key, 100)), write(part, maxChars)]));
    };
    const written = cells.map((cell, column) => {
      const name = columns[column] ?? "";
      if (handles.includes(name)) return write(cell, longestHandle);
      return write(cell, exact.includes(name) || alwaysExact.includes(name) ? exactMaxChars : atMost(cellMaxChars));
    });
    return { json: JSON.stringify(written), suspicious };
  }

  return { foreign, row };
}

/** What the next call is made with is whole or of no use; all of them are short. */
const handles = ["ref", "parent", "id", "filename", "capture", "capturedAt"];
const longestHandle = 300;
const boxLength = 4;
const alwaysExact = ["selector", "locator", "url", "testid", "suggestion", "key"];
const defaultCellChars = 160;
const shortestCut = 12;
const longestExact = 2_000;

/** Quarters of a pixel are as exact as it gets. */
function round(value: number): number {
  return Math.round(value * 100) / 100;
}

function isList(cell: Cell): cell is readonly Cell[] {
  return Array.isArray(cell);
}

/** A capture's name outside of a table: wrapped as the page's text, for it holds words of it, unless svc makes such and it is short. */
export function fileNameText(name: string): string {
  return isPlainName(name) ? name : wrap(harmless(name), "page");
}

/** The same of a cursor: that of the list of captures names one. */
export function cursorText(cursor: string): string {
  return cursor.endsWith(".json") ? fileNameText(cursor) : cursor;
}

/** The name or cursor that an agent means: it may pass one with the delimiters in which it stood. */
export function namedFile(given: string): string {
  const { open, close } = delimiters.page;
  return given.startsWith(open) && given.endsWith(close) ? given.slice(open.length, -close.length) : given;
}

/** Of pages of this machine: other hosts choose their own names. */
const madeHere =
  /^(?:(?:[a-z0-9-]+-)?localhost|127-0-0-1|0-0-0-0|1|file)(?:-\d{1,5})?-([A-Za-z0-9-]+)-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z-[0-9a-f]{6}\.json$/;
const labelWords = 3;
const labelMaxChars = 32;

function isPlainName(name: string): boolean {
  const path = madeHere.exec(name)?.[1];
  if (path === undefined || path.length > labelMaxChars) return false;
  const words = path.split("-").filter((word) => /[a-z]/i.test(word));
  return words.length <= labelWords && !isSuspicious(words.join(" "));
}
