import type { CapturedElement, CaptureReader } from "../../contract/reader.js";
import { rootHostOf } from "../roots.js";
import { isExposed, type Rule, type Violation } from "./rule.js";

/** Rules about what authors write for WAI-ARIA: values of its attributes, and roles that an element may take. */
export const ariaRules: readonly Rule[] = [
  { rule: "aria-valid-attr-value", impact: "critical", wcag: ["4.1.2"], check: wrongValues },
  { rule: "aria-allowed-role", impact: "minor", wcag: [], check: wrongRoles },
];

/** A table of rows whose first column names several keys: the words of the second column by key. */
function wordsByKey(rows: readonly (readonly [keys: string, words: string])[]): ReadonlyMap<string, readonly string[]> {
  return new Map(rows.flatMap(([keys, words]) => keys.split(" ").map((key) => [key, words.split(" ")] as const)));
}

/** WAI-ARIA 1.2: the words that an attribute may have. */
const tokens = wordsByKey([
  ["atomic busy disabled modal multiline multiselectable readonly required", "true false"],
  ["autocomplete", "inline list both none"],
  ["checked pressed", "true false mixed undefined"],
  ["expanded grabbed hidden selected", "true false undefined"],
  ["haspopup", "true false menu listbox tree grid dialog"],
  ["invalid", "true false grammar spelling"],
  ["live", "assertive polite off"],
  ["orientation", "horizontal vertical undefined"],
  ["sort", "ascending descending none other"],
]);

/** Whole numbers, each with the least that it may be; the others may be fractions. */
const wholes: ReadonlyMap<string, number> = new Map(
  Object.entries({ colcount: -1, colindex: 1, colspan: 1, level: 1, posinset: 1, rowcount: -1, rowindex: 1, rowspan: 0, setsize: -1 }),
);
const numbers: ReadonlySet<string> = new Set(["valuemax", "valuemin", "valuenow"]);

/** Empty values and descriptions that point nowhere are left out: they say nothing, and do no harm that a capture shows. */
function* wrongValues(reader: CaptureReader): Generator<Violation> {
  let ids: ReadonlyMap<number, ReadonlySet<string>> | undefined;
  for (const element of reader.elements()) {
    const written = Object.entries(element.attributes).filter(([name, value]) => name.startsWith("aria-") && value.trim() !== "");
    if (written.length === 0 || !isExposed(element)) continue;
    for (const [name, value] of written) {
      const problem = problemOf(name.slice(5), value.trim().toLowerCase());
      if (problem !== undefined) yield { element, message: `${name}="${value.slice(0, 60)}" is no value of it: ${problem}.` };
      else if (needsTarget(name, element)) {
        ids ??= idsByRoot(reader);
        const known = ids.get(rootHostOf(reader, element.index));
        if (!value.split(/\s+/).some((id) => known?.has(id) === true))
          yield { element, message: `${name}="${value.slice(0, 60)}" points at no element of the page.` };
      }
    }
  }
}

function problemOf(name: string, value: string): string | undefined {
  const allowed = tokens.get(name);
  if (allowed !== undefined) return allowed.includes(value) ? undefined : `write ${allowed.join(", ")}`;
  const least = wholes.get(name);
  if (least !== undefined) return /^[-+]?\d+$/.test(value) && Number(value) >= least ? undefined : `write a whole number from ${least}`;
  return numbers.has(name) && !/^[-+]?(?:\d+(?:\.\d*)?|\.\d+)$/.test(value) ? "write a number" : undefined;
}

/** What a closed or unselected control points at may be made when it opens. */
function needsTarget(name: string, { attributes }: CapturedElement): boolean {
  const isClosed = attributes["aria-expanded"] === "false";
  if (name === "aria-owns") return !isClosed;
  if (name !== "aria-controls") return /^aria-(activedescendant|details|flowto)$/.test(name);
  const popup = attributes["aria-haspopup"] ?? "";
  return !isClosed && attributes["aria-selected"] !== "false" && (popup === "" || popup === "false");
}

function idsByRoot(reader: CaptureReader): Map<number, Set<string>> {
  const ids = new Map<number, Set<string>>();
  for (const { index, attributes } of reader.elements()) {
    const id = attributes["id"];
    if (id === undefined || id === "") continue;
    const root = rootHostOf(reader, index);
    ids.set(root, (ids.get(root) ?? new Set()).add(id));
  }
  return ids;
}

