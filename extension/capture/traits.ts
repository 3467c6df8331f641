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
  /** The root element or the body: the viewport, not they, cuts what overflows them. */
  viewport: 4096,
  /** An attribute may make it skip its content. */
  skips: 8192,
} as const;

const byTag = new Map<string, number>();
const add = (tags: string, bits: number) => {
  for (const tag of tags.split(" ")) byTag.set(tag, (byTag.get(tag) ?? 0) | bits);
};
add("script style template noscript", trait.code);
add("textarea", trait.edited);
add("meter progress canvas video audio", trait.drawn);
add("option optgroup", trait.boxless);
add("img svg canvas video audio iframe embed object input select textarea button meter progress math", trait.atomic);
add("iframe frame object", trait.frame);
add("slot", trait.slot);
add("details", trait.details);
add("article aside blockquote body div footer h1 h2 h3 h4 h5 h6 header main nav p section span", trait.host);
add("canvas video audio object embed", trait.media);
add("html body", trait.viewport);

/** Names with a hyphen that SVG and MathML have taken (HTML, "valid custom element name"). */
const taken = /^(?:annotation-xml|color-profile|font-face.*|missing-glyph)$/;

/** The traits of a tag with these kept attributes. */
export function traitsOf(tag: string, values: ReadonlyMap<string, string>): number {
  let bits = byTag.get(tag) ?? 0;
  if (tag.includes("-") && !taken.test(tag)) bits |= trait.host | trait.custom;
  const editable = values.get("contenteditable")?.toLowerCase();
  if (editable === "false") bits |= trait.fixed;
  else if (editable === "" || editable === "true" || editable === "plaintext-only") bits |= trait.edited;
  if (values.get("hidden") === "until-found" || /content-visibility/i.test(values.get("style") ?? "")) bits |= trait.skips;
  return bits;
}
