import { attributeOf, computedStyleOf } from "./dom.js";
import { mayHoldText } from "./style-hints.js";

/** The text of a generated box as shown, or its alternative text; "" for none. A counter's number is not to be had. */
export function pseudoText(element: Element, which: "::before" | "::after"): string {
  const style = computedStyleOf(element, which);
  const { content } = style;
  if (!mayHoldText(content) || style.display === "none" || style.visibility !== "visible") return "";
  const [shown = "", alternative] = content.split(/ \/ (?=")/);
  const text = textOf(alternative ?? shown, element);
  if (text === "") return "";
  return alternative === undefined && style.display === "inline" ? text : which === "::before" ? `${text} ` : ` ${text}`;
}

function textOf(content: string, element: Element): string {
  let text = "";
  for (const [, quoted, attribute, word] of content.matchAll(/"((?:[^"\\]|\\.)*)"|attr\(\s*([\w-]+)[^)]*\)|(open-quote|close-quote)/gs)) {
    if (quoted !== undefined)
      text += quoted.replace(/\\([0-9a-f]{1,6}) ?|\\(.)/gis, (_, hex?: string, char?: string) =>
        hex === undefined ? (char ?? "") : String.fromCodePoint(Number.parseInt(hex, 16)),
      );
    else if (attribute !== undefined) text += attributeOf(element, attribute) ?? "";
    else text += word === "open-quote" ? "\u201c" : "\u201d";
  }
  return text;
}
