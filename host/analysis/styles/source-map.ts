import { isRecord, parseJson } from "../../contract/json.js";

/** Where a place of a generated file comes from. Lines and columns count from 1. */
export interface OriginalPlace {
  readonly source: string;
  readonly line: number;
  readonly column: number;
}

/** The address in the `sourceMappingURL` comment at the end of a style sheet or script; empty when there is none. */
export function sourceMapUrl(text: string): string {
  return /\/[/*][#@]\s*sourceMappingURL=([^\s*]+)\s*(?:\*\/\s*)?$/.exec(text.slice(-2_000_000))?.[1] ?? "";
}

/** The parts of a map that has sections, each with the place where it begins, from 0; else the map itself. */
function sectionsOf(map: string): { readonly row: number; readonly start: number; readonly inner: unknown }[] {
  const value = parseJson(map);
  if (!isRecord(value) || !Array.isArray(value["sections"])) return [{ row: 0, start: 0, inner: value }];
  return value["sections"].filter(isRecord).map(({ offset, map: inner }) => {
    return isRecord(offset)
      ? { row: Number(offset["line"]), start: Number(offset["column"]), inner }
      : { row: Number.NaN, start: 0, inner };
  });
}

/** Finds the place that a source map (revision 3, also in sections) has for one of its generated file; undefined when the map has none or cannot be read. */
export function originalPlace(map: string, line: number, column: number): OriginalPlace | undefined {
  const last = sectionsOf(map).findLast(({ row, start }) => row < line - 1 || (row === line - 1 && start < column));
  return last && placeIn(last.inner, line - last.row, last.row === line - 1 ? column - last.start : column);
}

function placeIn(map: unknown, line: number, column: number): OriginalPlace | undefined {
  const parsed = readMap(map);
  if (parsed === undefined) return undefined;
  const lines = parsed.mappings.split(";");
  let [source, sourceLine, sourceColumn] = [0, 0, 0];
  let found: OriginalPlace | undefined;
  for (let at = 0; at < Math.min(line, lines.length); at++) {
    let generated = 0;
    for (const segment of (lines[at] ?? "").split(",")) {
      const [step = 0, ofSource, ofLine = 0, ofColumn = 0] = decodeVlq(segment);
      generated += step;
      if (ofSource === undefined) continue;
      source += ofSource;
      sourceLine += ofLine;
      sourceColumn += ofColumn;
      if (at === line - 1 && generated < column)
        found = { source: parsed.sources[source] ?? "", line: sourceLine + 1, column: sourceColumn + 1 };
    }
  }
  return found?.source === "" ? undefined : found;
}

function readMap(map: unknown): { readonly sources: readonly string[]; readonly mappings: string } | undefined {
  if (!isRecord(map)) return undefined;
  const { sources, sourceRoot, mappings } = map;
  if (!Array.isArray(sources) || typeof mappings !== "string") return undefined;
  const root = typeof sourceRoot === "string" && sourceRoot !== "" ? `${sourceRoot.replace(/\/$/, "")}/` : "";
  return { sources: sources.map((source) => `${root}${source}`), mappings };
}

const digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/** Base 64 variable-length quantities: five bits a digit, the lowest of a number is its sign. */
function decodeVlq(text: string): number[] {
  const values: number[] = [];
  let [value, shift] = [0, 0];
  for (const character of text) {
    const digit = digits.indexOf(character);
    value += (digit & 31) << shift;
    shift += 5;
    if ((digit & 32) !== 0) continue;
    values.push((value & 1) === 1 ? -(value >> 1) : value >> 1);
    [value, shift] = [0, 0];
  }
  return values;
}
