import { AnyMap, originalPositionFor } from "@jridgewell/trace-mapping";

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
    const { source, line: found, column: at } = originalPositionFor(new AnyMap(map), { line, column: column - 1 });
    return source === null || source === "" ? undefined : { source, line: found, column: at + 1 };
  } catch {
    // It lies on the disk like any other file, and may hold anything.
    return undefined;
  }
}
