import { ariaRoleOf, undoesNone } from "./aria-roles.js";
import { bitsBelow, nativeRoleOf } from "./html-roles.js";
import { type AxElement, inDisabled } from "./node.js";
import { wordsOf } from "./words.js";

/** Decides an element's role, and what it means for the roles below it. Needs `focusable`, `within` and the parent's answers. */
export function decideRole(node: AxElement): void {
  const { kind } = node;
  const said = kind.authored ? authorRoleOf(node) : "";
  node.explicit = said !== "";
  const role = said || (kind.role ?? nativeRoleOf(node, isNamedByAuthor));
  node.none = role === "none";
  node.role = role === "generic" || node.none ? "" : role;
  if (node.role !== "" || node.tag === "section") node.within = bitsBelow(node);
  if (kind.disables) node.within |= inDisabled;
}

/** A role from the `role` attribute; "" where it says nothing valid or must not be heeded. */
function authorRoleOf(node: AxElement): string {
  const role = ariaRoleOf(wordsOf(node.get("role")), (each) => (each === "form" || each === "region") && !isNamedByAuthor(node));
  // A thing that can be focused, or that has a global property, may not be taken out of the tree (WAI-ARIA 1.2, 5.4.5).
  if (role === "none" && (node.focusable || undoesNone(node.kind.names))) return "";
  if (role === "combobox" && node.tag === "select") return "";
  return isInContext(role, node) ? role : "";
}

const contexts = new Map([
  ["listitem", /^list$/],
  ["option", /^(listbox|combobox|group)$/],
  ["treeitem", /^(tree|group|treeitem)$/],
]);

/** Items mean nothing outside their container (WAI-ARIA 1.2, 5.2.7): the role is dropped there. Boxes without meaning may stand between. */
function isInContext(role: string, { tag, parent, owner }: AxElement): boolean {
  const allowed = contexts.get(role);
  if (allowed === undefined || (tag === "li" && role === "listitem")) return true;
  let container = owner ?? parent;
  while (container?.role === "" && container.tag !== "section") container = container.parent;
  return container !== undefined && allowed.test(container.role);
}

function isNamedByAuthor(node: AxElement): boolean {
  if (node.has("aria-labelledby") && node.scope.named(node, "aria-labelledby").length > 0) return true;
  return ["aria-label", "title"].some((name) => node.get(name).trim() !== "");
}
