import { addToGroup, groupBy } from "../contract/group-by.js";
import { limits } from "../contract/limits.js";
import type { CapturedElement, CaptureReader } from "../contract/reader.js";
import { mark } from "../contract/urls.js";
import { fieldRoles } from "./roles.js";
import { rootPathOf } from "./roots.js";
import { lastPart, makePiercingSelectorOf } from "./short-selectors.js";

interface LocatorOptions {
  /** Leaves out what is not needed to find the element alone: `exact`, the end of a long name, parts of its selector. */
  readonly isBrief?: boolean;
}

type IsSo = (element: CapturedElement) => boolean;

/** Writes the Playwright locator of an element that finds it alone: by test id, by role and name, else by its exact selector. */
export function makeLocatorOf(reader: CaptureReader, { isBrief = false }: LocatorOptions = {}): (element: CapturedElement) => string {
  const isDrawn = makeIsDrawn(reader);
  const partsOf = makePartsOf(reader);
  const isLoose = (element: CapturedElement) => isDrawn(element) || partsOf(element).length > 1;
  const isNamed = makeIsNamed(reader);
  const counts = countIn(reader, isLoose, isNamed);
  const alone = (key: string) => counts.get(key) === 1;
  const names = isBrief ? namesByRole(reader) : new Map<string, IsInOne>();
  const isInOneOf = (frame: string, role: string) => (/cell$/.test(role) ? undefined : names.get(`${frame}\n${role}`)) ?? (() => false);
  const shortSelectorOf = isBrief ? makePiercingSelectorOf(reader) : () => undefined;
  const nameArgument = (frame: string, role: string, name: string) => {
    const part = briefly(plain(name), isInOneOf(frame, role));
    return part === undefined ? `${quote(name)}, exact: true` : quote(part);
  };
  return (element) => {
    const frame = framesOf(reader, element);
    const testId = testIdOf(element);
    if (testId !== undefined && alone(idKey(frame, "testid", testId))) return `${frame}getByTestId(${quote(testId)})`;
    if (isNamed(element)) {
      const { role, name } = element;
      const byName = (argument: string) => `${frame}getByRole(${quote(role)}, { name: ${argument} })`;
      if (!isLoose(element) && alone(roleKey(frame, role, name)) && !counts.has(looseKey(frame, role, name, "loose ")))
        return byName(nameArgument(frame, role, name));
      if (isLoose(element) && !(isDrawn(element) && changesWithCase.test(name)) && alone(looseKey(frame, role, name))) {
        const parts = partsOf(element);
        const longest = [...parts].sort((a, b) => b.length - a.length);
        const part = isDrawn(element) ? undefined : longest.find(isInOneOf(frame, role));
        return byName(part === undefined ? pattern(parts, isDrawn(element)) : quote(part));
      }
    }
    const selector = shortSelectorOf(element);
    if (selector !== undefined) return `locator(${quote(selector)})`;
    return `${frame}${cssLocator(reader, element, (id) => alone(idKey(frame, "id", id)))}`;
  };
}

/** Returns the argument with which Playwright finds an element's name; undefined for a name that Playwright reads in a case of its own. */
export function makeNameArgumentOf(reader: CaptureReader): (element: CapturedElement) => string | undefined {
  const isDrawn = makeIsDrawn(reader);
  const partsOf = makePartsOf(reader);
  return (element) => {
    const parts = partsOf(element);
    if (!isDrawn(element) && parts.length <= 1) return `${quote(element.name)}, exact: true`;
    return isDrawn(element) && changesWithCase.test(element.name) ? undefined : pattern(parts, isDrawn(element));
  };
}

/** Names up to this length stand as they are. */
const longName = 30;

/** The beginning of a name, in whole words, that no other name holds in any case; undefined where others hold all of it. */
function briefly(name: string, isInOne: IsInOne): string | undefined {
  if (!isInOne(name)) return undefined;
  if (name.length <= longName) return name;
  const ends = [...name.matchAll(/(?<=\w) /g)].map(({ index }) => index).filter((end) => end >= longName / 2);
  const end = ends.find((at) => isInOne(name.slice(0, at)));
  return end === undefined ? name : name.slice(0, end);
}

