import { isStableName } from "../../../host/contract/generated-names.js";
import { testIdAttributes } from "../../../host/contract/test-ids.js";

// Attributes by which a selector may find its element alone, without its ancestors.

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

/** Serialises a text as a CSS identifier (CSSOM, "serialize an identifier"). */
export function cssIdentifier(text: string): string {
  return /^[a-z_][\w-]*$/i.test(text) ? text : CSS.escape(text);
}

function cssString(text: string): string {
  if (!/["\\\p{Cc}]/u.test(text)) return `"${text}"`;
  return `"${text.replace(/["\\]/g, "\\$&").replace(/\p{Cc}/gu, (char) => `\\${char.charCodeAt(0).toString(16)} `)}"`;
}
