import { weaklyMemoized } from "../contract/memoized.js";

const longLine = 2_000;

/** Whether a text is what a build tool wrote, or another project: most of it in very long lines, a pointer to its source map, a banner of a license. */
export const isBuilt = weaklyMemoized(({ file, text }: { readonly file: string; readonly text: string }): boolean => {
  if (!/\.(?:[cm]?js|html?)$/.test(file)) return false;
  if (/^\s*\/\*!/.test(text) || /\/[/*][#@] sourceMappingURL=/.test(text.slice(-400))) return true;
  if (text.length < longLine) return false;
  const long = text
    .split("\n")
    .filter(({ length }) => length > longLine)
    .join("").length;
  return long > text.length - long;
});
