const concrete =
  "alert alertdialog application article banner blockquote button caption cell checkbox code columnheader combobox comment complementary " +
  "contentinfo definition deletion dialog document emphasis feed figure form generic grid gridcell group heading img insertion link list " +
  "listbox listitem log main mark marquee math menu menubar menuitem menuitemcheckbox menuitemradio meter navigation none note option " +
  "paragraph progressbar radio radiogroup region row rowgroup rowheader scrollbar search searchbox sectionfooter sectionheader separator " +
  "slider spinbutton status strong subscript suggestion superscript switch tab table tablist tabpanel term textbox time timer toolbar " +
  "tooltip tree treegrid treeitem graphics-document graphics-object graphics-symbol";
const publishing =
  "abstract acknowledgments afterword appendix backlink biblioentry bibliography biblioref chapter colophon conclusion cover credit credits " +
  "dedication endnote endnotes epigraph epilogue errata example footnote foreword glossary glossref index introduction noteref notice " +
  "pagebreak pagefooter pageheader pagelist part preface prologue pullquote qna subtitle tip toc";

const known = new Map<string, string>([
  ...concrete.split(" ").map((role): [string, string] => [role, role]),
  ...publishing.split(" ").map((word): [string, string] => [`doc-${word}`, `doc-${word}`]),
  ["presentation", "none"],
  ["image", "img"],
  ["directory", "list"],
]);

/** Global properties that make a browser ignore `role=none`; those that say nothing when empty or false are left out (WAI-ARIA 1.2, 5.3). */
const undoNone = new Set(
  "atomic brailleroledescription busy controls current describedby description details flowto grabbed keyshortcuts label labeledby labelledby live owns relevant roledescription"
    .split(" ")
    .map((name) => `aria-${name}`),
);

const fromContent = new Set(
  (
    "button cell checkbox columnheader gridcell heading link math menuitem menuitemcheckbox menuitemradio option radio rowheader switch tab term " +
    "tooltip treeitem doc-backlink doc-biblioref doc-glossref doc-noteref"
  ).split(" "),
);

const silent = new Set(
  (
    "alert alertdialog application article banner blockquote combobox comment complementary contentinfo dialog document feed figure form " +
    "graphics-document graphics-object graphics-symbol grid group img listbox log main marquee menu menubar meter navigation note progressbar " +
    "radiogroup rowgroup scrollbar search searchbox sectionheader separator slider spinbutton status suggestion table tablist tabpanel " +
    "textbox timer toolbar tree treegrid"
  ).split(" "),
);

const unnamed = new Set(["", "none", ..."caption code definition deletion emphasis insertion mark paragraph strong suggestion".split(" ")]);

const widgets = new Set(
  (
    "button checkbox combobox gridcell link listbox menuitem menuitemcheckbox menuitemradio option radio scrollbar searchbox slider " +
    "spinbutton switch tab textbox treeitem"
  ).split(" "),
);

/** The first role in a `role` attribute that WAI-ARIA knows, in the spelling that captures use; "" for none. */
export function ariaRoleOf(words: readonly string[], skip?: (role: string) => boolean): string {
  for (const word of words) {
    const role = known.get(word.toLowerCase());
    if (role !== undefined && skip?.(role) !== true) return role;
  }
  return "";
}

/** Tells whether a global property of the element stands against `role=none`. */
export function undoesNone(attributes: readonly string[]): boolean {
  return attributes.some((name) => undoNone.has(name));
}

/** Roles that take their own name from their content (WAI-ARIA 1.2, 5.2.8.5). */
export function isNamedByContent(role: string): boolean {
  return fromContent.has(role);
}

/** Roles whose content adds nothing to the name of an ancestor: containers of many things, and fields with a value. */
export function isSilentInNames(role: string): boolean {
  return silent.has(role) || (role.startsWith("doc-") && !fromContent.has(role));
}

/** Roles that may not be named (WAI-ARIA 1.3, 5.2.8.6). */
export function prohibitsName(role: string): boolean {
  return unnamed.has(role);
}

/** Roles of controls that a person activates or sets. */
export function isWidget(role: string): boolean {
  return widgets.has(role);
}