/** Whether exactly one of some names holds a text, in any case. */
type IsInOne = (text: string) => boolean;

/** Looks for a text only in the names that hold its rarest trigram: thousands of links take no quadratic time. */
function makeIsInOne(names: readonly string[]): IsInOne {
  const byGram = new Map<string, string[]>();
  for (const name of names) for (const gram of new Set(gramsOf(name))) addToGroup(byGram, gram, name);
  return (text) => {
    const wanted = text.toLowerCase();
    const holders = gramsOf(wanted).map((gram) => byGram.get(gram) ?? []);
    const rarest = holders.reduce((least, one) => (one.length < least.length ? one : least), names);
    const first = rarest.findIndex((name) => name.includes(wanted));
    return first >= 0 && !rarest.some((name, at) => at > first && name.includes(wanted));
  };
}

function gramsOf(text: string): string[] {
  return Array.from({ length: Math.max(0, text.length - 2) }, (_, at) => text.slice(at, at + 3));
}

/** Per frame and role. */
function namesByRole(reader: CaptureReader): ReadonlyMap<string, IsInOne> {
  const names = groupBy(reader.elements(), (element) =>
    element.role === "" || element.name === "" ? undefined : `${framesOf(reader, element)}\n${element.role}`,
  );
  return new Map([...names].map(([key, elements]) => [key, makeIsInOne(elements.map(({ name }) => plain(name).toLowerCase()))]));
}

/** How often each test id, each id and each pair of role and name stands in the capture, per frame: Playwright looks through open shadow roots. */
function countIn(reader: CaptureReader, isLoose: IsSo, isNamed: IsSo): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  const count = (key: string) => counts.set(key, (counts.get(key) ?? 0) + 1);
  for (const element of reader.elements()) {
    const testId = testIdOf(element);
    const own = lastPart(element.selector);
    const isById = onlyId.test(own);
    if (testId === undefined && !isById && !isNamed(element)) continue;
    const frame = framesOf(reader, element);
    if (isById) count(idKey(frame, "id", own));
    if (testId !== undefined) count(idKey(frame, "testid", testId));
    if (!isNamed(element)) continue;
    const { role, name } = element;
    count(roleKey(frame, role, name));
    count(looseKey(frame, role, name));
    if (isLoose(element)) count(looseKey(frame, role, name, "loose "));
  }
  return counts;
}

/** Longer values are cut in captures, and redacted ones name nothing. */
function testIdOf({ attributes }: CapturedElement): string | undefined {
  const testId = attributes["data-testid"];
  return testId === undefined || testId.length >= limits.dataAttributeMaxChars || testId.includes(mark) ? undefined : testId;
}

/** Roles that Playwright does not know or leaves without a name, and rows, which it names by their content: it finds nothing or too much by them. */
const unknownRoles =
  /^(doc-|graphics-|section(header|footer)$|(|generic|comment|suggestion|caption|code|definition|deletion|emphasis|insertion|mark|paragraph|row|strong|subscript|superscript|term|time)$)/;

/** Roles that Playwright names, or knows, by ARIA's attributes alone where browsers do by a tooltip, a caption or the content. */
const namedByAria = /^(figure|form|math|region)$/;

/** Tags that have a role by themselves for Playwright, where browsers have more. */
const tagsByRole: ReadonlyMap<string, RegExp> = new Map([
  ["group", /^(details|fieldset)$/],
  ["img", /^(img|svg)$/],
  ["textbox", /^(input|textarea)$/],
]);

