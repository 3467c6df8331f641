import type { CapturedElement, CaptureReader } from "../../contract/reader.js";
import { elementsWithin, firstWithin } from "../element-facts.js";
import { fieldRoles } from "../roles.js";
import { rootHostOf } from "../roots.js";
import { idsByRoot } from "./aria.js";
import { elementRule, isExposed, type Rule, type Violation } from "./rule.js";

const labelLost = "This field has no label: name it with <label for>, aria-label or aria-labelledby.";

export const nameRules: readonly Rule[] = [
  nameless("button-name", "critical", ["4.1.2"], isTag("button"), "This button has no name: give it text, or aria-label."),
  nameless("aria-command-name", "serious", ["4.1.2"], isDrawnButton, "This button has no name: give it text, or aria-label."),
  nameless("input-button-name", "critical", ["4.1.2"], isInputButton, "This button has no name: give it a value."),
  elementRule("input-image-alt", "critical", ["1.1.1", "4.1.2"], lacksImageName, "This image button has no alt."),
  nameless("link-name", "serious", ["2.4.4", "4.1.2"], isLink, "This link has no name: give it text, or its image an alt."),
  unlabelled("label", "critical", isField),
  { rule: "aria-input-field-name", impact: "serious", wcag: ["4.1.2"], check: namelessFields },
  unlabelled("aria-toggle-field-name", "serious", isDrawnToggle),
  nameless("select-name", "critical", ["4.1.2"], isTag("select"), "This choice has no label: name it with <label for>."),
  nameless("role-img-alt", "serious", ["1.1.1"], isDrawnPicture, "This picture has no alternative text: give it aria-label."),
  nameless("svg-img-alt", "serious", ["1.1.1"], isSvgPicture, "This picture has no alternative text: give it a <title> or aria-label."),
  ...["progressbar", "meter"].map((role) =>
    nameless(`aria-${role}-name`, "serious", ["1.1.1"], ofRole(role), "This bar has no name: say by aria-label what it measures."),
  ),
  ...["tooltip", "treeitem"].map((role) =>
    nameless(`aria-${role}-name`, "serious", ["4.1.2"], ofRole(role), `This ${role} has no name: give it text, or aria-label.`),
  ),
  nameless("summary-name", "serious", ["4.1.2"], isFocusableSummary, "This summary has no name: say what opens."),
  nameless("aria-dialog-name", "serious", [], isDialog, "This dialog has no name: point aria-labelledby at its heading."),
  elementRule("frame-title", "serious", ["4.1.2"], lacksTitle, "This frame has no title."),
  nameless("object-alt", "serious", ["1.1.1"], isSeenObject, "This object has no alternative text: give it aria-label."),
  elementRule("area-alt", "critical", ["1.1.1", "2.4.4", "4.1.2"], isNamelessArea, "This area of an image map has no alt."),
  elementRule("image-alt", "critical", ["1.1.1"], lacksAlt, 'This image has no alt: describe it, or write alt="" when it only decorates.'),
  elementRule("image-redundant-alt", "minor", [], isRepeated, `Its alt repeats the text beside it: write alt="", for it is read twice.`),
];

/** Images whose name is all that the link, button or paragraph around them shows: it is read twice. */
function isRepeated(image: CapturedElement, reader: CaptureReader): boolean {
  const name = image.name.trim().toLowerCase();
  if (image.tag !== "img" || name === "" || !isExposed(image) || /^(none|presentation)$/.test(image.role)) return false;
  const around = reader.ancestors(image.index).find((at) => isTextHolder(reader.element(at)));
  if (around === undefined) return false;
  const text = elementsWithin(reader, around)
    .map((one) => (one.visible ? one.text : ""))
    .join(" ");
  return text.replace(/\s+/g, " ").trim().toLowerCase() === name;
}

function isTextHolder({ tag, attributes }: CapturedElement): boolean {
  return /^(button|p|li|td|th)$/.test(tag) || attributes["role"] === "button" || (tag === "a" && attributes["href"] !== undefined);
}

