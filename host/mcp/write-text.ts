import { type Cell, Foreign, type Row, type Table } from "../tools/answer.js";
import { harmless, wrap } from "./delimiters.js";
import { isSuspicious } from "./suspicion.js";

/** A piece written, and whether it reads as if it gave orders. */
export interface Written {
  readonly suspicious: boolean;
}

export interface TextWriter {
  text(original: string, maxChars: number): Written & { readonly text: string };
  row(row: Row, table: Table): Written & { readonly json: string };
}

/** Cuts foreign texts to length (times `scale`) and makes delimiters in them harmless; at 0, rows hold no inner lists but boxes. */
export function makeTextWriter(scale: number): TextWriter {
  const atMost = (maxChars: number) => Math.max(shortestCut, Math.round(maxChars * scale));
  // Cut selectors and URLs are worth nothing: only when all else did not help.
  const exactMaxChars = scale < 0.05 ? 24 : scale < 0.1 ? 80 : scale < 0.3 ? 400 : longestExact;

  function text(original: string, maxChars: number): Written & { text: string } {
    return { text: harmless(clip(original, atMost(maxChars))), suspicious: isSuspicious(original) };
  }

  function row(cells: Row, { columns, exact = alwaysExact, cellMaxChars = defaultCellChars }: Table): Written & { json: string } {
    let suspicious = false;
    const write = (cell: Cell, maxChars: number): unknown => {
      if (typeof cell === "string") {
        suspicious ||= isSuspicious(cell);
        return harmless(clip(cell, maxChars));
      }
      if (cell instanceof Foreign) {
        suspicious ||= isSuspicious(cell.text);
        return wrap(harmless(clip(cell.text, atMost(cell.maxChars))), cell.writtenBy);
      }
      if (typeof cell !== "object" || cell === null) return typeof cell === "number" ? round(cell) : cell;
      if (isList(cell)) return scale === 0 && cell.length > boxLength ? null : cell.map((part) => write(part, maxChars));
      if (scale === 0) return null;
      return Object.fromEntries(Object.entries(cell).map(([key, part]) => [harmless(clip(key, 100)), write(part, maxChars)]));
    };
    const written = cells.map((cell, column) => {
      const name = columns[column] ?? "";
      if (handles.includes(name)) return write(cell, longestHandle);
      return write(cell, exact.includes(name) || alwaysExact.includes(name) ? exactMaxChars : atMost(cellMaxChars));
    });
    return { json: JSON.stringify(written), suspicious };
  }

  return { text, row };
}

/** What the next call is made with is whole or of no use; all of them are short. */
const handles = ["ref", "parent", "id", "filename", "capture", "capturedAt"];
const longestHandle = 300;
const boxLength = 4;
const alwaysExact = ["selector", "locator", "url", "testid", "suggestion", "key"];
const defaultCellChars = 160;
const shortestCut = 12;
const longestExact = 2_000;

function clip(text: string, maxChars: number): string {
  if (text.length <= maxChars) return text;
  const cut = text.slice(0, maxChars - 1);
  // Half a surrogate pair is no text.
  return `${/[\ud800-\udbff]$/.test(cut) ? cut.slice(0, -1) : cut}…`;
}

/** Quarters of a pixel are as exact as it gets. */
function round(value: number): number {
  return Math.round(value * 100) / 100;
}

function isList(cell: Cell): cell is readonly Cell[] {
  return Array.isArray(cell);
}
