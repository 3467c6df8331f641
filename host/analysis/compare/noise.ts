import { isHash, isStableName, numberingLibraries } from "../../contract/generated-names.js";
import { parseColor } from "../colors.js";
import type { Change } from "./diff-context.js";

/** Why a value differs without anybody having changed anything. */
export type NoiseCause = "generated names" | "versions in addresses" | "running animations";

/** Changes of attributes with generated names: one removed, one new with its value, names different in a random part (`data-v-7ba5bd90`). */
export function renamedAttributes(changes: Iterable<readonly Change[]>): ReadonlySet<Change> {
  const renamed = new Set<Change>();
  for (const own of changes) {
    const added = own.filter(({ property, before }) => before === "" && dataAttribute.test(property));
    for (const gone of own) {
      if (gone.after !== "" || !dataAttribute.test(gone.property)) continue;
      const isRandomPart = ({ property, after }: Change) => after === gone.before && isRenamed(gone.property, property);
      const random = added.find((one) => !renamed.has(one) && isRandomPart(one));
      if (random !== undefined) renamed.add(gone).add(random);
    }
  }
  return renamed;
}

const dataAttribute = /^attribute data-/;

/** Why a change is noise; undefined for one that may have a meaning. `tag` is that of its element. */
export function noiseCauseOf({ property, before, after }: Change, tag: string): NoiseCause | undefined {
  if (before === "" || after === "") return undefined;
  if (/^style /.test(property)) return isBetween(before, after) ? "running animations" : undefined;
  const attribute = /^attribute (.+)$/.exec(property)?.[1];
  if (attribute === undefined) return undefined;
  if (isResource(tag, attribute) && withoutVersion(before) === withoutVersion(after)) return "versions in addresses";
  if (attribute === "class" && Math.max(before.length, after.length) > classesMaxChars) return undefined;
  if (attribute === "class") return areRenamed(tokensOf(before), tokensOf(after)) ? "generated names" : undefined;
  const isSame = namingAttribute.test(attribute) && (isRenamed(before, after) || areRecounted(attribute, before, after));
  return isSame ? "generated names" : undefined;
}

/** An id, or references to ids of the page, of which those that differ do so in digits alone, and look counted or taken from a clock. */
function areRecounted(attribute: string, before: string, after: string): boolean {
  const isOfId = /^(?:#|url\(["']?#)/.test(before) || /^(?:id|for|headers|list|form|popovertarget|aria-.+)$/.test(attribute);
  const others = tokensOf(after);
  const isSame = (token: string, place: number) =>
    token === others[place] || !isStableName(token.replace(/^(?:url\(["']?)?#|["']?\)$/g, ""));
  return isOfId && withoutNumbers(before) === withoutNumbers(after) && tokensOf(before).every(isSame);
}

/** Attributes that name an element or refer to a name. Addresses of pages are content. */
const namingAttribute =
  /^(id|for|name|headers|list|form|clip-path|mask|filter|fill|stroke|marker-(start|mid|end)|popovertarget|aria-(labelledby|describedby|controls|owns|activedescendant|details|errormessage|flowto)|xlink:href|href|data-.+|part|slot)$/;

function tokensOf(text: string): string[] {
  return text.split(/\s+/).filter((token) => token !== "");
}

/** Captures truncate attributes to 1,000 characters. Classes are compared each with each: more of them, as others may have written, take quadratic time. */
const classesMaxChars = 2_000;

/** Whether each removed class has an added one in its place that differs only in a generated part. */
function areRenamed(before: readonly string[], after: readonly string[]): boolean {
  const removed = before.filter((token) => !after.includes(token));
  const added = after.filter((token) => !before.includes(token));
  if (removed.length === 0 || removed.length !== added.length) return false;
  return removed.every((token, place) => added.some((other) => isRenamed(token, other)) && added[place] !== undefined);
}

/** Prefixes of names that libraries number, after a word for the part: `radix-:r3:`, `headlessui-menu-4`, `header-va-13`, `el-id-77-2`, `:r1:`, `mui-12`, `pv_id_3`. */
const countedName = new RegExp(
  `^#?(?:url\\(#?)?["']?(?:[a-z]+[-_])?(?::r|«r|_r_|(?:${numberingLibraries}|ui-id|melt|base-ui|aria|downshift|rc|field|popover|menu|dialog|tooltip|listbox|tabs?|accordion|va|ion|input|sl|wa|fluent)[-_:])`,
);

function isRenamed(before: string, after: string): boolean {
  if (withoutUseId(before) === withoutUseId(after)) return true;
  if (countedName.test(before) && withoutNumbers(before) === withoutNumbers(after)) return true;
  const [one, other] = differingParts(before, after);
  if (one === "" || other === "" || Math.abs(one.length - other.length) > 3) return false;
  const parts = one.split(/[-_:.\s]+/);
  const others = other.split(/[-_:.\s]+/);
  if (parts.length !== others.length) return false;
  const pairs = parts.map((part, place) => [part, others[place] ?? ""] as const).filter(([part, own]) => part !== own);
  return pairs.some(([part, own]) => isHash(part) || isHash(own)) && pairs.every(([part, own]) => mayBeRandom(part) && mayBeRandom(own));
}

/** React's `useId`: `:r1a:`, `«r1a»`, `_r_1a_`. */
function withoutUseId(text: string): string {
  return text.replace(/:r[0-9a-z]*:|«r[0-9a-z]*»|(?<![a-z0-9])_r_[0-9a-z]+_/g, ":r:");
}

function withoutNumbers(text: string): string {
  return text.replace(/\d+/g, "0");
}

/** The parts of two texts between their common prefix and suffix. */
function differingParts(one: string, other: string): readonly [string, string] {
  let start = 0;
  while (start < Math.min(one.length, other.length) && one[start] === other[start]) start++;
  let end = 0;
  while (end < Math.min(one.length, other.length) - start && one.at(-1 - end) === other.at(-1 - end)) end++;
  return [one.slice(start, one.length - end), other.slice(start, other.length - end)];
}

function mayBeRandom(part: string): boolean {
  return /^[a-z0-9]*$/i.test(part);
}

function isResource(tag: string, attribute: string): boolean {
  if (!/^(src|href|srcset|poster|data|data-src|data-href|xlink:href|imagesrcset|content)$/.test(attribute)) return false;
  return /^(script|link|img|image|source|video|audio|use|object|embed|iframe|style|input|picture|track)$/.test(tag);
}

/** Removes cache-busting parameters, and content hashes in file names. */
function withoutVersion(url: string): string {
  return url
    .replace(
      /([?&])(?:t|v|_|ts|hash|h|cb|ver|version|rev|timestamp|cachebust(?:er)?|import|nocache|dpl)(?:=[^&#\s,]*)?(?=[&#\s,]|$)/g,
      "$1",
    )
    .replace(/(?<![?&])[?&]+(?=[#\s,]|$)/g, "")
    .replace(/[-._](?=[\w-]{0,31}\d|[\w-]{0,30}[a-z][A-Z])[\w-]{8,32}(?=\.[a-z0-9]{2,5}(?:[?#\s,]|$))/g, "-hash");
}

/** Halfway through a transition a colour is computed in the space in which it is interpolated (CSS Color 4, 12.1), near the one where it ends. */
function isBetween(before: string, after: string): boolean {
  if (before.startsWith("oklab(") === after.startsWith("oklab(")) return false;
  const [one, other] = [parseColor(before), parseColor(after)];
  return (
    one !== undefined &&
    other !== undefined &&
    (["r", "g", "b", "alpha"] as const).every((part) => Math.abs(one[part] - other[part]) <= 0.1)
  );
}
