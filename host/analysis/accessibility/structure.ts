import { groupBy } from "../../contract/group-by.js";
import type { CapturedElement, CaptureReader } from "../../contract/reader.js";
import { elementsWithin } from "../element-facts.js";
import { landmarkRoles } from "../roles.js";
import { complaintRule, elementRule, isExposed, type Rule, type Violation } from "./rule.js";

export const structureRules: readonly Rule[] = [
  { rule: "region", impact: "moderate", wcag: [], check: contentOutsideLandmarks },
  { rule: "landmark-unique", impact: "moderate", wcag: [], check: equalLandmarks },
  ...["banner", "contentinfo", "main"].map(
    (role): Rule => ({ rule: `landmark-no-duplicate-${role}`, impact: "moderate", wcag: [], check: (reader) => severalOf(reader, role) }),
  ),
  { rule: "skip-link", impact: "moderate", wcag: [], check: lostSkipLinks },
  complaintRule("list", "serious", ["1.3.1"], otherInList),
  complaintRule("listitem", "serious", ["1.3.1"], noListAround),
  elementRule("empty-table-header", "minor", [], isEmptyHeader, "This table header has no text."),
  complaintRule("label-content-name-mismatch", "serious", ["2.5.3"], otherName),
];

/** Live regions are heard wherever they stand; dialogs are landmarks of their own, buttons and drawings no content of the page. */
const apart = new Set(["alert", "log", "status", "dialog", "alertdialog", "button"]);
const seenRoles = new Set(["checkbox", "img", "meter", "progressbar", "scrollbar", "radio", "slider", "spinbutton", "textbox"]);
const seenTags = new Set(["img", "object", "video", "input"]);

/** The outermost elements with content and without any landmark around or inside. */
function* contentOutsideLandmarks(reader: CaptureReader): Generator<Violation> {
  const body = [...reader.elements()].find(({ tag, parent }) => tag === "body" && parent === 0);
  if (body === undefined) return;
  const skips = skipLinksOf(reader);
  const holdsRegion = new Set<number>();
  const outside: number[] = [];
  for (let index = body.index + 1; index < reader.end(body.index); index++) {
    const element = reader.element(index);
    if (!isExposed(element) || isRegion(element) || skips.has(index)) {
      for (const at of [index, ...reader.ancestors(index)]) holdsRegion.add(at);
    } else if (!hasContent(element)) continue;
    else outside.push(index);
    index = reader.end(index) - 1;
  }
  const outermost = outside.map((index) => {
    const below = reader.ancestors(index).filter((at) => at > body.index);
    const end = below.findIndex((at) => holdsRegion.has(at));
    return (end < 0 ? below : below.slice(0, end)).at(-1) ?? index;
  });
  for (const index of new Set(outermost))
    yield { element: reader.element(index), message: "This content stands in no landmark, such as main." };
}

/** Forms and sections without a name are no landmarks, but where they are called so. */
function isLandmark(element: CapturedElement): boolean {
  const { name, attributes } = element;
  const role = landmarkRole(element);
  return landmarkRoles.has(role) && (!/^(form|region)$/.test(role) || name.trim() !== "" || attributes["role"] !== undefined);
}

/** Browsers drop a region without a name; its author meant one. */
function landmarkRole({ role, attributes }: CapturedElement): string {
  return role === "" ? (attributes["role"] ?? "") : role;
}

function isRegion(element: CapturedElement): boolean {
  const { role, tag, attributes } = element;
  if (isLandmark(element) || apart.has(role)) return true;
  return /^(assertive|polite)$/.test(attributes["aria-live"] ?? "") || /^(dialog|svg|iframe|frame)$/.test(tag);
}

function hasContent({ text, tag, attributes, before, after }: CapturedElement): boolean {
  if (text.trim() !== "" && text.trim() !== `${before}${after}`.trim()) return true;
  const role = attributes["role"];
  if (role === undefined ? seenTags.has(tag) : seenRoles.has(role)) return true;
  return (attributes["aria-label"] ?? "").trim() !== "";
}

function* equalLandmarks(reader: CaptureReader): Generator<Violation> {
  const groups = groupBy(reader.elements(), (element) => {
    return isExposed(element) && isLandmark(element) ? `${landmarkRole(element)} ${element.name.trim().toLowerCase()}` : undefined;
  });
  for (const [first, ...others] of groups.values()) {
    if (first === undefined || others.length === 0) continue;
    const refs = others.map(({ ref }) => ref).join(", ");
    yield { element: first, message: `Other ${first.role} landmarks have the same name (${refs}): tell them apart with aria-label.` };
  }
}

/** A landmark of which a page has one, its frames with it: the first stands for all. */
function* severalOf(reader: CaptureReader, role: string): Generator<Violation> {
  const [first, ...others] = [...reader.elements()].filter((element) => element.role === role && isExposed(element));
  if (first !== undefined && others.length > 0)
    yield { element: first, message: `The page has more than one ${role} landmark: ${others.map(({ ref }) => ref).join(", ")}.` };
}

