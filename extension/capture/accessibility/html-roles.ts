import { attributeOf } from "../dom.js";
import { type AxElement, within } from "./node.js";

const plain: Readonly<Record<string, string>> = {
  address: "group",
  article: "article",
  blockquote: "blockquote",
  button: "button",
  caption: "caption",
  code: "code",
  datalist: "listbox",
  dd: "definition",
  del: "deletion",
  details: "group",
  dfn: "term",
  dialog: "dialog",
  dir: "list",
  dt: "term",
  em: "emphasis",
  fieldset: "group",
  figure: "figure",
  form: "form",
  h1: "heading",
  h2: "heading",
  h3: "heading",
  h4: "heading",
  h5: "heading",
  h6: "heading",
  hgroup: "group",
  hr: "separator",
  ins: "insertion",
  main: "main",
  mark: "mark",
  menu: "list",
  meter: "meter",
  nav: "navigation",
  ol: "list",
  optgroup: "group",
  option: "option",
  output: "status",
  p: "paragraph",
  progress: "progressbar",
  s: "deletion",
  search: "search",
  strong: "strong",
  sub: "subscript",
  sup: "superscript",
  table: "table",
  textarea: "textbox",
  time: "time",
  ul: "list",
  "math:math": "math",
  "svg:circle": "graphics-symbol",
  "svg:ellipse": "graphics-symbol",
  "svg:g": "group",
  "svg:image": "img",
  "svg:line": "graphics-symbol",
  "svg:path": "graphics-symbol",
  "svg:polygon": "graphics-symbol",
  "svg:polyline": "graphics-symbol",
  "svg:rect": "graphics-symbol",
  "svg:use": "graphics-object",
};

/** `<input>` types without an ARIA role of their own (date, colour, …) are told as the text field that they stand for. */
const inputs: Readonly<Record<string, string>> = {
  button: "button",
  checkbox: "checkbox",
  file: "button",
  hidden: "",
  image: "button",
  number: "spinbutton",
  radio: "radio",
  range: "slider",
  reset: "button",
  search: "searchbox",
  submit: "button",
};

const sectioned = new Set(["article", "complementary", "navigation", "main"]);

/**
 * The role that HTML-AAM, SVG-AAM and MathML-AAM give an element without a `role` attribute, "" for none.
 * `named` tells whether the author named it by aria-label, aria-labelledby or title.
 */
export function nativeRoleOf(node: AxElement, named: () => boolean): string {
  const fixed = plain[node.tag];
  if (fixed !== undefined) return fixed;
  const { element, parent } = node;
  switch (node.tag) {
    case "a":
    case "area":
      return attributeOf(element, "href") === null ? "" : "link";
    case "svg:a":
      return attributeOf(element, "href") === null && attributeOf(element, "xlink:href") === null ? "group" : "link";
    case "img":
      return attributeOf(element, "alt") === "" && !named() ? "none" : "img";
    case "svg:svg":
      return parent?.tag.startsWith("svg:") === true ? "group" : "img";
    case "input":
      return inputRoleOf(element);
    case "select":
      return isListBox(element) ? "listbox" : "combobox";
    case "li":
      return isListItem(parent) ? "listitem" : "none";
    case "header":
      return (node.within & (within.sectioning | within.main)) === 0 ? "banner" : "";
    case "footer":
      return (node.within & (within.sectioning | within.main)) === 0 ? "contentinfo" : "";
    case "aside":
      return (node.within & within.sectioning) === 0 || named() ? "complementary" : "";
    case "section":
      return named() ? "region" : "";
    default:
      return tableRoleOf(node);
  }
}

/** Tells whether an element's role makes headers and footers inside it ones of a part, not of the page. */
export function sectionBits(tag: string, role: string): number {
  if (role === "main") return within.main;
  return sectioned.has(role) || tag === "section" ? within.sectioning : 0;
}

function inputRoleOf(element: Element): string {
  const type = attributeOf(element, "type")?.toLowerCase() ?? "text";
  const role = inputs[type] ?? "textbox";
  const suggests = (role === "textbox" || role === "searchbox") && attributeOf(element, "list") !== null;
  return suggests ? "combobox" : role;
}

function isListBox(select: Element): boolean {
  return attributeOf(select, "multiple") !== null || Number.parseInt(attributeOf(select, "size") ?? "1", 10) > 1;
}

/** A `<ul role="tablist">` has no list items; a `<li>` outside a list is one still, as it is displayed so. */
function isListItem(parent: AxElement | undefined): boolean {
  if (parent === undefined || (parent.tag !== "ul" && parent.tag !== "ol" && parent.tag !== "menu")) return true;
  return parent.role === "list" || !parent.explicit;
}

function tableRoleOf(node: AxElement): string {
  const { tag, element } = node;
  if (tag === "tbody" || tag === "thead" || tag === "tfoot") return isTable(node.parent) ? "rowgroup" : "";
  if (tag === "tr") return tableOf(node.parent) === undefined ? "" : "row";
  if (tag !== "td" && tag !== "th") return "";
  const row = node.parent;
  const table = row?.role === "row" ? tableOf(row.parent) : undefined;
  if (table === undefined) return "";
  if (tag === "td") return table.role === "table" ? "cell" : "gridcell";
  const scope = attributeOf(element, "scope")?.toLowerCase() ?? "";
  if (scope.startsWith("row")) return "rowheader";
  return scope.startsWith("col") || !headsRow(element) ? "columnheader" : "rowheader";
}

function isTable(node: AxElement | undefined): boolean {
  return node !== undefined && (node.role === "table" || node.role === "grid" || node.role === "treegrid");
}

function tableOf(node: AxElement | undefined): AxElement | undefined {
  const owner = node !== undefined && /^t(body|head|foot)$/.test(node.tag) ? node.parent : node;
  return isTable(owner) ? owner : undefined;
}

/** A `<th>` without scope heads its row when data stands beside it, and is no row header between two others. */
function headsRow(cell: Element): boolean {
  const before = cell.previousElementSibling;
  const after = cell.nextElementSibling;
  if (isHeader(before) && isHeader(after)) return false;
  if (isData(before) || isData(after)) return true;
  const row = cell.parentElement;
  const first = row?.firstElementChild ?? null;
  const last = row?.lastElementChild ?? null;
  return isData(first) || isData(last) || isData(first?.nextElementSibling ?? null) || isData(last?.previousElementSibling ?? null);
}

function isHeader(cell: Element | null): boolean {
  return cell !== null && cell.localName === "th";
}

function isData(cell: Element | null): boolean {
  return cell !== null && cell.localName === "td" && cell.firstChild !== null;
}