/** Whether Playwright finds an element by its name: not by one that we cut, or that is uncertain, or a part of such a name of the same role. */
function makeIsNamed(reader: CaptureReader): IsSo {
  const uncertain = new Map<string, string>();
  for (const element of reader.elements()) {
    const text = element.name || (element.attributes["title"] ?? "");
    if (text === "" || !element.accessible || isCertain(reader, element)) continue;
    for (const role of [element.role, ...statedRoles(element)]) uncertain.set(role, `${uncertain.get(role) ?? ""}\n${condensed(text)}`);
  }
  return (element) => {
    const { role, name, accessible } = element;
    if (!accessible || unknownRoles.test(role) || name.length > 100 || name.includes("\n") || !isCertain(reader, element)) return false;
    return uncertain.get(role)?.includes(condensed(name)) !== true;
  };
}

/** Whether Playwright computes the role and the name that we have. */
function isCertain(reader: CaptureReader, element: CapturedElement): boolean {
  const { index, role, name, tag, attributes, rendered, partialName } = element;
  const stated = statedRoles(element);
  const isByAria = attributes["aria-label"] !== undefined || attributes["aria-labelledby"] !== undefined;
  if (partialName || name.includes(mark) || name.trim() === "" || attributes["aria-placeholder"] === name || isNamedByLabel(element))
    return false;
  if (stated.length > 0 ? !stated.includes(role) : tagsByRole.get(role)?.test(tag) === false) return false;
  const isAlone = (at: number) =>
    reader.children(reader.element(at).parent).filter((each) => /^t/.test(reader.element(each).tag)).length === 1;
  // Playwright takes a table's only cell for no header. Fallback content has no box.
  const isOnlyCell = tag === "th" && [index, ...reader.ancestors(index).slice(0, 2)].every(isAlone);
  if ((!rendered && tag !== "option") || (stated.length === 0 && isOnlyCell)) return false;
  return isByAria || !namedByAria.test(role);
}

/** Roles that are asked for, but `none`, which yields to the tag's own where the element has a role at all. */
function statedRoles({ attributes }: CapturedElement): readonly string[] {
  return (attributes["role"] ?? "").toLowerCase().match(/(?!(none|presentation)\b)\b\S+/g) ?? [];
}

/** HTML-AAM names `<input type="submit">` by its label first; Playwright by its value. */
function isNamedByLabel({ tag, role, name, attributes }: CapturedElement): boolean {
  if (tag !== "input" || role !== "button" || attributes["aria-labelledby"] !== undefined) return false;
  const own = ["aria-label", "value", "alt", "title"].map((attribute) => attributes[attribute]?.trim());
  return ![...own, "Submit", "Reset"].includes(name.trim());
}

function idKey(frame: string, attribute: "id" | "testid", id: string): string {
  return `${frame}\n${attribute}\n${id}`;
}

/** Playwright joins white space; `exact` minds case. */
function roleKey(frame: string, role: string, name: string): string {
  return `${frame}\n${role}\n${plain(name)}`;
}

/** Of names that differ in case and spaces alone. */
function looseKey(frame: string, role: string, name: string, kind = "any "): string {
  return `${frame}\n${kind}${role}\n${condensed(name)}`;
}

function condensed(name: string): string {
  return name.replace(/\s+/g, "").toLowerCase();
}

function plain(name: string): string {
  return name.replace(/\s+/g, " ").trim();
}

