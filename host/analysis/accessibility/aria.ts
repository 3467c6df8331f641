import { weaklyMemoized } from "../../contract/memoized.js";
import type { CapturedElement, CaptureReader } from "../../contract/reader.js";
import { rootHostOf } from "../roots.js";
import { complaintRule, isExposed, type Rule, type Violation } from "./rule.js";

/** Rules about what authors write for WAI-ARIA: values of its attributes, and roles that an element may take. */
export const ariaRules: readonly Rule[] = [
  { rule: "aria-valid-attr-value", impact: "critical", wcag: ["4.1.2"], check: wrongValues },
  complaintRule("aria-valid-attr", "critical", ["4.1.2"], unknownAttribute),
  complaintRule("aria-roles", "critical", ["4.1.2"], unknownRole),
  complaintRule("aria-required-attr", "critical", ["4.1.2"], lostStates),
  complaintRule("aria-allowed-role", "minor", [], wrongRole),
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
/** The words of which an attribute may have several. */
const tokenLists = wordsByKey([
  ["dropeffect", "copy execute link move none popup"],
  ["relevant", "additions removals text all"],
]);

/** Whole numbers, each with the least that it may be; the others may be fractions. */
const wholes: ReadonlyMap<string, number> = new Map(
  Object.entries({ colcount: -1, colindex: 1, colspan: 1, level: 1, posinset: 1, rowcount: -1, rowindex: 1, rowspan: 0, setsize: -1 }),
);
const numbers: ReadonlySet<string> = new Set(["valuemax", "valuemin", "valuenow"]);
/** Those that take any text or ids. */
const others =
  "activedescendant braillelabel brailleroledescription colindextext controls current describedby description details errormessage flowto keyshortcuts label labelledby owns placeholder roledescription rowindextext valuetext".split(
    " ",
  );
const names: ReadonlySet<string> = new Set([...tokens.keys(), ...tokenLists.keys(), ...wholes.keys(), ...numbers, ...others]);

function unknownAttribute(element: CapturedElement): string | undefined {
  const wrong = Object.keys(element.attributes).find((name) => name.startsWith("aria-") && !names.has(name.slice(5)));
  return wrong !== undefined && isExposed(element) ? `${wrong.slice(0, 60)} is no attribute of WAI-ARIA.` : undefined;
}

/** Empty values and descriptions that point nowhere are left out: they say nothing, and do no harm that a capture shows. */
function* wrongValues(reader: CaptureReader): Generator<Violation> {
  for (const element of reader.elements()) {
    const written = Object.entries(element.attributes).filter(([name, value]) => name.startsWith("aria-") && value.trim() !== "");
    if (written.length === 0 || !isExposed(element)) continue;
    for (const [name, value] of written) {
      const problem = problemOf(name.slice(5), value.trim().toLowerCase());
      if (problem !== undefined) yield { element, message: `${name}="${value.slice(0, 60)}" is no value of it: ${problem}.` };
      else if (needsTarget(name, element)) {
        const known = idsByRoot(reader).get(rootHostOf(reader, element.index));
        const [first, ...others] = value
          .trim()
          .split(/\s+/)
          .map((id) => known?.get(id));
        const what = `${name}="${value.slice(0, 60)}"`;
        if (first === undefined && others.every((one) => one === undefined))
          yield { element, message: `${what} points at no element of the page.` };
        else if (others.length > 0 && ofOneId.has(name)) yield { element, message: `${what} names several ids: it takes one.` };
        else if (name === "aria-errormessage" && first !== undefined && !isHeard(first, element))
          yield { element, message: `${what} is not heard: show it, and make it a live region or a part of aria-describedby.` };
      }
    }
  }
}

function problemOf(name: string, value: string): string | undefined {
  const several = tokenLists.get(name);
  if (several !== undefined)
    return value.split(/\s+/).every((one) => several.includes(one)) ? undefined : `write some of ${several.join(", ")}`;
  const allowed = tokens.get(name);
  if (allowed !== undefined) return allowed.includes(value) ? undefined : `write ${allowed.join(", ")}`;
  const least = wholes.get(name);
  if (least !== undefined) return /^[-+]?\d+$/.test(value) && Number(value) >= least ? undefined : `write a whole number from ${least}`;
  return numbers.has(name) && !/^[-+]?(?:\d+(?:\.\d*)?|\.\d+)$/.test(value) ? "write a number" : undefined;
}

const ofOneId: ReadonlySet<string> = new Set(["aria-activedescendant", "aria-errormessage"]);

/** Whether the message of an error reaches people who do not see it. */
function isHeard(message: CapturedElement, { attributes }: CapturedElement): boolean {
  const isDescribed = (attributes["aria-describedby"] ?? "").split(/\s+/).includes(message.attributes["id"] ?? "");
  const isLive = message.role === "alert" || message.attributes["aria-live"] === "assertive";
  return isExposed(message) && (isDescribed || isLive);
}

/** What a closed or unselected control points at may be made when it opens; the message of an error counts when there is one. */
function needsTarget(name: string, { attributes }: CapturedElement): boolean {
  const isClosed = attributes["aria-expanded"] === "false";
  if (name === "aria-owns") return !isClosed;
  if (name === "aria-errormessage") return /^(?!false$)./.test(attributes["aria-invalid"] ?? "");
  if (name !== "aria-controls") return /^aria-(activedescendant|details|flowto)$/.test(name);
  const popup = attributes["aria-haspopup"] ?? "";
  return !isClosed && attributes["aria-selected"] !== "false" && (popup === "" || popup === "false");
}

export const idsByRoot = weaklyMemoized((reader: CaptureReader): ReadonlyMap<number, ReadonlyMap<string, CapturedElement>> => {
  const ids = new Map<number, Map<string, CapturedElement>>();
  for (const element of reader.elements()) {
    const id = element.attributes["id"];
    if (id === undefined || id === "") continue;
    const root = rootHostOf(reader, element.index);
    ids.set(root, (ids.get(root) ?? new Map<string, CapturedElement>()).set(id, element));
  }
  return ids;
});

/** WAI-ARIA 1.2, required states and properties, but for values that a capture does not hold. */
const requiredOf = wordsByKey([
  ["checkbox menuitemcheckbox menuitemradio radio switch", "checked"],
  ["combobox", "expanded"],
  ["heading", "level"],
  ["meter", "valuenow"],
  ["scrollbar", "controls valuenow"],
  ["separator", "valuenow"],
]);

/** Elements whose role is theirs by nature, or whose tag has the state itself, lack nothing. */
function lostStates(element: CapturedElement): string | undefined {
  const { role, tag, attributes, focusable } = element;
  if (attributes["role"] === undefined || !isExposed(element) || /^(input|select|h[1-6]|meter|hr)$/.test(tag)) return undefined;
  if (role === "separator" && !focusable) return undefined;
  const lacks = (name: string) => attributes[`aria-${name}`] === undefined;
  const needed = [...(requiredOf.get(role) ?? []), ...(role === "combobox" && attributes["aria-expanded"] === "true" ? ["controls"] : [])];
  const lost = needed.filter(lacks).map((name) => `aria-${name}`);
  return lost.length > 0 ? `role=${role} is not complete without ${lost.join(" and ")}.` : undefined;
}

const menuItems = "menuitem menuitemcheckbox menuitemradio";

/** W3C, ARIA in HTML: roles that an element may be given, its own first; types of `input` behind a slash. What is not listed may have any. */
const allowedRoles = wordsByKey([
  ["a", `link button checkbox ${menuItems} option radio switch tab treeitem doc-backlink doc-biblioref doc-glossref doc-noteref`],
  ["area", "link"],
  ["area/none", "button link generic"],
  ["article", "article application document feed main none presentation region"],
  [
    "aside",
    "complementary feed none note presentation region search doc-dedication doc-example doc-footnote doc-glossary doc-pullquote doc-tip",
  ],
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
  ["footer", "contentinfo group none presentation doc-footnote"],
  ["form", "form none presentation search"],
  ["h1 h2 h3 h4 h5 h6", "heading none presentation tab doc-subtitle"],
  ["header", "banner group none presentation"],
  ["hr", "separator none presentation doc-pagebreak"],
  [
    "img",
    `img image doc-cover button checkbox link math ${menuItems} meter option progressbar radio scrollbar separator slider switch tab treeitem`,
  ],
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
  ["li", `listitem ${menuItems} none option presentation radio separator tab treeitem doc-biblioentry doc-endnote`],
  ["main", "main"],
  ["math", "math"],
  ["menu ol ul", "list directory group listbox menu menubar none presentation radiogroup tablist toolbar tree"],
  ["meter", "meter"],
  ["nav", "navigation menu menubar none presentation radiogroup tablist toolbar doc-index doc-pagelist doc-toc"],
  ["object", "application document img image"],
  ["option", "option"],
  ["progress", "progressbar"],
  ["search", "search form group none presentation region"],
  [
    "section",
    "region alert alertdialog application banner complementary contentinfo dialog document feed group log main marquee navigation none note presentation search status tabpanel doc-abstract doc-acknowledgments doc-afterword doc-appendix doc-bibliography doc-chapter doc-colophon doc-conclusion doc-credit doc-credits doc-dedication doc-endnotes doc-epigraph doc-epilogue doc-errata doc-example doc-foreword doc-glossary doc-index doc-introduction doc-notice doc-pagelist doc-part doc-preface doc-prologue doc-pullquote doc-qna doc-toc",
  ],
  ["select", "combobox menu"],
  ["select/many", "listbox"],
  ["summary", "button"],
  ["textarea", "textbox"],
]);

/** Roles of publishing that go with one element (DPUB-ARIA 1.1), and those that no element above may have. */
const boundRoles: ReadonlySet<string> = new Set(
  "doc-backlink doc-biblioentry doc-biblioref doc-cover doc-endnote doc-glossref doc-noteref".split(" "),
);
const knownRoles: ReadonlySet<string> = new Set([
  ...[...allowedRoles.values()].flat(),
  ..."blockquote caption cell code columnheader comment deletion doc-pagefooter doc-pageheader emphasis figure graphics-document graphics-object graphics-symbol grid insertion mark paragraph row rowgroup rowheader sectionfooter sectionheader strong subscript suggestion superscript table text time timer tooltip treegrid".split(
    " ",
  ),
]);

/** Of several roles browsers take the first that they know. */
function unknownRole({ attributes, rendered }: CapturedElement): string | undefined {
  const written = (attributes["role"] ?? "").trim().toLowerCase();
  if (written === "" || !rendered || written.split(/\s+/).some((role) => knownRoles.has(role) || boundRoles.has(role))) return undefined;
  return `${JSON.stringify(written.slice(0, 40))} is no role of WAI-ARIA.`;
}

function wrongRole(element: CapturedElement): string | undefined {
  const { tag, attributes } = element;
  const written = (attributes["role"] ?? "").trim().toLowerCase();
  // Areas have no box, and are in the tree as their image is; without a role a label is not.
  if (written === "" || (!isExposed(element) && !/^(area|embed|label)$/.test(tag))) return undefined;
  const allowed = rolesFor(element);
  const isWrong = (role: string) => (allowed === undefined ? boundRoles.has(role) : knownRoles.has(role) && !allowed.includes(role));
  const wrong = written.split(/\s+/).find(isWrong);
  return wrong && `<${tag}> cannot be role=${JSON.stringify(wrong.slice(0, 40))}: use an element that fits.`;
}

/** Undefined where any role will do. */
function rolesFor({ tag, attributes, name }: CapturedElement): readonly string[] | undefined {
  switch (tag) {
    case "a":
      return attributes["href"] === undefined ? undefined : allowedRoles.get(tag);
    case "area":
      return allowedRoles.get(attributes["href"] === undefined ? "area/none" : tag);
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
