import { originalPositionFor, type SectionedSourceMapInput, type SourceMapInput, TraceMap } from "@jridgewell/trace-mapping";
import { weaklyMemoized } from "../../contract/memoized.js";
import { onceForList } from "../source/cached-parser.js";

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

/** The map asked last, whose reading takes some 50 ms for 500 kB: an answer asks it for two places of each declaration. */
const readMap = onceForList(([map = ""]: readonly string[]): { readonly whole: SectionedSourceMapInput } => ({ whole: JSON.parse(map) }));
const traced = weaklyMemoized((part: Exclude<SourceMapInput, string>) => new TraceMap(part));

/** Finds the place that a source map (revision 3, also in sections) has for one of its generated file; undefined when the map has none or cannot be read. */
export function originalPlace(map: string, line: number, column: number): OriginalPlace | undefined {
  try {
    let part: SectionedSourceMapInput = readMap([map]).whole;
    const at = { line, column: column - 1 };
    // Put together, sections would take as many lines of memory as they say that they lie apart.
    while (typeof part === "object" && "sections" in part) {
      const section = part.sections.findLast(
        ({ offset }) => offset.line < at.line - 1 || (offset.line === at.line - 1 && offset.column <= at.column),
      );
      if (section === undefined) return undefined;
      if (section.offset.line === at.line - 1) at.column -= section.offset.column;
      at.line -= section.offset.line;
      part = section.map;
    }
    const { source, line: found, column: before } = originalPositionFor(typeof part === "string" ? new TraceMap(part) : traced(part), at);
    return source && found > 0 && before >= 0 ? { source, line: found, column: before + 1 } : undefined;
  } catch {
    // It lies on the disk like any other file, and may hold anything.
    return undefined;
  }
}
