import { isMarker } from "./components/markers.js";

/** What an element's tag and attributes say to the walk, as bits: one number instead of many look-ups. */
export const trait = {
  /** Script, style or template: its text is no content. */
  code: 1,
  /** What it holds is what a person edits. */
  edited: 2,
  /** `contenteditable="false"`: within edited content not edited. */
  fixed: 4,
  /** Drawn by the browser: what it holds is for browsers that cannot. */
  drawn: 8,
  /** Drawn in a place of its own: it has no box, and is content all the same. */
  boxless: 16,
  /** A box of its own also where it stands inline. */
  atomic: 32,
  /** Holds a document. */
  frame: 64,
  slot: 128,
  details: 256,
  /** May have a shadow root of the page's (DOM, `attachShadow`); controls have roots of the browser's own. */
  host: 512,
  custom: 1024,
  /** Holds pixels or sound, or is of another program. */
  media: 2048,
  /** May stand in the top layer. */
  top: 32768,
  /** The root element or the body: the viewport, not they, cuts what overflows them. */
  viewport: 4096,
  /** An attribute may make it skip its content. */
  skips: 8192,
  /** Part of a picture that is no text: it has no box that CSS could set. */
  shape: 65536,
  /** A build plugin left a marker of its source or component. */
  marked: 16384,
  /** A control that scripts made, whose text is what a person wrote or chose. */
  value: 131072,
  /** What a control opens: the choices that there are, not the one that was made. */
  choices: 262144,
  /** Its own style may make it editable. */
  modifies: 524288,
} as const;

const byTag = new Map<string, number>();
const add = (tags: string, bits: number) => {
  for (const tag of tags.split(" ")) byTag.set(tag, (byTag.get(tag) ?? 0) | bits);
};
add("script style template noscript", trait.code);
add("textarea selectedcontent", trait.edited);
add("meter progress canvas video audio", trait.drawn);
add("option optgroup", trait.boxless);
add("img svg canvas video audio iframe embed object input select textarea button meter progress math", trait.atomic);
add("iframe frame object", trait.frame);
add("slot", trait.slot);
add("details", trait.details);
add("article aside blockquote body div footer h1 h2 h3 h4 h5 h6 header main nav p section span", trait.host);
add("canvas video audio object embed", trait.media);
add("dialog", trait.top);
add("html body", trait.viewport);

/** Names with a hyphen that SVG and MathML have taken (HTML, "valid custom element name"). */
const taken = /^(?:annotation-xml|color-profile|font-face.*|missing-glyph)$/;

/** SVG shows text in these only; anywhere else in a picture it is not drawn (SVG 2, 11.1). */
const drawsText = /^svg:(?:text|tspan|textPath|a|title|desc|foreignObject|script|style)$/;

/** The traits of all elements of a tag; `fullTag` is that with its namespace. */
export function traitsOfTag(tag: string, fullTag: string): number {
  const bits = byTag.get(tag) ?? 0;
  if (fullTag === "svg:svg") return bits | trait.drawn;
  if (fullTag.startsWith("svg:")) return drawsText.test(fullTag) ? bits : bits | trait.drawn | trait.shape;
  return tag.includes("-") && !taken.test(tag) ? bits | trait.host | trait.custom : bits;
}

/** Tells whether an attribute of this name can give its element a trait. */
export function mayGiveTraits(name: string): boolean {
  return /^(?:contenteditable|hidden|popover|style|role|class)$/.test(name) || isMarker(name);
}

/** The traits that an attribute gives its element. */
export function traitsOfAttribute(name: string, value: string): number {
  if (name === "contenteditable") {
    const editable = value.toLowerCase();
    return editable === "false" ? trait.fixed : /^(?:|true|plaintext-only)$/.test(editable) ? trait.edited : 0;
  }
  if (name === "hidden") return value === "until-found" ? trait.skips : 0;
  if (name === "popover") return trait.top;
  if (name === "role") return traitsOfRole(value);
  // Editors that draw the text themselves.
  if (name === "class") return /(?:^|\s)(?:monaco-editor|CodeMirror|ace_editor)(?:\s|$)/.test(value) ? trait.edited : 0;
  if (isMarker(name)) return trait.marked;
  if (name !== "style") return 0;
  return (/content-visibility/i.test(value) ? trait.skips : 0) | (/user-modify/i.test(value) ? trait.modifies : 0);
}

function traitsOfRole(value: string): number {
  const role = value.trim().toLowerCase();
  if (/^(?:textbox|searchbox|spinbutton|combobox)$/.test(role)) return trait.value;
  return /^(?:listbox|option|tree|grid|dialog|menu)$/.test(role) ? trait.choices : 0;
}
