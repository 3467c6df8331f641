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

/** Tells whether the elements of a record may have text before or after them. Asked once for each record and style sheets. */
export function mayGenerate(record: AttributeRecord, hints: StyleHints): boolean {
  if (hints.anywhere) return true;
  if (record.hinted !== hints) {
    record.hinted = hints;
    record.generates = isHinted(record, hints.generated);
  }
  return record.generates;
}

function isHinted({ tag, attributes }: AttributeRecord, generated: ReadonlySet<string>): boolean {
  if (generated.has(tag.toLowerCase())) return true;
  return attributes.some(({ name, raw }) => {
    if (name.name === "id") return generated.has(`#${raw.toLowerCase()}`);
    return (
      name.name === "class" &&
      raw
        .toLowerCase()
        .split(/\s+/)
        .some((word) => generated.has(`.${word}`))
    );
  });
}
