import { attributeOf } from "../dom.js";
import { ariaRoleOf, undoesNone } from "./aria-roles.js";
import { wordsOf } from "./dom.js";
import { nativeRoleOf, sectionBits } from "./html-roles.js";
import { type AxElement, within } from "./node.js";

/** Decides an element's role, and what it means for the roles below it. Needs `focusable`, `within` and the parent's answers. */
export function decideRole(node: AxElement): void {
  const named = () => isNamedByAuthor(node);
  const said = node.hasRole ? authorRoleOf(node, named) : "";
  node.explicit = said !== "";
  const role = said === "" ? nativeRoleOf(node, named) : said;
  node.presentational = role === "none";
  node.role = role === "generic" || role === "none" ? "" : role;
  node.within |= sectionBits(node.tag, node.role);
  if (node.hasAria && node.attributes.includes("aria-disabled") && attributeOf(node.element, "aria-disabled") === "true")
    node.within |= within.disabled;
  if (node.role === "grid" || node.role === "treegrid") node.within |= within.grid;
  else if (!/^(row|rowgroup|group|)$/.test(node.role)) node.within &= ~within.grid;
}

/** A role from the `role` attribute; "" where it says nothing valid or must not be heeded. */
function authorRoleOf(node: AxElement, named: () => boolean): string {
  const words = wordsOf(attributeOf(node.element, "role"));
  const role = ariaRoleOf(words, (each) => (each === "form" || each === "region") && !named());
  // A thing that can be focused, or that has a global property, may not be taken out of the tree (WAI-ARIA 1.2, 5.4.5).
  if (role === "none" && (node.focusable || undoesNone(node.attributes))) return "";
  if (role === "combobox" && node.tag === "select") return "";
  return isInContext(role, node) ? role : "";
}

const contexts: Readonly<Record<string, readonly string[]>> = {
  listitem: ["list"],
  option: ["listbox", "combobox", "group"],
  treeitem: ["tree", "group", "treeitem"],
};

/** Items mean nothing outside their container (WAI-ARIA 1.2, 5.2.7): the role is dropped there. Boxes without meaning may stand between. */
function isInContext(role: string, { tag, parent }: AxElement): boolean {
  const allowed = contexts[role];
  if (allowed === undefined || tag === "li") return true;
  let container = parent;
  while (container !== undefined && container.role === "" && container.tag !== "section" && container.tag !== "body")
    container = container.parent;
  return container !== undefined && allowed.includes(container.role);
}

function isNamedByAuthor({ attributes, element, hasAria, scope }: AxElement): boolean {
  if (hasAria && attributes.includes("aria-labelledby") && scope.named(element, "aria-labelledby").length > 0) return true;
  return ["aria-label", "title"].some((name) => attributes.includes(name) && attributeOf(element, name)?.trim() !== "");
}
