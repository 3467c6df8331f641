import type { AnyElement } from "../dom.js";
import { isDisclosure } from "./exposure.js";
import { isFormControl } from "./kind.js";
import { type AxElement, inDisabled } from "./node.js";

const checkable = /^(checkbox|radio|switch|menuitemcheckbox|menuitemradio|treeitem)$/;
const selectable = /^(tab|row|gridcell|columnheader|rowheader|treeitem)$/;
const requirable = /^(checkbox|combobox|gridcell|listbox|radio|radiogroup|searchbox|spinbutton|switch|textbox|tree|treegrid)$/;
const editable = /^(textbox|searchbox|spinbutton|combobox)$/;
const trueOrFalse = /^(true|false)$/;
const tristate = /^(true|false|mixed)$/;

/** States as `state=value` words. The chosen option of a `<select>` or listbox is private and left out. */
export function statesOf(node: AxElement): string {
  const { tag, role } = node;
  const words: string[] = [];
  const add = (state: string, value: string | boolean) => {
    if (value !== false && value !== "") words.push(`${state}=${value}`);
  };
  add("checked", checkedOf(node));
  if (role === "button") add("pressed", aria(node, "pressed", tristate));
  if (selectable.test(role)) add("selected", aria(node, "selected", trueOrFalse));
  add("expanded", expandedOf(node));
  add("disabled", isDisabled(node));
  add("required", (isFormControl(tag) && node.is(":required")) || (requirable.test(role) && isTrue(node, "required")));
  add("invalid", invalidOf(node));
  add("readonly", isReadOnly(node));
  add("level", levelOf(node));
  add("haspopup", aria(node, "haspopup", /^(true|menu|listbox|tree|grid|dialog)$/).replace("true", "menu"));
  add("current", aria(node, "current", /^(true|page|step|location|date|time)$/));
  add("multiselectable", isTrue(node, "multiselectable") || (tag === "select" && node.has("multiple")));
  add("orientation", aria(node, "orientation", /^(horizontal|vertical)$/));
  return words.join(" ");
}

/** Returns whether an element can have a state: a fast pre-check, since most have none. */
export function mayHaveStates(node: AxElement): boolean {
  const { kind, role, within } = node;
  if (kind.stateful || (within & inDisabled) !== 0) return true;
  return role !== "" && (role === "heading" || role === "option" || checkable.test(role));
}

function checkedOf(node: AxElement): string {
  const { tag, role } = node;
  if (!checkable.test(role)) return "";
  if (tag !== "input") return aria(node, "checked", tristate) || (role === "treeitem" ? "" : "false");
  return role === "checkbox" && node.is(":indeterminate") ? "mixed" : String(node.is(":checked"));
}

function expandedOf(node: AxElement): string {
  if (isDisclosure(node)) return String(node.parent?.has("open"));
  const [popover] = node.scope.referencedBy(node, "popovertarget");
  if (popover !== undefined) return String(popover.matches(":popover-open"));
  return (
    (node.role === "" ? "" : aria(node, "expanded", trueOrFalse)) || (node.tag === "select" && node.role === "combobox" ? "false" : "")
  );
}

/** Disabled itself, by its fieldset or select, or focusable below an `aria-disabled` element (Core-AAM). */
function isDisabled(node: AxElement): boolean {
  const { tag, parent } = node;
  const isOption = tag === "option" || tag === "optgroup";
  if ((isFormControl(tag) || isOption) && node.is(":disabled")) return true;
  if (isOption && parent !== undefined && /^(select|optgroup)$/.test(parent.tag)) return isDisabled(parent);
  return isTrue(node, "disabled") || (node.focusable && (node.within & inDisabled) !== 0);
}

function invalidOf(node: AxElement): string {
  const authored = aria(node, "invalid", /^(true|false|grammar|spelling)$/);
  if (authored !== "") return authored === "false" ? "" : authored;
  const { tag, role } = node;
  if (!isFormControl(tag) || !node.is(":invalid")) return "";
  // Browsers do not report a required text field that is still empty.
  const { validity }: AnyElement = node.element;
  const untouched = tag !== "select" && editable.test(role) && validity?.valueMissing;
  return untouched ? "" : "true";
}

function isReadOnly(node: AxElement): boolean {
  if (isFormControl(node.tag) && node.has("readonly") && editable.test(node.role)) return true;
  const isEditingHost = node.has("contenteditable") && node.keyword("contenteditable") !== "false";
  return isTrue(node, "readonly") && !isEditingHost;
}

function levelOf(node: AxElement): string {
  if (!/^(heading|treeitem|listitem|row|comment)$/.test(node.role)) return "";
  const level = Number.parseInt(node.get("aria-level"), 10);
  if (level >= 1) return String(level);
  return node.role === "heading" ? (/^h([1-6])$/.exec(node.tag)?.[1] ?? "2") : "";
}

function isTrue(node: AxElement, state: string): boolean {
  return aria(node, state, trueOrFalse) === "true";
}

/** Returns the value of an `aria-` attribute; "" where it is absent or not allowed. */
function aria(node: AxElement, state: string, allowed: RegExp): string {
  const value = node.kind.aria ? node.keyword(`aria-${state}`) : "";
  return allowed.test(value) ? value : "";
}