type Fits = (element: CapturedElement) => boolean;

function nameless(rule: string, impact: Rule["impact"], wcag: readonly string[], fits: Fits, message: string): Rule {
  const lacksName = (element: CapturedElement, reader: CaptureReader) =>
    isExposed(element) && isEmptyName(element.name) && fits(element) && !mayBeWithheld(reader, element) && !holdsWords(reader, element);
  return elementRule(rule, impact, wcag, lacksName, message);
}

function unlabelled(rule: string, impact: Rule["impact"], fits: Fits): Rule {
  return elementRule(rule, impact, ["4.1.2"], (element, reader) => fits(element) && lacksLabel(reader, element), labelLost);
}

function isTag(wanted: string): Fits {
  return ({ tag }) => tag === wanted;
}

/** Elements with this attribute, whatever else draws such a thing. */
function ofRole(role: string): Fits {
  return ({ attributes }) => attributes["role"] === role;
}

/** Whether there may be a name that the capture was not to hold. What is withheld of a picture's own text is no name of it. */
function mayBeWithheld(reader: CaptureReader, { withheld, index, role, attributes }: CapturedElement): boolean {
  if (!withheld || role !== "img") return withheld;
  return isNamed(attributes) || reader.children(index).some((child) => reader.element(child).tag === "title");
}

/** Icon fonts draw characters for private use, which nobody can read out. */
function isEmptyName(name: string): boolean {
  return /^[\s\u{e000}-\u{f8ff}\u{f0000}-\u{10ffff}]*$/u.test(name);
}

/** Browsers differ on links around an article or a section: there are words to read, whether or not they count as its name. */
function holdsWords(reader: CaptureReader, { index, role, tag }: CapturedElement): boolean {
  if (role !== "link" && role !== "button" && tag !== "summary" && tag !== "object") return false;
  return firstWithin(reader, index, (one) => one.index !== index && one.accessible && !isEmptyName(one.text)) !== undefined;
}

/** `<a role="button">` counts as a link, as axe-core has it, and an image as one. */
function isDrawnButton({ tag, role, attributes }: CapturedElement): boolean {
  if (/^(input|button|summary|img)$/.test(tag) || (/^(a|area)$/.test(tag) && attributes["href"] !== undefined)) return false;
  return /^(button|menuitem|link)$/.test(role);
}

function isLink({ tag, role, focusable, attributes }: CapturedElement): boolean {
  return tag === "a" ? role === "link" || attributes["href"] !== undefined : tag === "area" && role === "link" && focusable;
}

function isDrawnPicture({ tag, role }: CapturedElement): boolean {
  return role === "img" && tag !== "img" && !drawings.test(tag);
}

/** Elements of SVG. */
const drawings = /^(svg|circle|ellipse|g|image|line|path|polygon|polyline|rect|symbol|use)$/;

function isSvgPicture({ tag, attributes }: CapturedElement): boolean {
  return drawings.test(tag) && /^(img|graphics-document|graphics-symbol)$/.test(attributes["role"] ?? "");
}

function isFocusableSummary({ tag, focusable }: CapturedElement): boolean {
  return tag === "summary" && focusable;
}

function isDialog({ role }: CapturedElement): boolean {
  return role === "dialog" || role === "alertdialog";
}

/** An empty title is none, whatever the role. */
function lacksTitle(element: CapturedElement): boolean {
  const { tag, visible, attributes, name, withheld } = element;
  if (tag !== "iframe" || !visible || name.trim() !== "" || withheld || Number(attributes["tabindex"] ?? 0) < 0) return false;
  return isExposed(element) || attributes["title"] !== undefined;
}

function isSeenObject({ tag, visible }: CapturedElement): boolean {
  return tag === "object" && visible;
}

/** Submit and reset have a name of their own, but for those whose value is empty. */
function isInputButton({ tag, attributes }: CapturedElement): boolean {
  return tag === "input" && /^(button|submit|reset)$/i.test(attributes["type"] ?? "");
}

