import type { CapturedElement } from "../../../host/contract/reader.js";
import type { TruthElement } from "./browser.js";
import { Tally } from "./measure.js";

/** What a capture has about an element. */
type CapturedAccessibility = Pick<CapturedElement, "role" | "name" | "states" | "accessible" | "withheld">;

type AccessibilityTallies = ReturnType<typeof accessibilityTallies>;

export function accessibilityTallies() {
  return { role: new Tally("role"), name: new Tally("name"), state: new Tally("state"), exposed: new Tally("exposed") };
}

/** Reasons for which the browser leaves out an element itself, but not what stands in it. */
const uninteresting = new Set([
  "uninteresting",
  "presentationalRole",
  "emptyAlt",
  "probablyPresentational",
  "labelFor",
  "labelContainer",
  "staticTextUsedAsNameFor",
]);

/** Compares role, name and states of one element, and whether assistive technology gets to see it at all. */
export function compareAccessibility(captured: CapturedAccessibility, truth: TruthElement, tallies: AccessibilityTallies): void {
  const { accessible } = truth;
  if (accessible === undefined) return;
  const element = truth.label;
  if (accessible.ignored) {
    const hidden = accessible.reasons.some((reason) => !uninteresting.has(reason));
    if (hidden)
      tallies.exposed.check(!captured.accessible, () => ({
        cause: accessible.reasons.join(" "),
        element,
        expected: "hidden",
        actual: "exposed",
      }));
    return;
  }
  tallies.exposed.check(captured.accessible, () => ({ cause: accessible.role, element, expected: "exposed", actual: "hidden" }));
  // A player's tree is that of its own controls, and reports the media that could not be loaded.
  if (accessible.role === "Audio" || accessible.role === "Video") return;
  const role = expectedRole(accessible.role, truth.tag);
  tallies.role.check(captured.role === role, () => ({
    cause: `${accessible.role} on ${truth.tag}, told ${captured.role || "none"}`,
    element,
    expected: role,
    actual: captured.role,
  }));
  if (isComparable(truth, captured)) {
    const name = collapse(accessible.name);
    const actual = collapse(captured.name);
    tallies.name.check(actual === name, () => ({ cause: causeOf(accessible.role, name, actual), element, expected: name, actual }));
  }
  compareStates(captured, truth, tallies.state);
}

/** What the user typed or chose is withheld: a file's name stands behind the label of its field. A box that looks like a table cell has no name. */
function isComparable({ tag, accessible }: TruthElement, captured: CapturedAccessibility): boolean {
  if (accessible?.role.startsWith("LayoutTable") === true && !/^t[dhr]$|^table$/.test(tag)) return false;
  return !captured.withheld && !(tag === "input" && accessible?.role === "button" && /:/.test(accessible.name));
}

function causeOf(role: string, expected: string, actual: string): string {
  if (expected.replaceAll(" ", "") === actual.replaceAll(" ", "")) return `${role}: white space`;
  if (expected === "") return `${role}: none expected`;
  if (actual === "") return `${role}: missing`;
  if (expected.toLowerCase() === actual.toLowerCase()) return `${role}: letter case`;
  return actual.startsWith(expected) ? `${role}: too long` : expected.startsWith(actual) ? `${role}: too short` : `${role}: other`;
}

const compared = "checked pressed expanded disabled required invalid readonly level haspopup multiselectable focusable".split(" ");

function compareStates(captured: CapturedAccessibility, { accessible, label, tag }: TruthElement, tally: Tally): void {
  for (const name of compared) {
    if (isBeyondUs(name, tag, accessible?.role ?? "")) continue;
    const expected = settled(accessible?.states[name]);
    const actual = settled(captured.states[name]);
    if (expected === "" && actual === "") continue;
    tally.check(expected === actual, () => ({
      cause: `${name} of ${accessible?.role}`,
      element: label,
      expected: expected || "none",
      actual: actual || "none",
    }));
  }
}

/** The protocol reports `required` of text fields alone. Chromium counts levels of lists, and calls options, dialogs and the popups of fields what no attribute states. */
function isBeyondUs(state: string, tag: string, role: string): boolean {
  if (state === "level") return role !== "heading" && role !== "treeitem";
  if (state === "required") return tag === "select" || /^(checkbox|radio|button)$/.test(role);
  if (state === "focusable") return /^(option|dialog|iframe)$/.test(tag);
  return state === "haspopup" && (tag === "select" || tag === "input");
}

/** A state that is off and one that is absent are the same. */
function settled(value: string | undefined): string {
  return value === undefined || value === "false" ? "" : value;
}

export function collapse(text: string): string {
  return text.replace(/[\t\n\f\r ]+/g, " ").trim();
}

/** Chromium's own words for what ARIA and HTML-AAM have no role for: "" in a capture. */
const withoutRole = new Set(
  (
    "Abbr Audio Canvas DescriptionList DisclosureTriangle DisclosureTriangleGrouped EmbeddedObject Figcaption Footer FooterAsNonLandmark Header " +
    "HeaderAsNonLandmark Iframe IframePresentational LabelText Legend LineBreak PluginObject Pre Ruby RubyAnnotation Section SectionWithoutName " +
    "Video generic none presentation sectionfooter sectionheader"
  ).split(" "),
);

/** Chromium distinguishes more kinds than ARIA does. */
const translations: Readonly<Record<string, string>> = {
  // HTML-AAM has no role for fields of date, time and colour: captures have them as the text field that frameworks find them by.
  ColorWell: "textbox",
  Date: "textbox",
  DateTime: "textbox",
  InputTime: "textbox",
  Details: "group",
  MathMLMath: "math",
  PopUpButton: "button",
  SvgRoot: "img",
  ToggleButton: "button",
  image: "img",
};

/** Chromium guesses which tables only lay out; ARIA has one role for both. A box that only looks like a table has none. */
const layoutTables: Readonly<Record<string, string>> = { table: "table", tr: "row", td: "cell", th: "columnheader" };

/** The role that a capture should hold for an element whose role in Chromium is `role`. */
function expectedRole(role: string, tag: string): string {
  if (role.startsWith("LayoutTable")) return layoutTables[tag] ?? "";
  if (withoutRole.has(role) || (role.startsWith("MathML") && role !== "MathMLMath")) return "";
  return translations[role] ?? role;
}
