import type { CapturedElement, CaptureReader } from "../../contract/reader.js";
import { fieldRoles } from "../roles.js";
import { isExposed, type Rule, violations } from "./rule.js";

/** Controls, pictures and frames that say nothing to who cannot see them. */
export const nameRules: readonly Rule[] = [
  nameless(
    "button-name",
    "critical",
    ["4.1.2"],
    (element) => element.role === "button" && element.tag !== "input",
    "This button has no name: give it text, or aria-label.",
  ),
  nameless("input-button-name", "critical", ["4.1.2"], isInputButton, "This button has no name: give it a value."),
  nameless(
    "input-image-alt",
    "critical",
    ["1.1.1", "4.1.2"],
    (element) => element.tag === "input" && element.attributes["type"] === "image",
    "This image button has no alt.",
  ),
  nameless(
    "link-name",
    "serious",
    ["2.4.4", "4.1.2"],
    (element) => element.role === "link" && (element.focusable || element.tag === "a"),
    "This link has no name: give it text, or its image an alt.",
  ),
  nameless("label", "critical", ["4.1.2"], isField, "This field has no label: name it with <label for>, aria-label or aria-labelledby."),
  nameless(
    "select-name",
    "critical",
    ["4.1.2"],
    (element) => element.tag === "select",
    "This choice has no label: name it with <label for>.",
  ),
  nameless(
    "role-img-alt",
    "serious",
    ["1.1.1"],
    (element) => element.role === "img" && element.tag !== "img" && element.tag !== "svg" && element.tag !== "image",
    "This picture has no alternative text: give it aria-label.",
  ),
  nameless(
    "svg-img-alt",
    "serious",
    ["1.1.1"],
    (element) => element.tag === "svg" && /^(img|graphics-document|graphics-symbol)$/.test(element.attributes["role"] ?? ""),
    "This picture has no alternative text: give it a <title> or aria-label.",
  ),
  nameless(
    "aria-dialog-name",
    "serious",
    [],
    (element) => element.role === "dialog" || element.role === "alertdialog",
    "This dialog has no name: point aria-labelledby at its heading.",
  ),
  nameless(
    "frame-title",
    "serious",
    ["4.1.2"],
    (element) => element.tag === "iframe" && element.visible && !(Number(element.attributes["tabindex"] ?? 0) < 0),
    "This frame has no title.",
  ),
  {
    rule: "image-alt",
    impact: "critical",
    wcag: ["1.1.1"],
    check: (reader) => violations(reader, lacksAlt, 'This image has no alt: describe it, or write alt="" when it only decorates.'),
  },
];

function nameless(
  rule: string,
  impact: Rule["impact"],
  wcag: readonly string[],
  fits: (element: CapturedElement) => boolean,
  message: string,
): Rule {
  const check = (reader: CaptureReader) =>
    violations(
      reader,
      (element) => isExposed(element) && element.name.trim() === "" && !element.withheld && fits(element) && !holdsWords(reader, element),
      message,
    );
  return { rule, impact, wcag, check };
}

/** Browsers differ on links around an article or a section: there are words to read, whether or not they count as its name. */
function holdsWords(reader: CaptureReader, { index, role }: CapturedElement): boolean {
  if (role !== "link" && role !== "button") return false;
  const end = reader.end(index);
  for (let at = index + 1; at < end; at++) {
    const { accessible, text } = reader.element(at);
    if (accessible && text.trim() !== "") return true;
  }
  return false;
}

function isInputButton({ tag, attributes }: CapturedElement): boolean {
  // Submit and reset have a name of their own.
  return tag === "input" && attributes["type"] === "button";
}

const noFields = new Set(["button", "submit", "reset", "image", "hidden"]);

function isField({ tag, role, attributes }: CapturedElement): boolean {
  if (tag === "textarea") return true;
  if (tag === "input") return !noFields.has(attributes["type"] ?? "text");
  return tag !== "select" && fieldRoles.has(role) && role !== "listbox";
}

function lacksAlt(element: CapturedElement): boolean {
  const { tag, attributes, name, role } = element;
  return (
    tag === "img" &&
    isExposed(element) &&
    attributes["alt"] === undefined &&
    name === "" &&
    role !== "presentation" &&
    role !== "none" &&
    attributes["role"] === undefined
  );
}
