import { isMarker } from "../components/markers.js";
import { rarePaint } from "../styles/rare-paint.js";
import * as trait from "./trait.js";

const byTag = new Map<string, number>();
const add = (tags: string, bits: number) => {
  for (const tag of tags.split(" ")) byTag.set(tag, (byTag.get(tag) ?? 0) | bits);
};
add("script style template noscript", trait.code);
add("textarea selectedcontent", trait.editable);
add("meter progress canvas video audio", trait.fallback);
add("option optgroup", trait.boxless);
add("option", trait.option);
add("img svg canvas video audio iframe embed object input select textarea button meter progress math", trait.atomic);
add("iframe frame object", trait.frame);
add("slot", trait.slot);
add("details", trait.details);
add("article aside blockquote body div footer h1 h2 h3 h4 h5 h6 header main nav p section span", trait.host);
add("canvas video audio object embed", trait.media);
add("dialog", trait.top);
add("html body", trait.viewport);

/** Names with a hyphen that are reserved for SVG and MathML (HTML, "valid custom element name"). */
const reserved = /^(?:annotation-xml|color-profile|font-face.*|missing-glyph)$/;

/** The only SVG elements that render text (SVG 2, 11.1). */
const rendersText = /^svg:(?:text|tspan|textPath|a|title|desc|foreignObject|script|style)$/;

/** Returns the traits of a tag; `fullTag`: as returned by `tagOf`. */
export function traitsOfTag(tag: string, fullTag: string): number {
  const bits = byTag.get(tag) ?? 0;
  if (fullTag === "svg:svg") return bits | trait.fallback;
  // Their fill is read too.
  if (fullTag === "svg:text" || fullTag === "svg:tspan") return bits | trait.veils;
  if (fullTag.startsWith("svg:")) return rendersText.test(fullTag) ? bits : bits | trait.fallback | trait.shape;
  return tag.includes("-") && !reserved.test(tag) ? bits | trait.host | trait.custom : bits;
}

export function traitsOfAttribute(name: string, value: string): number {
  if (name === "contenteditable") {
    const editable = value.toLowerCase();
    return editable === "false" ? trait.notEditable : /^(?:|true|plaintext-only)$/.test(editable) ? trait.editable : 0;
  }
  if (name === "popover") return trait.top;
  if (name === "role") return traitsOfRole(value);
  // Editors that render the text themselves.
  if (name === "class") return /(?:^|\s)(?:monaco-editor|CodeMirror|ace_editor)(?:\s|$)/.test(value) ? trait.editable : 0;
  if (isMarker(name)) return trait.marked;
  if (name !== "style") return 0;
  return (
    (/user-modify/i.test(value) ? trait.modifies : 0) |
    (rarePaint.test(value) ? trait.paints : 0) |
    (/clip|filter|mask|text-indent|fill-color|contain|backface/i.test(value) ? trait.veils : 0)
  );
}

function traitsOfRole(value: string): number {
  const role = value.trim().toLowerCase();
  if (/^(?:textbox|searchbox|spinbutton|combobox)$/.test(role)) return trait.value;
  if (role === "option") return trait.choices | trait.option;
  return /^(?:listbox|tree|grid|dialog|menu)$/.test(role) ? trait.choices : 0;
}
