import { groupBy } from "../../contract/group-by.js";
import type { CapturedElement, CaptureReader } from "../../contract/reader.js";
import { modalOf } from "../modal.js";
import { headingLevel, isHeading } from "../roles.js";
import { rootHostOf } from "../roots.js";
import { elementRule, isExposed, type Rule, type Violation } from "./rule.js";

export const documentRules: readonly Rule[] = [
  rootRule("html-has-lang", "serious", ["3.1.1"], lacksLang, "The page does not say its language: <html lang>."),
  rootRule("html-lang-valid", "serious", ["3.1.1"], hasOddLang, "The page's lang is no language tag: write en or pt-BR."),
  rootRule("document-title", "serious", ["2.4.2"], lacksTitle, "The page has no title."),
  rootRule("landmark-one-main", "moderate", [], lacksMain, "The page has no main landmark."),
  rootRule("page-has-heading-one", "moderate", [], lacksHeadingOne, "The page has no heading of level 1."),
  { rule: "heading-order", impact: "moderate", wcag: [], check: skippedHeadings },
  elementRule("empty-heading", "minor", [], isEmptyHeading, "This heading is empty."),
  elementRule(
    "meta-viewport",
    "moderate",
    ["1.4.4"],
    forbidsZoom,
    "The page keeps people from zooming: leave user-scalable and a maximum-scale below 2 out.",
  ),
  { rule: "duplicate-id-aria", impact: "critical", wcag: ["4.1.2"], check: duplicateIds },
];

/** A rule that the page's root element keeps or breaks for all of it. */
function rootRule(...[rule, impact, wcag, breaks, message]: Parameters<typeof elementRule>): Rule {
  const breaksIt: typeof breaks = (element, reader) => element.index === 0 && element.tag === "html" && breaks(element, reader);
  return elementRule(rule, impact, wcag, breaksIt, message);
}

function lacksLang({ attributes }: CapturedElement): boolean {
  return (attributes["lang"] ?? attributes["xml:lang"] ?? "").trim() === "";
}

function hasOddLang({ attributes }: CapturedElement): boolean {
  return !/^([a-z]{2,3}(-[a-z0-9]{1,8})*)?$/i.test((attributes["lang"] ?? "").trim());
}

function lacksTitle(_root: CapturedElement, reader: CaptureReader): boolean {
  return reader.capture.metadata.title.trim() === "";
}

function lacksMain(_root: CapturedElement, reader: CaptureReader): boolean {
  return modalOf(reader) === undefined && !some(reader, ({ role }) => role === "main");
}

function lacksHeadingOne(_root: CapturedElement, reader: CaptureReader): boolean {
  return modalOf(reader) === undefined && !some(reader, (element) => isHeading(element) && headingLevel(element) === 1);
}

function isEmptyHeading(element: CapturedElement): boolean {
  return isExposed(element) && isHeading(element) && element.name.trim() === "";
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

/** Whether a viewport's meta element forbids zooming, or enlarging to twice the size. */
function forbidsZoom({ tag, attributes }: CapturedElement): boolean {
  if (tag !== "meta" || attributes["name"] !== "viewport") return false;
  const items = (attributes["content"] ?? "").toLowerCase().split(/[;,]/);
  return items.some((item) => {
    const [key, value = ""] = item.split("=").map((part) => part.trim());
    if (value === "" || !/^(user-scalable|maximum-scale)$/.test(key ?? "")) return false;
    const number = Number.parseFloat(value);
    if (Number.isNaN(number)) return !/^(yes|device-width|device-height)$/.test(value);
    return key === "user-scalable" ? number > -1 && number < 1 : number >= 0 && number < 2;
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
    const scope = rootHostOf(reader, element.index);
    for (const attribute of references) for (const name of (element.attributes[attribute] ?? "").split(/\s+/)) used.add(`${scope} ${name}`);
    if (id !== undefined && id !== "" && element.rendered) held.push([`${scope} ${id}`, element]);
  }
  for (const [key, [, second]] of groupBy(held, ([key]) => key)) {
    if (second !== undefined && used.has(key))
      yield { element: second[1], message: "This id stands twice, and labels or relations point at it: only the first one is found." };
  }
}