/** Matches a name in any case where a style draws it, and with or without a space between its parts. */
function pattern(parts: readonly string[], isDrawn: boolean): string {
  const escaped = parts.map((part) => part.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&"));
  return `/^${escaped.join(" ?")}$/${isDrawn ? "i" : ""}`;
}

function framesOf(reader: CaptureReader, element: CapturedElement): string {
  return rootPathOf(reader, element.index)
    .filter(({ kind }) => kind === "frame")
    .map(({ host }) => `frameLocator(${quote(lastPart(reader.element(host).selector))}).`)
    .join("");
}

/** CSS finds through open shadow roots when each root's part is a step of its own. */
function cssLocator(reader: CaptureReader, element: CapturedElement, isOnly: (id: string) => boolean): string {
  const roots = rootPathOf(reader, element.index);
  const afterFrame = roots.slice(roots.findLastIndex(({ kind }) => kind === "frame") + 1);
  const hosts = afterFrame.map(({ host }) => reader.element(host));
  return [...hosts, element].map((step) => `locator(${quote(stepOf(reader, step, isOnly))})`).join(".");
}

const onlyId = /^#(?:[^ >:.[\\]|\\.)+$/;

/** An id that stands in shadow roots too is found there by Playwright: the locator includes its container. */
function stepOf(reader: CaptureReader, element: CapturedElement, isOnly: (id: string) => boolean): string {
  const own = lastPart(element.selector);
  const [id = ""] = own.split(" > ");
  if (!onlyId.test(id) || isOnly(id)) return own;
  const path = [element.index, ...reader.ancestors(element.index)].map((index) => reader.element(index));
  const holder = path.find(({ selector }) => lastPart(selector) === id);
  const parent = path.find(({ index }) => index === holder?.parent);
  if (holder === undefined || parent === undefined || rootOf(parent) !== rootOf(holder)) return own;
  return `${stepOf(reader, parent, isOnly)} > ${own}`;
}

/** The steps of a selector down to the element's own root. */
function rootOf({ selector }: CapturedElement): string {
  return selector.split(" >>> ").slice(0, -1).join(" >>> ");
}

/** A string of JavaScript. */
export function quote(text: string): string {
  return `'${text.replace(/\\/g, "\\\\").replace(/'/g, "\\'").replace(/\n/g, "\\n").replace(/\r/g, "\\r")}'`;
}

/** Returns whether a name holds text in the case that a style drew it in (`text-transform`): Playwright reads it as it is written. */
function makeIsDrawn(reader: CaptureReader): IsSo {
  const texts = new Set<string>();
  /** How many elements with such text stand before each index. */
  const before = [0];
  for (let index = 0; index < reader.count; index++) {
    const { tag, text, before: ahead, after } = reader.element(index);
    const isTransformed = !["none", "", undefined].includes(reader.style(index, "text-transform"));
    // The text that a slot shows is its host's, and is rendered with the slot's style.
    const hasText = isTransformed && (text !== "" || ahead !== "" || after !== "" || tag === "slot");
    if (hasText && text !== "") texts.add(text.toLowerCase());
    before.push((before[index] ?? 0) + (hasText ? 1 : 0));
  }
  const isInside = ({ index }: CapturedElement) => (before[reader.end(index)] ?? 0) > (before[index] ?? 0);
  // Fields, and what is labelled by reference, have their names from other elements.
  const isOutside = ({ role, name, attributes }: CapturedElement) =>
    (fieldRoles.has(role) || attributes["aria-labelledby"] !== undefined) && [...texts].some((text) => name.toLowerCase().includes(text));
  return (element) => texts.size + (before.at(-1) ?? 0) > 0 && (isInside(element) || isOutside(element));
}

/** Letters that another case writes differently, so that no comparison without case finds them again. */
const changesWithCase = /SS|[\u0130\u0131\u0149\u0370-\u03ff\u1f00-\u1fff]/;

/** The parts of a name between which browsers put a space and Playwright none: around pictures and elements that an attribute names. */
function makePartsOf(reader: CaptureReader): (element: CapturedElement) => readonly string[] {
  const names = [...reader.elements()].map(({ index }) => (reader.style(index, "display") === "inline" ? ownNameOf(reader, index) : ""));
  return ({ index, name }) => {
    const parts = [plain(name)];
    for (const part of names
      .slice(index + 1, reader.end(index))
      .filter((one) => one !== "")
      .slice(0, mostParts)) {
      const last = parts.pop() ?? "";
      const from = ` ${last} `.indexOf(` ${part} `);
      const split = from < 0 ? [last] : [last.slice(0, Math.max(0, from - 1)), part, last.slice(from + part.length + 1)];
      parts.push(...split.filter((one) => one !== "" || from < 0));
    }
    return parts;
  };
}

const mostParts = 20;

/** The name that an element has by an attribute or a drawing's title. */
function ownNameOf(reader: CaptureReader, index: number): string {
  const { tag, name, attributes } = reader.element(index);
  return plain((/^(img|svg)$/.test(tag) && name) || attributes["aria-label"] || attributes["title"] || "");
}
