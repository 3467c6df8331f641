import type { CapturedElement, CaptureReader } from "../../contract/reader.js";
import { rootHostOf } from "../roots.js";
import { isExposed, type Rule, type Violation } from "./rule.js";

/** Rules about what authors write for WAI-ARIA: values of its attributes, and roles that an element may take. */
export const ariaRules: readonly Rule[] = [
  { rule: "aria-valid-attr-value", impact: "critical", wcag: ["4.1.2"], check: wrongValues },
  { rule: "aria-allowed-role", impact: "minor", wcag: [], check: wrongRoles },
];

const trueOrFalse = ["true", "false"];
const optional = ["true", "false", "undefined"];
const withMixed = ["true", "false", "mixed", "undefined"];

/** WAI-ARIA 1.2: the words that an attribute may have. */
const tokens: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    ...Object.fromEntries(
      ["atomic", "busy", "disabled", "modal", "multiline", "multiselectable", "readonly", "required"].map((name) => [name, trueOrFalse]),
    ),
    autocomplete: ["inline", "list", "both", "none"],
    checked: withMixed,
    expanded: optional,
    grabbed: optional,
    haspopup: ["true", "false", "menu", "listbox", "tree", "grid", "dialog"],
    hidden: optional,
    invalid: ["true", "false", "grammar", "spelling"],
    live: ["assertive", "polite", "off"],
    orientation: ["horizontal", "vertical", "undefined"],
    pressed: withMixed,
    selected: optional,
    sort: ["ascending", "descending", "none", "other"],
  }),
);

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

const words = (text: string): ReadonlySet<string> => new Set(text.split(" "));
const none = words("");
const nothing = words("none presentation");
const menuItems = "menuitem menuitemcheckbox menuitemradio";
const heading = words("none presentation tab");
const banner = words("group none presentation");
const embedded = words("application document img image none presentation");

/** W3C, ARIA in HTML: roles that an element may be given. An element that is not listed may have any. */
const allowedRoles: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries({
    article: words("application document feed main none presentation region"),
    aside: words("feed none note presentation region search"),
    audio: words("application"),
    body: none,
    button: words(`checkbox combobox gridcell link ${menuItems} option radio separator slider switch tab treeitem`),
    caption: none,
    dd: none,
    details: none,
    dialog: words("alertdialog"),
    dl: words("group list none presentation"),
    dt: words("listitem"),
    embed: embedded,
    fieldset: words("none presentation radiogroup"),
    figcaption: words("group none presentation"),
    footer: banner,
    form: words("form none presentation search"),
    ...Object.fromEntries([1, 2, 3, 4, 5, 6].map((level) => [`h${level}`, heading])),
    header: banner,
    hr: nothing,
    iframe: embedded,
    label: none,
    legend: none,
    li: words(`${menuItems} none option presentation radio separator tab treeitem`),
    main: none,
    math: none,
    menu: words("group listbox menu menubar none presentation radiogroup tablist toolbar tree"),
    meter: none,
    nav: words("menu menubar none presentation radiogroup tablist toolbar"),
    object: words("application document img image"),
    ol: words("group listbox menu menubar none presentation radiogroup tablist toolbar tree"),
    optgroup: none,
    option: none,
    progress: none,
    search: words("form group none presentation region search"),
    section: words(
      "alert alertdialog application banner complementary contentinfo dialog document feed group log main marquee navigation none note presentation region search status tabpanel",
    ),
    summary: none,
    textarea: none,
    ul: words("group listbox menu menubar none presentation radiogroup tablist toolbar tree"),
    video: words("application"),
  }),
);

const inputRoles: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries({
    button: words(`checkbox combobox link ${menuItems} option radio switch tab`),
    checkbox: words("menuitemcheckbox option switch"),
    image: words("link menuitem menuitemcheckbox menuitemradio radio switch"),
    radio: words("menuitemradio"),
    text: words("combobox searchbox spinbutton"),
    email: words("combobox searchbox spinbutton"),
    search: words("combobox searchbox spinbutton"),
    tel: words("combobox searchbox spinbutton"),
    url: words("combobox searchbox spinbutton"),
  }),
);

/** Roles that elements have by themselves: to write them adds nothing. */
const ownRoles: ReadonlyMap<string, string> = new Map(
  Object.entries({
    a: "link",
    article: "article",
    aside: "complementary",
    button: "button",
    details: "group",
    dialog: "dialog",
    dd: "definition",
    dt: "term",
    fieldset: "group",
    footer: "contentinfo",
    form: "form",
    header: "banner",
    hr: "separator",
    img: "img",
    li: "listitem",
    main: "main",
    math: "math",
    menu: "list",
    meter: "meter",
    nav: "navigation",
    ol: "list",
    option: "option",
    optgroup: "group",
    progress: "progressbar",
    search: "search",
    section: "region",
    summary: "button",
    textarea: "textbox",
    ul: "list",
    ...Object.fromEntries([1, 2, 3, 4, 5, 6].map((level) => [`h${level}`, "heading"])),
  }),
);

const named = words(`button checkbox link math ${menuItems} meter option progressbar radio scrollbar separator slider switch tab treeitem`);
const link = words(`button checkbox ${menuItems} option radio switch tab treeitem`);

function* wrongRoles(reader: CaptureReader): Generator<Violation> {
  for (const element of reader.elements()) {
    const { tag, attributes } = element;
    const written = (attributes["role"] ?? "").trim().toLowerCase();
    if (written === "" || !isExposed(element)) continue;
    const allowed = rolesFor(element);
    // Publishers' roles (`doc-…`) have a table of their own.
    const wrong = written
      .split(/\s+/)
      .find((role) => allowed?.has(role) === false && role !== ownRoles.get(tag) && !role.startsWith("doc-"));
    if (wrong !== undefined)
      yield { element, message: `<${tag}> cannot be role=${JSON.stringify(wrong.slice(0, 40))}: use an element that fits.` };
  }
}

/** Undefined where any role will do. */
function rolesFor({ tag, attributes, name }: CapturedElement): ReadonlySet<string> | undefined {
  switch (tag) {
    case "a":
      return attributes["href"] === undefined ? undefined : link;
    case "img":
      return (attributes["alt"] ?? "") !== "" || name.trim() !== "" ? named : nothing;
    case "input":
      return attributes["list"] === undefined ? (inputRoles.get(attributes["type"]?.toLowerCase() ?? "text") ?? none) : none;
    case "select":
      return attributes["multiple"] === undefined && Number(attributes["size"] ?? 1) <= 1 ? words("menu") : none;
    default:
      return allowedRoles.get(tag);
  }
}
