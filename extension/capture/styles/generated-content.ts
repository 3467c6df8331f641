import { attributeOf, computedStyleOf, firstElementChildOf } from "../dom.js";
import type { Counters } from "./counters.js";

/** The text of a generated box as it is shown, and as names hold it, where it may have an alternative; "" for none. */
export interface GeneratedText {
  readonly shown: string;
  readonly spoken: string;
  /** Test frameworks, which read strings and attributes alone, have another. */
  readonly isComputed?: boolean;
}

/** `counters`: those before the element's children, at `depth`. What a box after children counts is left out, as in Chromium. */
export function generatedText(
  element: Element,
  which: "::before" | "::after",
  counters: Counters | undefined,
  depth: number,
): GeneratedText {
  const style = computedStyleOf(element, which);
  const { content } = style;
  const hasBox = content !== "" && content !== "none" && content !== "normal" && style.display !== "none";
  const isAhead = which === "::before" || firstElementChildOf(element) === null;
  if (hasBox) counters?.enter(style, depth + 1, isAhead);
  if (!mayContainText(content) || !hasBox || style.visibility !== "visible") return { shown: "", spoken: "" };
  const count = (name: string) => (isAhead ? counters?.valueOf(name) : undefined);
  const [visible = "", alternative] = content.split(/ \/ (?=["ac])/);
  const shown = textOf(visible, element, count);
  const text = alternative === undefined ? textOf(visible, element, () => undefined) : textOf(alternative, element, count);
  const isInline = text === "" || (alternative === undefined && style.display === "inline");
  const isComputed = (alternative !== undefined && text !== "") || /counters?\(|-quote/.test(alternative ?? visible);
  return { shown, isComputed, spoken: isInline ? text : which === "::before" ? `${text} ` : ` ${text}` };
}

export function mayContainText(content: string): boolean {
  return content !== "" && !/^(?:none|normal|"\s*"|'\s*'|url\([^)]*\))$/.test(content);
}

/** Counters in other styles than plain numbers are left out, and addresses of images. */
function textOf(content: string, element: Element, count: (counter: string) => number | undefined): string {
  let text = "";
  for (const [, quoted, attribute, counter, keyword] of content.matchAll(
    /(?:url|type)\("(?:[^"\\]|\\.)*"\)|"((?:[^"\\]|\\.)*)"|attr\(\s*([\w-]+)[^)]*\)|counter\(([^\s,)]+)\)|(open-quote|close-quote)/gs,
  )) {
    if (quoted !== undefined)
      text += quoted.replace(/\\([0-9a-f]{1,6}) ?|\\(.)/gis, (_, hex?: string, char?: string) =>
        hex === undefined ? (char ?? "") : String.fromCodePoint(Number.parseInt(hex, 16)),
      );
    else if (attribute !== undefined) text += attributeOf(element, attribute) ?? "";
    else if (counter !== undefined) text += count(counter) ?? "";
    else if (keyword !== undefined) text += keyword === "open-quote" ? "\u201c" : "\u201d";
  }
  return text;
}
