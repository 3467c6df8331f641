import { isDisclosure, isEditingHost, isField } from "./focus.js";
import { type AxElement, inDisabled } from "./node.js";

const checkable = /^(checkbox|radio|switch|menuitemcheckbox|menuitemradio|treeitem)$/;
const selectable = /^(tab|row|gridcell|columnheader|rowheader|treeitem)$/;
const requirable = /^(checkbox|combobox|gridcell|listbox|radio|radiogroup|searchbox|spinbutton|switch|textbox|tree|treegrid)$/;
const writable = /^(textbox|searchbox|spinbutton|combobox)$/;
const truth = /^(true|false)$/;
const threefold = /^(true|false|mixed)$/;

/**
 * The states of an element as `state=value` words: checked, pressed (true, false, mixed), selected, expanded, disabled, required, invalid,
 * readonly, multiselectable, level, haspopup, current, orientation. Which option of a `<select>` or a listbox is chosen is the user's and is not told.
 */
export function statesOf(node: AxElement): string {
  const { tag, role } = node;
  const words: string[] = [];
  const add = (state: string, value: string | boolean) => {
    if (value !== false && value !== "") words.push(`${state}=${value}`);
  };
  add("checked", checkedOf(node));
  if (role === "button") add("pressed", aria(node, "pressed", threefold));
  if (selectable.test(role)) add("selected", aria(node, "selected", truth));
  add("expanded", expandedOf(node));
  add("disabled", isDisabled(node));
  add("required", (isField(tag) && node.is(":required")) || (requirable.test(role) && isTrue(node, "required")));
  add("invalid", invalidOf(node));
  add("readonly", isReadOnly(node));
  add("level", levelOf(node));
  add("haspopup", aria(node, "haspopup", /^(true|menu|listbox|tree|grid|dialog)$/).replace("true", "menu"));
  add("current", aria(node, "current", /^(true|page|step|location|date|time)$/));
  add("multiselectable", isTrue(node, "multiselectable") || (tag === "select" && node.has("multiple")));
  add("orientation", aria(node, "orientation", /^(horizontal|vertical)$/));
  return words.join(" ");
}

/** Most elements have no state: they are passed over at once. */
export function mayHaveStates(node: AxElement): boolean {
  const { kind, role, within } = node;
  if (kind.stateful || (within & inDisabled) !== 0) return true;
  return role !== "" && (role === "heading" || role === "option" || checkable.test(role));
}

function checkedOf(node: AxElement): string {
  const { tag, role } = node;
  if (!checkable.test(role)) return "";
  if (tag !== "input") return aria(node, "checked", threefold) || (role === "treeitem" ? "" : "false");
  return role === "checkbox" && node.is(":indeterminate") ? "mixed" : String(node.is(":checked"));
}

function expandedOf(node: AxElement): string {
  if (isDisclosure(node)) return String(node.parent?.has("open"));
  const [popover] = node.scope.named(node, "popovertarget");
  if (popover !== undefined) return String(popover.matches(":popover-open"));
  return (node.role === "" ? "" : aria(node, "expanded", truth)) || (node.tag === "select" && node.role === "combobox" ? "false" : "");
}

/** Disabled by itself, by its fieldset or select, or as something focusable within what is aria-disabled (Core-AAM). */
function isDisabled(node: AxElement): boolean {
  const { tag, parent } = node;
  const isOption = tag === "option" || tag === "optgroup";
  if ((isField(tag) || isOption) && node.is(":disabled")) return true;
  if (isOption && parent !== undefined && /^(select|optgroup)$/.test(parent.tag)) return isDisabled(parent);
  return isTrue(node, "disabled") || (node.focusable && (node.within & inDisabled) !== 0);
}

function invalidOf(node: AxElement): string {
  const said = aria(node, "invalid", /^(true|false|grammar|spelling)$/);
  if (said !== "") return said === "false" ? "" : said;
  const { element, tag, role } = node;
  if (!isField(tag) || !node.is(":invalid")) return "";
  // A text field that must be filled in and is still empty is no mistake of the user's yet.
  const untouched = tag !== "select" && writable.test(role) && (element as HTMLInputElement).validity.valueMissing;
  return untouched ? "" : "true";
}

function isReadOnly(node: AxElement): boolean {
  if (isField(node.tag) && node.has("readonly") && writable.test(node.role)) return true;
  return isTrue(node, "readonly") && !isEditingHost(node);
}

function levelOf(node: AxElement): string {
  if (!/^(heading|treeitem|listitem|row|comment)$/.test(node.role)) return "";
  const said = Number.parseInt(node.get("aria-level"), 10);
  if (said >= 1) return String(said);
  return node.role === "heading" ? (/^h([1-6])$/.exec(node.tag)?.[1] ?? "2") : "";
}

function isTrue(node: AxElement, state: string): boolean {
  return aria(node, state, truth) === "true";
}

function aria(node: AxElement, state: string, allowed: RegExp): string {
  const value = node.kind.aria ? node.word(`aria-${state}`) : "";
  return allowed.test(value) ? value : "";
}
