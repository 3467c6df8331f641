import { groupBy } from "../../contract/group-by.js";
import type { CapturedElement, CaptureReader } from "../../contract/reader.js";
import { modalOf } from "../modal.js";
import { headingLevel, isHeading } from "../roles.js";
import { rootPathOf } from "../roots.js";
import { isExposed, type Rule, type Violation, violations } from "./rule.js";

/** Rules about the page as a whole and its order. */
export const documentRules: readonly Rule[] = [
  {
    rule: "html-has-lang",
    impact: "serious",
    wcag: ["3.1.1"],
    check: (reader) =>
      onRoot(
        reader,
        ({ attributes }) => (attributes["lang"] ?? attributes["xml:lang"] ?? "").trim() === "",
        "The page does not say its language: <html lang>.",
      ),
  },
  {
    rule: "html-lang-valid",
    impact: "serious",
    wcag: ["3.1.1"],
    check: (reader) =>
      onRoot(
        reader,
        ({ attributes }) => !/^([a-z]{2,3}(-[a-z0-9]{1,8})*)?$/i.test((attributes["lang"] ?? "").trim()),
        "The page's lang is no language tag: write en or pt-BR.",
      ),
  },
  {
    rule: "document-title",
    impact: "serious",
    wcag: ["2.4.2"],
    check: (reader) => onRoot(reader, () => reader.capture.metadata.title.trim() === "", "The page has no title."),
  },
  {
    rule: "landmark-one-main",
    impact: "moderate",
    wcag: [],
    check: (reader) =>
      onRoot(reader, () => modalOf(reader) === undefined && !some(reader, ({ role }) => role === "main"), "The page has no main landmark."),
  },
  {
    rule: "page-has-heading-one",
    impact: "moderate",
    wcag: [],
    check: (reader) =>
      onRoot(
        reader,
        () => modalOf(reader) === undefined && !some(reader, (element) => isHeading(element) && headingLevel(element) === 1),
        "The page has no heading of level 1.",
      ),
  },
  { rule: "heading-order", impact: "moderate", wcag: [], check: skippedHeadings },
  {
    rule: "empty-heading",
    impact: "minor",
    wcag: [],
    check: (reader) =>
      violations(reader, (element) => isExposed(element) && isHeading(element) && element.name.trim() === "", "This heading is empty."),
  },
  {
    rule: "meta-viewport",
    impact: "moderate",
    wcag: ["1.4.4"],
    check: (reader) =>
      violations(
        reader,
        ({ tag, attributes }) => tag === "meta" && attributes["name"] === "viewport" && forbidsZoom(attributes["content"] ?? ""),
        "The page keeps people from zooming: leave user-scalable and a maximum-scale below 2 out.",
      ),
  },
  { rule: "duplicate-id-aria", impact: "critical", wcag: ["4.1.2"], check: duplicateIds },
];

function* onRoot(reader: CaptureReader, breaks: (root: CapturedElement) => boolean, message: string): Generator<Violation> {
  if (reader.count === 0) return;
  const root = reader.element(0);
  if (root.tag === "html" && breaks(root)) yield { element: root, message };
}

function some(reader: CaptureReader, fits: (element: CapturedElement) => boolean): boolean {
  for (const element of reader.elements()) if (isExposed(element) && fits(element)) return true;
  return false;
}

function* skippedHeadings(reader: CaptureReader): Generator<Violation> {
  let last = 0;
  for (const element of reader.elements()) {
    if (!isHeading(element) || !isExposed(element)) continue;
    const level = headingLevel(element);
    if (last > 0 && level > last + 1) yield { element, message: `A heading of level ${level} follows one of level ${last}.` };
    last = level;
  }
}

const references = ["aria-labelledby", "aria-describedby", "aria-controls", "aria-owns", "aria-activedescendant", "for"];

/** Whether the content of a viewport's meta element forbids zooming, or enlarging to twice the size. */
function forbidsZoom(content: string): boolean {
  return content
    .toLowerCase()
    .split(/[;,]/)
    .map((item) => item.split("=").map((part) => part.trim()))
    .some(([key, value = ""]) => {
      const number = Number.parseFloat(value);
      if (value === "") return false;
      if (key === "user-scalable")
        return Number.isNaN(number) ? !/^(yes|device-width|device-height)$/.test(value) : number > -1 && number < 1;
      if (key !== "maximum-scale" || number < 0) return false;
      return Number.isNaN(number) ? !/^(yes|device-width|device-height)$/.test(value) : number < 2;
    });
}

/** Ids that something points at and that stand more than once in one document or shadow root. */
function* duplicateIds(reader: CaptureReader): Generator<Violation> {
  const used = new Set<string>();
  const held: [key: string, element: CapturedElement][] = [];
  for (const element of reader.elements()) {
    const id = element.attributes["id"];
    const refers = references.some((attribute) => element.attributes[attribute] !== undefined);
    if (!refers && (id === undefined || id === "")) continue;
    const scope = rootPathOf(reader, element.index).at(-1)?.host ?? -1;
    for (const attribute of references) for (const name of (element.attributes[attribute] ?? "").split(/\s+/)) used.add(`${scope} ${name}`);
    if (id !== undefined && id !== "" && element.rendered) held.push([`${scope} ${id}`, element]);
  }
  for (const [key, [, second]] of groupBy(held, ([key]) => key)) {
    if (second !== undefined && used.has(key))
      yield { element: second[1], message: "This id stands twice, and labels or relations point at it: only the first one is found." };
  }
}