/** Links to places on the page before the first link that leaves it. */
function skipLinksOf(reader: CaptureReader): Map<number, string> {
  const links = new Map<number, string>();
  for (const { index, tag, attributes } of reader.elements()) {
    const href = attributes["href"];
    if (tag !== "a" || href === undefined || href.startsWith("javascript:")) continue;
    const target = /^\/?#(.+)$/.exec(href)?.[1];
    if (target === undefined && !/^\/?#$/.test(href)) break;
    if (target !== undefined) links.set(index, target);
  }
  return links;
}

/** Shown once the keyboard reaches them, they lead nowhere. A router's address in the fragment is none of an element. */
function* lostSkipLinks(reader: CaptureReader): Generator<Violation> {
  const links = skipLinksOf(reader);
  if (links.size === 0) return;
  const targets = new Set(
    [...reader.elements()].flatMap(({ attributes, tag }) => [attributes["id"], tag === "a" ? attributes["name"] : undefined]),
  );
  for (const [index, target] of links) {
    const element = reader.element(index);
    if (isExposed(element) && element.name !== "" && isOffscreen(element) && !targets.has(target) && !target.startsWith("/"))
      yield { element, message: `Nothing on the page has the id ${JSON.stringify(target.slice(0, 60))} that this link skips to.` };
  }
}

function isOffscreen({ box: [x, y, width, height], visible }: CapturedElement): boolean {
  return !visible || x + width <= 0 || y + height <= 0 || width <= 1 || height <= 1;
}

function otherInList(element: CapturedElement, reader: CaptureReader): string | undefined {
  if (!/^[uo]l$/.test(element.tag) || element.attributes["role"] !== undefined || !isExposed(element)) return undefined;
  const other = childrenOf(reader, element.index).find((child) => isExposed(child) && !isItem(child));
  if (other !== undefined) return `Beside <li>, this list holds <${other.tag}> (${other.ref}) as a child.`;
  return element.text.trim() === "" ? undefined : "This list holds text outside of its <li>.";
}

/** The role that is written counts, else the tag. */
function isItem({ tag, attributes }: CapturedElement): boolean {
  const role = attributes["role"];
  return role === undefined || role === "" ? /^(li|script|template|style)$/.test(tag) : role === "listitem";
}

/** A slot stands for what it shows. */
function childrenOf(reader: CaptureReader, index: number): CapturedElement[] {
  return reader
    .children(index)
    .map((child) => reader.element(child))
    .flatMap((child) => (child.tag === "slot" ? childrenOf(reader, child.index) : [child]));
}

function noListAround(element: CapturedElement, reader: CaptureReader): string | undefined {
  if (element.tag !== "li" || element.attributes["role"] !== undefined || !isInTree(reader, element)) return undefined;
  const parent = reader
    .ancestors(element.index)
    .map((at) => reader.element(at))
    .find(({ tag }) => tag !== "slot");
  const role = parent?.attributes["role"];
  const isList = role === undefined || role === "" ? /^([uo]l|menu)$/.test(parent?.tag ?? "") : /^(list|none|presentation)$/.test(role);
  const other = role === undefined ? `<${parent?.tag}>` : `role=${JSON.stringify(role.slice(0, 30))}`;
  return isList ? undefined : `This <li> stands in ${other}, which is no list.`;
}

/** An item outside of a list has no role of its own, and is none for the tree. */
function isInTree(reader: CaptureReader, { parent, rendered, attributes }: CapturedElement): boolean {
  return rendered && parent >= 0 && reader.element(parent).accessible && attributes["aria-hidden"] !== "true";
}

function isEmptyHeader(element: CapturedElement, reader: CaptureReader): boolean {
  const { tag, role, name, index, attributes } = element;
  const isHeader = /^(columnheader|rowheader)$/.test(role) || (tag === "th" && attributes["role"] === undefined);
  return isHeader && isExposed(element) && name.trim() === "" && seenText(reader, index) === "";
}

/** Widgets that are called by what they hold, but for those whose text is their value. */
const namedByContent = new Set(["button", "link", "menuitem", "option", "tab", "treeitem"]);

/** Speech input names a control by its visible text. */
function otherName(element: CapturedElement, reader: CaptureReader): string | undefined {
  const { role, attributes, index, name } = element;
  if (!namedByContent.has(role) || !isExposed(element)) return undefined;
  if ((attributes["aria-label"] ?? "").trim() === "" && attributes["aria-labelledby"] === undefined) return undefined;
  const seen = wordsOf(seenText(reader, index));
  // A single character is mostly a sign.
  if (seen.length < 2 || wordsOf(name).length < 2 || wordsOf(name).includes(seen)) return undefined;
  return `Its name ${JSON.stringify(name.slice(0, 60))} does not hold the text that is seen: ${JSON.stringify(seen.slice(0, 60))}.`;
}

/** Text that can be read in an element, without the words that icon fonts draw as pictures. */
function seenText(reader: CaptureReader, index: number): string {
  return elementsWithin(reader, index)
    .filter(({ visible, box, index: at }) => visible && box[2] > 1 && box[3] > 1 && !isIconFont(reader.style(at, "font-family") ?? ""))
    .map(({ text }) => text)
    .join(" ")
    .trim();
}

/** The first family: the others stand in where it lacks a character. */
function isIconFont(families: string): boolean {
  return /^[^,]*(?:icon|symbol|awesome|glyph)/i.test(families);
}

function wordsOf(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}
