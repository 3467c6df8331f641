import type { AttributeValue } from "./attribute-values.js";
import type { AttributeRecord } from "./attributes.js";
import type { StyleHints } from "./style-hints.js";

const escapedFrom = 0xe000;

/**
 * For each selector of a list that has `::before` or `::after`: one thing that every element that it fits has, as `.class`, `#id` or a tag;
 * "" where nothing can be said, as with nested rules or parts of shadow trees.
 */
export function hintsInSelector(list: string): string[] {
  // Escaped characters are moved out of the way of those that mean something; what an escape by number stands for is left unknown.
  let bare = list.replace(/\\([^0-9a-f])/gi, (_, char: string) => String.fromCharCode(escapedFrom + (char.charCodeAt(0) & 0xfff)));
  bare = bare.replace(/\[[^\]]*\]/g, "");
  for (let before = ""; before !== bare; ) {
    before = bare;
    bare = bare.replace(/\([^()]*\)/g, "");
  }
  return bare
    .split(",")
    .filter((one) => /:(?:before|after)\b/.test(one))
    .map(hintOf);
}

function hintOf(selector: string): string {
  const compound = /[^\s>+~]*$/.exec(selector.trim())?.[0] ?? "";
  if (/::(?:part|slotted)|\\/.test(compound)) return "";
  const [hint = ""] = /[.#][^.#:&*]+|^[a-z][^.#:&*|]*/i.exec(compound) ?? [];
  return hint.replace(/[\ue000-\uefff]/g, (char) => String.fromCharCode(char.charCodeAt(0) - escapedFrom)).toLowerCase();
}

/** Tells whether the elements of a record may have text before or after them, where style sheets tell. Asked once for each record and style sheets. */
export function mayGenerate(record: AttributeRecord, hints: StyleHints): boolean {
  if (record.hinted !== hints) {
    record.hinted = hints;
    record.generates =
      hints.generated["<"].has(record.tag.toLowerCase()) || record.attributes.some((attribute) => isHinted(attribute, hints));
  }
  return record.generates;
}

/** Asked once for each id and each combination of classes. */
function isHinted(attribute: AttributeValue, hints: StyleHints): boolean {
  const { name, raw } = attribute;
  if (!name.isClass && name.name !== "id") return false;
  if (attribute.hinted !== hints) {
    attribute.hinted = hints;
    const { "#": ids, ".": classes } = hints.generated;
    const low = raw.toLowerCase();
    attribute.generates = name.isClass ? classes.size > 0 && low.split(/\s+/).some((word) => classes.has(word)) : ids.has(low);
  }
  return attribute.generates;
}
