import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import { addToGroup } from "../../contract/group-by.js";
import { onceForList } from "./cached-parser.js";
import { partsOf } from "./files.js";
import type { SourceText } from "./tags.js";

/** The marks by which styles of one component apply to what stands in its template alone: Vue's `data-v-1a2b3c4d`, Svelte's `svelte-1abc2de`. */
export function scopesOf(attributes: Readonly<Record<string, string>>): string[] {
  const named = [...Object.keys(attributes), ...(attributes["class"] ?? "").split(/\s+/)];
  return named.filter((one) => /^(?:data-v-[\da-f]{8}|svelte-[\da-z]{4,7})$/.test(one));
}

/** Files by their marks, hashes of the path from where the development server runs: the project's root or a folder below. */
export const filesByScope = onceForList((sources: readonly SourceText[]): ReadonlyMap<string, readonly string[]> => {
  const found = new Map<string, string[]>();
  for (const { file, text } of sources) {
    const isVue = /\.vue$/.test(file) && /<style\b[^<>]*\bscoped/.test(text);
    const markOf = isVue ? markOfVite : /\.svelte$/.test(file) ? markOfSvelte : undefined;
    const parts = partsOf(file);
    if (markOf !== undefined) for (const at of parts.keys()) addToGroup(found, markOf(parts.slice(at).join("/")), file);
  }
  return found;
});

const markOfVite = (path: string) => `data-v-${bytesToHex(sha256(utf8ToBytes(path))).slice(0, 8)}`;

/** By Bernstein's hash, from the last character to the first. */
function markOfSvelte(path: string): string {
  const hash = path.split("").reduceRight((all, character) => Math.imul(all, 31) ^ character.charCodeAt(0), 5381);
  return `svelte-${(hash >>> 0).toString(36)}`;
}