const menuItems = "menuitem menuitemcheckbox menuitemradio";

/**
 * W3C, ARIA in HTML: roles that an element may be given, its own first: to write that adds nothing. `a`, `img` and `select` stand for links, for
 * images with a name and for lists of choices alone; types of `input` stand behind a slash. What is not listed may have any role.
 */
const allowedRoles = wordsByKey([
  ["a", `link button checkbox ${menuItems} option radio switch tab treeitem`],
  ["article", "article application document feed main none presentation region"],
  ["aside", "complementary feed none note presentation region search"],
  ["audio video", "application"],
  ["body caption label legend", ""],
  ["button", `button checkbox combobox gridcell link ${menuItems} option radio separator slider switch tab treeitem`],
  ["dd", "definition"],
  ["details optgroup", "group"],
  ["dialog", "dialog alertdialog"],
  ["dl", "group list none presentation"],
  ["dt", "term listitem"],
  ["embed iframe", "application document img image none presentation"],
  ["fieldset", "group none presentation radiogroup"],
  ["figcaption", "group none presentation"],
  ["footer", "contentinfo group none presentation"],
  ["form", "form none presentation search"],
  ["h1 h2 h3 h4 h5 h6", "heading none presentation tab"],
  ["header", "banner group none presentation"],
  ["hr", "separator none presentation"],
  ["img", `img image button checkbox link math ${menuItems} meter option progressbar radio scrollbar separator slider switch tab treeitem`],
  [
    "input/button input/submit input/reset",
    `button checkbox combobox gridcell link ${menuItems} option radio separator slider switch tab treeitem`,
  ],
  ["input/checkbox", "checkbox menuitemcheckbox option switch"],
  ["input/image", `button checkbox gridcell link ${menuItems} option radio separator slider switch tab treeitem`],
  ["input/list", "combobox"],
  ["input/number", "spinbutton"],
  ["input/radio", "radio menuitemradio"],
  ["input/range", "slider"],
  ["input/text", "textbox combobox searchbox spinbutton"],
  ["input/search", "searchbox combobox textbox spinbutton"],
  ["input/email input/tel input/url", "textbox combobox searchbox spinbutton"],
  ["li", `listitem ${menuItems} none option presentation radio separator tab treeitem`],
  ["main", "main"],
  ["math", "math"],
  ["menu ol ul", "list directory group listbox menu menubar none presentation radiogroup tablist toolbar tree"],
  ["meter", "meter"],
  ["nav", "navigation menu menubar none presentation radiogroup tablist toolbar"],
  ["object", "application document img image"],
  ["option", "option"],
  ["progress", "progressbar"],
  ["search", "search form group none presentation region"],
  [
    "section",
    "region alert alertdialog application banner complementary contentinfo dialog document feed group log main marquee navigation none note presentation search status tabpanel",
  ],
  ["select", "combobox menu"],
  ["select/many", "listbox"],
  ["summary", "button"],
  ["textarea", "textbox"],
]);

function* wrongRoles(reader: CaptureReader): Generator<Violation> {
  for (const element of reader.elements()) {
    const { tag, attributes } = element;
    const written = (attributes["role"] ?? "").trim().toLowerCase();
    if (written === "" || !isExposed(element)) continue;
    const allowed = rolesFor(element);
    // Publishers' roles (`doc-…`) have a table of their own.
    const wrong = written.split(/\s+/).find((role) => allowed?.includes(role) === false && !role.startsWith("doc-"));
    if (wrong !== undefined)
      yield { element, message: `<${tag}> cannot be role=${JSON.stringify(wrong.slice(0, 40))}: use an element that fits.` };
  }
}

/** Undefined where any role will do. */
function rolesFor({ tag, attributes, name }: CapturedElement): readonly string[] | undefined {
  switch (tag) {
    case "a":
      return attributes["href"] === undefined ? undefined : allowedRoles.get(tag);
    case "img":
      return (attributes["alt"] ?? "") !== "" || name.trim() !== "" ? allowedRoles.get(tag) : ["img", "none", "presentation"];
    case "input":
      return allowedRoles.get(`input/${attributes["list"] === undefined ? (attributes["type"]?.toLowerCase() ?? "text") : "list"}`) ?? [];
    case "select":
      return allowedRoles.get(attributes["multiple"] === undefined && Number(attributes["size"] ?? 1) <= 1 ? tag : `${tag}/many`);
    default:
      return allowedRoles.get(tag);
  }
}
