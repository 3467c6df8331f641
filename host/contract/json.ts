/** Deeper than any data of ours, and shallow enough for recursive functions. */
export const jsonDepthMax = 64;

/** Whether a JSON value is nested deeper than `jsonDepthMax` levels. Calls nothing for the half million numbers of a capture. */
export function isTooDeep(value: unknown, levels = jsonDepthMax): boolean {
  if (!isContainer(value)) return false;
  if (levels === 0) return true;
  for (const entry of Array.isArray(value) ? value : Object.values(value)) {
    if (isContainer(entry) && isTooDeep(entry, levels - 1)) return true;
  }
  return false;
}

/** Whether a value is an object and no list. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return isContainer(value) && !Array.isArray(value);
}

function isContainer(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

/** Parses JSON; undefined when it is none, or nested deeper than anything of ours. */
export function parseJson(text: string): unknown {
  try {
    // Editors on Windows put a byte order mark in front.
    const value: unknown = JSON.parse(text.startsWith("\uFEFF") ? text.slice(1) : text);
    return isTooDeep(value) ? undefined : value;
  } catch (error) {
    // RangeError: nested too deep for the parser.
    if (error instanceof SyntaxError || error instanceof RangeError) return undefined;
    throw error;
  }
}
