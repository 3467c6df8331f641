import { wordSet } from "./words.js";

// One letter for each thing that is known of a role. c: named by its content; s: its content adds nothing to the names of others;
// n: takes no tooltip for its name; w: a control that a person activates or sets.
const table =
  "alert s,alertdialog s,application s,article s,banner s,blockquote s,button cw,caption n,cell c,checkbox cw,code n,columnheader c," +
  "combobox sw,comment s,complementary s,contentinfo s,definition n,deletion n,dialog s,document s,emphasis n,feed s,figure s,form s,generic," +
  "grid s,gridcell cw,group s,heading c,img s,insertion n,link cw,list,listbox sw,listitem,log s,main s,mark n,marquee s,math c,menu s," +
  "menubar s,menuitem cw,menuitemcheckbox cw,menuitemradio cw,meter s,navigation s,none n,note s,option cw,paragraph n,progressbar s," +
  "radio cw,radiogroup s,region,row,rowgroup s,rowheader c,scrollbar sw,search s,searchbox sw,sectionfooter,sectionheader s,separator s," +
  "slider sw,spinbutton sw,status s,strong n,subscript,suggestion ns,superscript,switch cw,tab cw,table s,tablist s,tabpanel s,term c," +
  "textbox sw,time,timer s,toolbar s,tooltip c,tree s,treegrid s,treeitem cw,graphics-document s,graphics-object s,graphics-symbol s";
const traits = new Map<string, string>([["", "n"]]);
for (const row of table.split(",")) {
  const [role = "", letters = ""] = row.split(" ");
  traits.set(role, letters);
}

const synonyms = new Map([
  ["presentation", "none"],
  ["image", "img"],
  ["directory", "list"],
]);

/** Global properties that make a browser ignore `role=none`; those that say nothing when empty or false are left out (WAI-ARIA 1.2, 5.3). */
const undoNone = wordSet(
  "atomic brailleroledescription busy controls current describedby description details flowto grabbed keyshortcuts label labeledby labelledby live owns relevant roledescription",
);

/** The first role in a `role` attribute that WAI-ARIA knows, in the spelling that captures use; "" for none. */
export function ariaRoleOf(words: readonly string[], skip?: (role: string) => boolean): string {
  for (const word of words) {
    const written = word.toLowerCase();
    const role = synonyms.get(written) ?? written;
    if (role !== "" && traitsOf(role) !== undefined && skip?.(role) !== true) return role;
  }
  return "";
}

/** Tells whether a global property of the element stands against `role=none`. */
export function undoesNone(attributes: readonly string[]): boolean {
  return attributes.some((name) => name.startsWith("aria-") && undoNone.has(name.slice(5)));
}

/** Roles that take their own name from their content (WAI-ARIA 1.2, 5.2.8.5). */
export const isNamedByContent = (role: string): boolean => is(role, "c");

/** Roles whose content adds nothing to the name of an ancestor: containers of many things, and fields with a value. */
export const isSilentInNames = (role: string): boolean => is(role, "s");

/** Roles that may not be named (WAI-ARIA 1.3, 5.2.8.6). */
export const prohibitsName = (role: string): boolean => is(role, "n");

/** Roles of controls that a person activates or sets. */
export const isWidget = (role: string): boolean => is(role, "w");

/** Roles of digital publishing are told from others by their names alone. */
function traitsOf(role: string): string | undefined {
  const known = traits.get(role);
  if (known !== undefined || !/^doc-[a-z]+$/.test(role)) return known;
  return /ref$|backlink/.test(role) ? "c" : "s";
}

function is(role: string, letter: string): boolean {
  return traitsOf(role)?.includes(letter) === true;
}