/** Default names of browsers do not count. */
const ownNames: Readonly<Record<string, string>> = { image: "Submit", file: "Choose File" };

/** HTML wants `alt` of image buttons: neither `value` nor the browser's own word stands for the picture. */
function lacksImageName(element: CapturedElement): boolean {
  const { tag, attributes, name, withheld } = element;
  if (tag !== "input" || attributes["type"]?.toLowerCase() !== "image" || !isExposed(element) || withheld) return false;
  if (["alt", "aria-label", "title"].some((attribute) => (attributes[attribute] ?? "").trim() !== "")) return false;
  return ["", attributes["value"], ownNames["image"]].includes(name);
}

/** What is withheld of a field is its value, of which no name is made. */
function lacksLabel(reader: CaptureReader, element: CapturedElement): boolean {
  if (!isExposed(element) || element.partialName) return false;
  const { name, tag, attributes } = element;
  if (name.trim() === "") return true;
  return tag === "input" && attributes["type"]?.toLowerCase() === "file" && name === ownNames["file"] && !isLabelled(reader, element);
}

/** Whether the field has a label, whatever its text. */
function isLabelled(reader: CaptureReader, { index, attributes }: CapturedElement): boolean {
  if (isNamed(attributes)) return true;
  if (reader.ancestors(index).some((at) => reader.element(at).tag === "label")) return true;
  const id = attributes["id"] ?? "";
  return id !== "" && [...reader.elements()].some(({ tag, attributes: of }) => tag === "label" && of["for"] === id);
}

/** Fields that are on or off. */
const toggles = new Set(["checkbox", "menuitemcheckbox", "menuitemradio", "option", "radio", "switch"]);

/** A button stays one when a script makes it a switch or a choice. */
const isOfHtml = ({ tag }: CapturedElement): boolean => /^(input|textarea|button|select|option|img)$/.test(tag);

function isDrawnToggle(element: CapturedElement): boolean {
  return toggles.has(element.role) && !isOfHtml(element);
}

/** Fields that scripts make, without those that are on or off; the list that a field opens is named by it. */
function* namelessFields(reader: CaptureReader): Generator<Violation> {
  let opened: ReadonlySet<string | undefined> | undefined;
  for (const element of reader.elements()) {
    if (!fieldRoles.has(element.role) || toggles.has(element.role) || isOfHtml(element) || !lacksLabel(reader, element)) continue;
    opened ??= new Set(
      [...reader.elements()].flatMap(({ attributes: of }) => `${of["aria-controls"] ?? ""} ${of["aria-owns"] ?? ""}`.split(/\s+/)),
    );
    if (element.role !== "listbox" || !opened.has(element.attributes["id"])) yield { element, message: labelLost };
  }
}

function isField({ tag, attributes }: CapturedElement): boolean {
  const type = attributes["type"]?.toLowerCase() ?? "text";
  return tag === "textarea" || (tag === "input" && !/^(button|submit|reset|image|hidden)$/.test(type));
}

/** Areas have no box of their own, and no name in a capture. */
function isNamelessArea({ tag, index, attributes }: CapturedElement, reader: CaptureReader): boolean {
  const { "aria-labelledby": labels = "", ...others } = attributes;
  if (tag !== "area" || attributes["href"] === undefined || isNamed(others)) return false;
  const known = idsByRoot(reader).get(rootHostOf(reader, index));
  return !labels.split(/\s+/).some((id) => known?.has(id));
}

function isNamed(attributes: CapturedElement["attributes"]): boolean {
  return ["alt", "aria-label", "aria-labelledby", "title"].some((attribute) => (attributes[attribute] ?? "").trim() !== "");
}

/** No alt at all, or one of spaces; a role asks for a name too. */
function lacksAlt(element: CapturedElement): boolean {
  const { tag, attributes, name, role, focusable, withheld } = element;
  if (tag !== "img" || !isExposed(element) || withheld || name.trim() !== "" || /^(none|presentation)$/.test(role)) return false;
  return attributes["alt"] !== "" && (role !== "separator" || focusable);
}
