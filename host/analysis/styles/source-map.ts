import { originalPositionFor, type SectionedSourceMapInput, TraceMap } from "@jridgewell/trace-mapping";

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

/** Finds the place that a source map (revision 3, also in sections) has for one of its generated file; undefined when the map has none or cannot be read. */
export function originalPlace(map: string, line: number, column: number): OriginalPlace | undefined {
  try {
    let part: SectionedSourceMapInput = JSON.parse(map);
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
    const { source, line: found, column: before } = originalPositionFor(new TraceMap(part), at);
    return source && found > 0 && before >= 0 ? { source, line: found, column: before + 1 } : undefined;
  } catch {
    // It lies on the disk like any other file, and may hold anything.
    return undefined;
  }
}
