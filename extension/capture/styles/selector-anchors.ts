import { cssIdentifier } from "../attributes/anchors.js";

const escapeSequence = /\\(?:[\da-f]{1,6} ?|[\s\S])/gi;
const innermostBrackets = /\([^()]*\)|\[[^[\]]*\]/g;
const nameToken = /[.#]?(?:[\w-]|[^\0-\x7f])+/y;

/** Splits a selector list, with marks for escapes and brackets, as browsers serialize it (CSSOM, section 5.2): nothing is parsed. */
export function plainSelectors(list: string): readonly string[] {
  let text = withoutEscapes(list);
  if (/[([]/.test(text)) {
    text = text.replace(/"[^"]*"/g, "");
    for (let before = ""; before !== text; ) {
      before = text;
      text = text.replace(innermostBrackets, "!");
    }
  }
  return text.split(", ");
}

/** What all elements that such a selector matches have: `#id`, else `.class`, else type; "" for none known. Escapes are alike in it. */
export function anchorIn(selector: string): string {
  const compound = selector.lastIndexOf(" ") + 1;
  const id = selector.indexOf("#", compound);
  if (id >= 0) return nameAt(selector, id);
  const className = selector.indexOf(".", compound);
  if (className >= 0) return nameAt(selector, className);
  // Behind a namespace stands the type.
  return selector.includes("|", compound) ? "" : nameAt(selector, compound).toLowerCase();
}

/** An element's id or class as an anchor has it. */
export function anchorName(name: string): string {
  return withoutEscapes(cssIdentifier(name));
}

function withoutEscapes(text: string): string {
  return text.includes("\\") ? text.replace(escapeSequence, "_") : text;
}

/** A name with the sign before it. */
function nameAt(text: string, from: number): string {
  nameToken.lastIndex = from;
  return nameToken.test(text) ? text.slice(from, nameToken.lastIndex) : "";
}
