import { attributeOf, matchesSelector } from "../dom.js";
import { isDisclosure, isEditingHost } from "./focus.js";
import { type AxElement, within } from "./node.js";

const fields = new Set(["button", "input", "select", "textarea", "option", "optgroup"]);
const checkable = new Set(["checkbox", "radio", "switch", "menuitemcheckbox", "menuitemradio", "option", "treeitem"]);
const selectable = new Set(["option", "tab", "row", "gridcell", "columnheader", "rowheader", "treeitem"]);
const requirable = new Set([
  "checkbox",
  "combobox",
  "gridcell",
  "listbox",
  "radiogroup",
  "searchbox",
  "spinbutton",
  "textbox",
  "tree",
  "treegrid",
  "switch",
  "radio",
]);
const writable = /^(textbox|searchbox|spinbutton|combobox)$/;
const truth = new Set(["true", "false"]);

/**
 * The states of an element as `state=value` words: checked, pressed (true, false, mixed), selected, expanded, disabled, required, invalid,
 * readonly, multiselectable, level, haspopup, current, orientation. Which option of a `<select>` is chosen is the user's and is not told.
 */
export function statesOf(node: AxElement): string {
  const { tag, role, attributes } = node;
  const native = fields.has(tag) || tag === "summary" || tag === "dialog";
  if (!native && role !== "heading" && !node.hasAria && !checkable.has(role) && !inDisabled(node) && !attributes.includes("popovertarget"))
    return "";
  const words: string[] = [];
  const add = (state: string, value: string | undefined) => {
    if (value !== undefined && value !== "") words.push(`${state}=${value}`);
  };
  add("checked", checkedOf(node));
  add("pressed", role === "button" ? ariaOf(node, "aria-pressed", ["true", "false", "mixed"]) : undefined);
  add("selected", selectable.has(role) && tag !== "option" ? ariaOf(node, "aria-selected", truth) : undefined);
  add("expanded", expandedOf(node));
  add("disabled", isDisabled(node) ? "true" : undefined);
  add("required", isRequired(node) ? "true" : undefined);
  add("invalid", invalidOf(node));
  add("readonly", isReadOnly(node) ? "true" : undefined);
  add("level", levelOf(node));
  add("haspopup", ariaOf(node, "aria-haspopup", ["true", "menu", "listbox", "tree", "grid", "dialog"])?.replace("true", "menu"));
  add("current", ariaOf(node, "aria-current", ["true", "page", "step", "location", "date", "time"]));
  add(
    "multiselectable",
    ariaOf(node, "aria-multiselectable", ["true"]) ?? (tag === "select" && has(node, "multiple") ? "true" : undefined),
  );
  add("orientation", ariaOf(node, "aria-orientation", ["horizontal", "vertical"]));
  return words.join(" ");
}

function checkedOf(node: AxElement): string | undefined {
  const { element, tag, role } = node;
  if (!checkable.has(role)) return undefined;
  if (tag !== "input")
    return ariaOf(node, "aria-checked", ["true", "false", "mixed"]) ?? (role === "option" || role === "treeitem" ? undefined : "false");
  if (role === "checkbox" && matchesSelector(element, ":indeterminate")) return "mixed";
  return matchesSelector(element, ":checked") ? "true" : "false";
}

function expandedOf(node: AxElement): string | undefined {
  if (isDisclosure(node) && node.parent !== undefined) return String(has(node.parent, "open"));
  const popover = has(node, "popovertarget") ? node.scope.named(node.element, "popovertarget")[0] : undefined;
  if (popover !== undefined) return String(matchesSelector(popover, ":popover-open"));
  return ariaOf(node, "aria-expanded", truth) ?? (node.tag === "select" && node.role === "combobox" ? "false" : undefined);
}

function isDisabled(node: AxElement): boolean {
  if (fields.has(node.tag) && matchesSelector(node.element, ":disabled")) return true;
  if ((node.tag === "option" || node.tag === "optgroup") && node.parent !== undefined && fields.has(node.parent.tag))
    return isDisabled(node.parent);
  return inDisabled(node) || ariaOf(node, "aria-disabled", ["true"]) !== undefined;
}

/** An aria-disabled ancestor disables what could be focused in it (Core-AAM). */
function inDisabled({ focusable, within: bits }: AxElement): boolean {
  return focusable && (bits & within.disabled) !== 0;
}

function isRequired(node: AxElement): boolean {
  const { element, tag } = node;
  if (tag === "input" || tag === "select" || tag === "textarea") {
    if (matchesSelector(element, ":required")) return true;
  }
  return requirable.has(node.role) && ariaOf(node, "aria-required", ["true"]) !== undefined;
}

function invalidOf(node: AxElement): string | undefined {
  const said = ariaOf(node, "aria-invalid", ["true", "false", "grammar", "spelling"]);
  if (said !== undefined) return said === "false" ? undefined : said;
  const { element, tag, role } = node;
  if ((tag !== "input" && tag !== "select" && tag !== "textarea") || !matchesSelector(element, ":invalid")) return undefined;
  // A text field that must be filled in and is still empty is no mistake of the user's yet.
  return tag !== "select" && writable.test(role) && "validity" in element && (element as HTMLInputElement).validity.valueMissing
    ? undefined
    : "true";
}

function isReadOnly(node: AxElement): boolean {
  const { tag, role } = node;
  if ((tag === "input" || tag === "textarea") && has(node, "readonly") && writable.test(role)) return true;
  return ariaOf(node, "aria-readonly", ["true"]) !== undefined && !isEditingHost(node.element, node.attributes);
}

function levelOf(node: AxElement): string | undefined {
  const { role, tag, element } = node;
  if (role !== "heading" && role !== "treeitem" && role !== "listitem" && role !== "row" && role !== "comment") return undefined;
  const said = Number.parseInt((has(node, "aria-level") ? attributeOf(element, "aria-level") : null) ?? "", 10);
  if (said >= 1) return String(said);
  if (role !== "heading") return undefined;
  return /^h[1-6]$/.test(tag) ? tag.slice(1) : "2";
}

function ariaOf(node: AxElement, name: string, allowed: { has(value: string): boolean } | readonly string[]): string | undefined {
  if (!node.hasAria || !has(node, name)) return undefined;
  const value = attributeOf(node.element, name)?.trim().toLowerCase() ?? "";
  const valid = "has" in allowed ? allowed.has(value) : allowed.includes(value);
  return valid ? value : undefined;
}

function has(node: AxElement, name: string): boolean {
  return node.attributes.includes(name);
}
