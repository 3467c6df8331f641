import { wordSet } from "../text.js";

// Traits of each role, a letter each. c: named from content; h: its content is excluded from names of ancestors; n: naming prohibited,
// so that a tooltip is not used; w: widget.
const roleTable =
  "alert h,alertdialog h,application h,article h,banner h,blockquote h,button cw,caption n,cell c,checkbox cw,code n,columnheader c," +
  "combobox hw,comment h,complementary h,contentinfo h,definition n,deletion n,dialog h,document h,emphasis n,feed h,figure h,form h,generic," +
  "grid h,gridcell cw,group h,heading c,img h,insertion n,link cw,list,listbox hw,listitem,log h,main h,mark n,marquee h,math c,menu h," +
  "menubar h,menuitem cw,menuitemcheckbox cw,menuitemradio cw,meter h,navigation h,none n,note h,option cw,paragraph n,progressbar h," +
  "radio cw,radiogroup h,region,row,rowgroup h,rowheader c,scrollbar hw,search h,searchbox hw,sectionfooter,sectionheader h,separator h," +
  "slider hw,spinbutton hw,status h,strong n,subscript,suggestion nh,superscript,switch cw,tab cw,table h,tablist h,tabpanel h,term c," +
  "textbox hw,time,timer h,toolbar h,tooltip c,tree h,treegrid h,treeitem cw,graphics-document h,graphics-object h,graphics-symbol h";
const roleTraits = new Map<string, string>([["", "n"]]);
for (const row of roleTable.split(",")) {
  const [role = "", letters = ""] = row.split(" ");
  roleTraits.set(role, letters);
}

const synonyms = new Map([
  ["presentation", "none"],
  ["image", "img"],
  ["directory", "list"],
]);

/** Returns the first valid role of a `role` attribute that `skip` does not exclude, synonyms resolved; "" for none. */
export function firstValidRole(words: readonly string[], skip?: (role: string) => boolean): string {
  for (const word of words) {
    const lower = word.toLowerCase();
    const role = synonyms.get(lower) ?? lower;
    if (role !== "" && traitsOf(role) !== undefined && skip?.(role) !== true) return role;
  }
  return "";
}

// Global properties that make browsers ignore `role=none`, without those that have no meaning when empty or false.
const conflicting = wordSet(
  "atomic brailleroledescription busy controls current describedby description details flowto grabbed keyshortcuts label labeledby labelledby live owns relevant roledescription",
);

/** Returns whether a global ARIA property overrides `role=none` (WAI-ARIA 1.2, "Presentational Roles Conflict Resolution"). */
export function overridesNone(attributes: readonly string[]): boolean {
  return attributes.some((name) => name.startsWith("aria-") && conflicting.has(name.slice(5)));
}

/** Roles that support name from content (WAI-ARIA 1.2, 5.2.8.5). */
export const isNamedFromContent = (role: string): boolean => hasTrait(role, "c");

/** Roles whose content is excluded from the names of ancestors: containers, and fields with a value. */
export const isExcludedFromAncestorNames = (role: string): boolean => hasTrait(role, "h");

/** Roles that must not be named (WAI-ARIA 1.3, 5.2.8.6). */
export const prohibitsName = (role: string): boolean => hasTrait(role, "n");

/** Roles of controls that a person activates or sets. */
export const isWidget = (role: string): boolean => hasTrait(role, "w");

/** The roles of DPUB-ARIA are recognised by their prefix. */
function traitsOf(role: string): string | undefined {
  const known = roleTraits.get(role);
  if (known !== undefined || !/^doc-[a-z]+$/.test(role)) return known;
  return /ref$|backlink/.test(role) ? "c" : "h";
}

function hasTrait(role: string, letter: string): boolean {
  return traitsOf(role)?.includes(letter) === true;
}
