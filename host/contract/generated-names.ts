/** Libraries that number the ids and names that they make. */
export const numberingLibraries =
  "radix|headlessui|react-aria|mui|el-id|pv_id|pn_id|cdk|mat|bits|reka|ember|ext-gen|jss|chakra|mantine|iFrameResizer|v";

/** Prefixes of style libraries, and the ids of React's `useId` at any position: `radix-_r_g_`, `_r_2j_-form-item`. */
const generated = /^(?:css|sc|jss|svelte|emotion)-|(?:^|[^a-z0-9])_r_[0-9a-z]*_(?:$|[^a-z0-9])|^_r_[0-9a-z]*_/;
const counted = new RegExp(
  `^(?:${numberingLibraries}|yui_|gen|auto|uid|uuid|css|sc|svelte|emotion|astro)-?[:_-]?[\\w-]*\\d|\\d{4}|(?=[0-9a-f]*\\d)[0-9a-f]{8}`,
  "i",
);
const manyConsonants = /[bcdfghjklmnpqrstvwxz]{6}/i;

/** Returns whether an id or class name looks hand-written: not generated, hashed or counted. */
export function isStableName(name: string): boolean {
  if (name.length === 0 || name.length > 60 || generated.test(name)) return false;
  // Fast path: most names are lower-case words.
  if (/^[a-z_][a-z_.-]*$/.test(name)) return !manyConsonants.test(name);
  if (!/^[\p{L}_][\p{L}\p{N}_.-]*$/u.test(name) || (/\d/.test(name) && counted.test(name))) return false;
  return !name.split(/[-_.]+/).some(isHash);
}

/** A word with digits between letters, or with many changes of case, was made by a program. */
export function isHash(word: string): boolean {
  if (word.length < 5) return false;
  const digits = word.match(/\d+/g)?.length ?? 0;
  if (digits >= 2 || (digits === 1 && /\d[a-zA-Z]/.test(word))) return true;
  const capitals = word.match(/[A-Z]/g)?.length ?? 0;
  return manyConsonants.test(word) || (capitals > word.length / 3 && /[a-z]/.test(word) && word.length >= 6);
}
