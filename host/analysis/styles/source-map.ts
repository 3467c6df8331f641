/** Where a place of a generated file comes from. Lines and columns count from 1. */
export interface OriginalPlace {
  readonly source: string;
  readonly line: number;
  readonly column: number;
}

interface SourceMapText {
  readonly sources: readonly string[];
  readonly sourceRoot: string;
  readonly mappings: string;
}

/** The address in the `sourceMappingURL` comment at the end of a style sheet; empty when there is none. */
export function sourceMapUrl(css: string): string {
  return /\/\*[#@]\s*sourceMappingURL=([^\s*]+)\s*\*\/\s*$/.exec(css.slice(-2_000_000))?.[1] ?? "";
}

/** Returns the sources that a source map (revision 3, also in sections) lists; undefined when it cannot be read. */
export function sourcesOfMap(map: string): string[] | undefined {
  const value = parseMap(map);
  if (value === undefined) return undefined;
  const sections = Array.isArray(value["sections"]) ? value["sections"].filter(isRecord).map((section) => section["map"]) : [value];
  const found: string[] = [];
  for (const section of sections) {
    const parsed = isRecord(section) ? readMap(section) : undefined;
    if (parsed === undefined) return undefined;
    for (const source of parsed.sources) found.push(`${parsed.sourceRoot}${source}`);
  }
  return found;
}

function parseMap(map: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(map);
    return isRecord(value) ? value : undefined;
  } catch {
    // A map that is no JSON is none.
    return undefined;
  }
}

/** Finds the place that a source map (revision 3, also in sections) has for one of its generated file; undefined when the map has none or cannot be read. */
export function originalPlace(map: string, line: number, column: number): OriginalPlace | undefined {
  const value = parseMap(map);
  if (value === undefined) return undefined;
  if (!Array.isArray(value["sections"])) return placeIn(value, line, column);
  const begun = value["sections"].filter(isRecord).flatMap(({ offset, map: inner }) => {
    const [row, start] = isRecord(offset) ? [Number(offset["line"]), Number(offset["column"])] : [Number.NaN, 0];
    return isRecord(inner) && (row < line - 1 || (row === line - 1 && start < column)) ? [{ row, start, inner }] : [];
  });
  const last = begun.at(-1);
  return last && placeIn(last.inner, line - last.row, last.row === line - 1 ? column - last.start : column);
}

function placeIn(map: Readonly<Record<string, unknown>>, line: number, column: number): OriginalPlace | undefined {
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
        found = { source: `${parsed.sourceRoot}${parsed.sources[source] ?? ""}`, line: sourceLine + 1, column: sourceColumn + 1 };
    }
  }
  return found?.source === "" ? undefined : found;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}

function readMap({ sources, sourceRoot, mappings }: Readonly<Record<string, unknown>>): SourceMapText | undefined {
  if (!Array.isArray(sources) || typeof mappings !== "string") return undefined;
  const root = typeof sourceRoot === "string" && sourceRoot !== "" ? `${sourceRoot.replace(/\/$/, "")}/` : "";
  return { sources: sources.map(String), sourceRoot: root, mappings };
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
