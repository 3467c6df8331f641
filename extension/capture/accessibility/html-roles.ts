import { undoesNone } from "./aria-roles.js";
import type { Attributes } from "./kind.js";
import { type AxElement, inGrid, inMain, inSection } from "./node.js";
import { tableRoleOf } from "./tables.js";

const pairs =
  "address=group datalist=listbox dd=definition del=deletion details=group dfn=term dir=list dt=term em=emphasis fieldset=group h1=heading " +
  "h2=heading h3=heading h4=heading h5=heading h6=heading hgroup=group hr=separator ins=insertion menu=list nav=navigation ol=list " +
  "optgroup=group output=status p=paragraph progress=progressbar s=deletion sub=subscript sup=superscript textarea=textbox ul=list " +
  "math:math=math svg:g=group svg:image=img svg:use=graphics-object";
const shapes = "circle ellipse line path polygon polyline rect";
const same = "article blockquote button caption code dialog figure form main mark meter option search strong table time";

const plain = new Map<string, string>();
for (const pair of pairs.split(" ")) plain.set(pair.replace(/=.*/, ""), pair.replace(/.*=/, ""));
for (const shape of shapes.split(" ")) plain.set(`svg:${shape}`, "graphics-symbol");
for (const tag of same.split(" ")) plain.set(tag, tag);
// The most frequent elements of all have no role: they are found as fast as others.
for (const tag of "b body br div font html i label small span svg:text".split(" ")) plain.set(tag, "");

/** `<input>` types without an ARIA role of their own (date, colour, …) are told as the text field that they stand for. */
const inputs = new Map([
  ["checkbox", "checkbox"],
  ["hidden", ""],
  ["number", "spinbutton"],
  ["radio", "radio"],
  ["range", "slider"],
  ["search", "searchbox"],
  ...["button", "file", "image", "reset", "submit"].map((type): [string, string] => [type, "button"]),
]);

/**
 * The role that HTML-AAM, SVG-AAM and MathML-AAM give an element without a `role` attribute, "" for none.
 * `named` tells whether the author named it by aria-label, aria-labelledby or title.
 */
export function nativeRoleOf(node: AxElement, named: (node: AxElement) => boolean): string {
  const { parent, within, tag } = node;
  const fixed = fixedRoleOf(tag, node);
  if (fixed !== undefined) return fixed;
  switch (tag) {
    case "img":
      return named(node) || node.focusable || undoesNone(node.kind.names) ? "img" : "none";
    case "svg:svg":
      return parent?.tag.startsWith("svg:") === true ? "group" : "img";
    case "li":
      return isListItem(parent) ? "listitem" : "none";
    case "header":
    case "footer":
      return (within & (inSection | inMain)) !== 0 ? "" : tag === "header" ? "banner" : "contentinfo";
    case "aside":
      return (within & inSection) === 0 || named(node) ? "complementary" : "";
    case "section":
      return named(node) ? "region" : "";
    default:
      return tableRoleOf(node);
  }
}

/** The same where tag and attributes decide it alone; undefined elsewhere. */
export function fixedRoleOf(tag: string, attributes: Attributes): string | undefined {
  const fixed = plain.get(tag);
  if (fixed !== undefined) return fixed;
  switch (tag) {
    case "a":
    case "area":
      return attributes.has("href") ? "link" : "";
    case "svg:a":
      return attributes.has("href") || attributes.has("xlink:href") ? "link" : "group";
    case "img":
      return attributes.has("alt") && attributes.get("alt") === "" ? undefined : "img";
    case "input":
      return inputRoleOf(attributes);
    case "select":
      return attributes.has("multiple") || Number.parseInt(attributes.get("size"), 10) > 1 ? "listbox" : "combobox";
    default:
      return undefined;
  }
}

/** What an element means for those in it: headers and footers in a part are not the page's, rows in a grid have names. */
export function bitsBelow({ tag, role, within }: AxElement): number {
  const bits = tag === "section" ? within | inSection : within;
  switch (role) {
    case "grid":
    case "treegrid":
      return bits | inGrid;
    case "row":
    case "rowgroup":
    case "group":
    case "":
      return bits;
    case "article":
    case "complementary":
    case "navigation":
      return (bits | inSection) & ~inGrid;
    case "main":
      return (bits | inMain) & ~inGrid;
    default:
      return bits & ~inGrid;
  }
}

function inputRoleOf(attributes: Attributes): string {
  const type = attributes.get("type").trim().toLowerCase();
  const role = inputs.get(type) ?? "textbox";
  return attributes.has("list") && !/^(password|color)$/.test(type) && (role === "textbox" || role === "searchbox") ? "combobox" : role;
}

/** A `<ul role="tablist">` has no list items; a `<li>` outside a list is one still, as it is displayed so. */
function isListItem(parent: AxElement | undefined): boolean {
  return parent === undefined || !/^([uo]l|menu)$/.test(parent.tag) || parent.role === "list" || !parent.explicit;
}
