import { attributeOf, computedStyleOf } from "../dom.js";

/** The text of a generated box as it is shown, and as names hold it, where it may have an alternative; "" for none. */
interface GeneratedText {
  readonly shown: string;
  readonly spoken: string;
}

/** Counters are left out: their value cannot be read. */
export function generatedText(element: Element, which: "::before" | "::after"): GeneratedText {
  const style = computedStyleOf(element, which);
  const { content } = style;
  if (!mayContainText(content) || style.display === "none" || style.visibility !== "visible") return { shown: "", spoken: "" };
  const [visible = "", alternative] = content.split(/ \/ (?=")/);
  const shown = textOf(visible, element);
  const text = alternative === undefined ? shown : textOf(alternative, element);
  const isInline = text === "" || (alternative === undefined && style.display === "inline");
  return { shown, spoken: isInline ? text : which === "::before" ? `${text} ` : ` ${text}` };
}

/** Returns whether a value of `content` can show text. */
export function mayContainText(content: string): boolean {
  return content !== "" && !/^(?:none|normal|"\s*"|'\s*'|url\([^)]*\))$/.test(content);
}

function textOf(content: string, element: Element): string {
  let text = "";
  for (const [, quoted, attribute, keyword] of content.matchAll(
    /"((?:[^"\\]|\\.)*)"|attr\(\s*([\w-]+)[^)]*\)|(open-quote|close-quote)/gs,
  )) {
    if (quoted !== undefined)
      text += quoted.replace(/\\([0-9a-f]{1,6}) ?|\\(.)/gis, (_, hex?: string, char?: string) =>
        hex === undefined ? (char ?? "") : String.fromCodePoint(Number.parseInt(hex, 16)),
      );
    else if (attribute !== undefined) text += attributeOf(element, attribute) ?? "";
    else text += keyword === "open-quote" ? "\u201c" : "\u201d";
  }
  return text;
}
