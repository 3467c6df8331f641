import { testIdAttributes } from "../../../host/contract/test-ids.js";

// Attributes by which a selector may find its element alone, without its ancestors.

/** The attributes, best first. */
const ranked: readonly string[] = [...testIdAttributes, "id", "name", "aria-label", "for", "alt", "placeholder", "title"];
const idRank = ranked.indexOf("id");
const maxValueChars = 80;

/** Returns how well an attribute identifies an element: 0 is best, -1 is not at all. */
export function anchorRank(name: string): number {
  return ranked.indexOf(name);
}

/** Returns the selector of one attribute, without the element's type; "" for a value that is generated or too long. */
export function anchorOf(name: string, value: string): string {
  // " >>> " separates the roots in a selector.
  if (value === "" || value.length > maxValueChars || value.includes(" >>> ")) return "";
  if ((name === "id" || name === "for") && !isStableName(value)) return "";
  if (name === "id") return `#${cssIdentifier(value)}`;
  if (name === "name" && !isStableName(value.replace(/[[\].:]/g, "-"))) return "";
  return `[${name}=${cssString(value)}]`;
}

/** Test ids and ids stand alone; other attributes are prefixed with the element's type, which makes them readable. */
export function withType(rank: number, anchor: string, type: string): string {
  return rank <= idRank ? anchor : type + anchor;
}

/** Prefixes of style libraries, and the ids of React's `useId` at any position: `radix-_r_g_`, `_r_2j_-form-item`. */
const generated = /^(?:css|sc|jss|svelte|emotion)-|(?:^|[^a-z0-9])_r_[0-9a-z]*_(?:$|[^a-z0-9])|^_r_[0-9a-z]*_/;
const counted =
  /^(?:radix|headlessui|react-aria|mui|el-id|pv_id|pn_id|cdk|mat|bits|reka|ember|ext-gen|yui_|gen|auto|uid|uuid|css|sc|jss|svelte|emotion|chakra|mantine|astro|v)-?[:_-]?[\w-]*\d|\d{4}|(?=[0-9a-f]*\d)[0-9a-f]{8}/i;
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
function isHash(word: string): boolean {
  if (word.length < 5) return false;
  const digits = word.match(/\d+/g)?.length ?? 0;
  if (digits >= 2 || (digits === 1 && /\d[a-zA-Z]/.test(word))) return true;
  const capitals = word.match(/[A-Z]/g)?.length ?? 0;
  return manyConsonants.test(word) || (capitals > word.length / 3 && /[a-z]/.test(word) && word.length >= 6);
}

/** Serialises a text as a CSS identifier (CSSOM, "serialize an identifier"). */
export function cssIdentifier(text: string): string {
  return /^[a-z_][\w-]*$/i.test(text) ? text : CSS.escape(text);
}

/** Serialises a text as a CSS string in double quotes. */
function cssString(text: string): string {
  if (!/["\\\p{Cc}]/u.test(text)) return `"${text}"`;
  return `"${text.replace(/["\\]/g, "\\$&").replace(/\p{Cc}/gu, (char) => `\\${char.charCodeAt(0).toString(16)} `)}"`;
}
