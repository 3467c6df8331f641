import * as nodeFlags from "../../../host/contract/node-flags.js";
import {
  type AnyElement,
  attributeOf,
  childNodesOf,
  dataOf,
  documentOfFrame,
  isElement,
  isHtml,
  localNameOf,
  nodeTypeOf,
  openRootOf,
  slotOf,
} from "../dom.js";
import { isPageWord } from "../redact.js";
import { isBlank, wordSet } from "../text.js";
import { attributesText, escapeAttribute, escapeText, type SnapshotContext } from "./attributes.js";
import { sheetText } from "./css.js";

const voidElements = wordSet("area base br col embed hr img input link meta param source track wbr");
/** Code, animations, and what would reveal the page's origin. */
const removedElements = wordSet("script noscript template base animate animatemotion animatetransform set portal");
/** Their content is the user's, another document's, or not shown. */
const emptied = wordSet("textarea iframe object canvas video");
/** Recursion stops here, well above the depth to which parsers build trees. */
const maxDepth = 2_000;

/** A second line of defence: nothing runs or is loaded, whatever was overlooked. */
const policy = `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:">`;

export class Writer {
  private readonly parts: string[] = [];
  private chars = 0;
  isTruncated = false;
  private readonly context: SnapshotContext;

  constructor(context: SnapshotContext) {
    this.context = context;
  }

  document(document: Document): string {
    this.put(doctypeOf(document));
    const root = document.documentElement;
    if (root !== null) this.element(root, 0);
    return this.parts.join("");
  }

  private put(text: string): void {
    this.parts.push(text);
    this.chars += text.length;
  }

  private element(element: Element, depth: number): void {
    const tag = localNameOf(element);
    const name = tag.toLowerCase();
    if (this.leavesOut(element, name, depth)) return;
    if (name === "style" || name === "link") {
      this.sheet(element);
      return;
    }
    const frame = name === "iframe" ? documentOfFrame(element, name) : null;
    const source = frame === null ? "" : ` srcdoc="${escapeAttribute(this.frame(frame))}"`;
    const shown = isPageWord(tag) ? this.context.redact(tag) || "x-" : tag;
    this.put(`<${shown}${attributesText(element, name, this.context)}${source}>`);
    if (name === "head") this.put(`<meta charset="utf-8">${policy}`);
    if (isHtml(element) && voidElements.has(name)) return;
    this.content(element, name, depth);
    this.put(`</${shown}>`);
  }

  private leavesOut(element: Element, name: string, depth: number): boolean {
    const { context } = this;
    const isTooLarge = this.chars > context.maxChars || depth > maxDepth;
    this.isTruncated ||= isTooLarge;
    return (
      isTooLarge ||
      context.walk.excluded.has(element) ||
      removedElements.has(name) ||
      (name === "meta" && attributeOf(element, "http-equiv") !== null)
    );
  }

  private content(element: Element, name: string, depth: number): void {
    if (emptied.has(name)) return;
    const shadow = openRootOf(element) ?? this.context.walk.options.openClosedRoot?.(element) ?? null;
    if (shadow !== null) {
      this.put(`<template shadowrootmode="${shadow.mode}">`);
      for (const child of childNodesOf(shadow)) this.node(child, element, true, depth);
      this.adopted(shadow);
      this.put("</template>");
    }
    const isShown = (child: Node) => shadow === null || shadow.mode === "closed" || slotOf(child) !== null;
    const isClosed = name === "details" && attributeOf(element, "open") === null;
    for (const child of childNodesOf(element)) this.node(child, element, !isClosed && nodeTypeOf(child) !== 1 && isShown(child), depth);
    if (name === "head") this.adopted(element.ownerDocument);
  }

  private adopted(root: Document | ShadowRoot): void {
    const text = [...root.adoptedStyleSheets].map((sheet) => sheetText(sheet, this.context.keepData)).join("\n");
    if (text !== "") this.put(`<style>${this.styles(text)}</style>`);
  }

  /** `isShown`: whether a text is rendered where its owner's content is. */
  private node(node: Node, owner: Element, isShown: boolean, depth: number): void {
    const type = nodeTypeOf(node);
    if (isElement(node)) this.element(node, depth + 1);
    else if (type === 3 || type === 4) this.text(node, owner, isShown);
  }

  private text(node: Node, owner: Element, isShown: boolean): void {
    const { walk, indices } = this.context;
    const text = dataOf(node);
    const index = indices.get(owner) ?? -1;
    const reason = (isShown ? walk.suppressed[index] : walk.suppressed[index] || "hidden-text") ?? "hidden-text";
    if (reason !== "" && !isBlank(text) && localNameOf(owner) !== "title") {
      // Invisible text takes up space in the layout all the same.
      const isRendered = isShown && ((walk.columns.flags[index] ?? 0) & nodeFlags.rendered) !== 0;
      if (reason === "hidden-text" && isRendered) this.put(fillerFor(text));
      return;
    }
    const left = this.context.spread.has(index) ? "" : this.context.redact(text);
    if (left === "") this.put(fillerFor(text));
    else {
      // Parsers drop the first line break in these.
      const isDropped =
        text.startsWith("\n") && node.previousSibling === null && /^(?:pre|listing)$/i.test(node.parentNode?.nodeName ?? "");
      this.put((isDropped ? "\n" : "") + escapeText(left));
    }
  }

  private sheet(element: Element): void {
    const { sheet }: AnyElement = element;
    if (!sheet || sheet.disabled) return;
    const media = attributeOf(element, "media");
    this.put(
      `<style${media === null ? "" : ` media="${escapeAttribute(media)}"`}>${this.styles(sheetText(sheet, this.context.keepData))}</style>`,
    );
  }

  /** Each selector and declaration is a text of its own. */
  private styles(text: string): string {
    return text.replace(/[^{};]+/g, (part) => this.context.redact(part));
  }

  private frame(document: Document): string {
    const inner = new Writer({ ...this.context, maxChars: this.context.maxChars - this.chars });
    const text = inner.document(document);
    this.isTruncated ||= inner.isTruncated;
    return text;
  }
}

/** The doctype decides on quirks mode. */
function doctypeOf({ doctype }: Document): string {
  if (doctype === null) return "";
  const { name, publicId, systemId } = doctype;
  const ids =
    publicId === "" ? (systemId === "" ? "" : ` SYSTEM "${systemId}"`) : ` PUBLIC "${publicId}"${systemId === "" ? "" : ` "${systemId}"`}`;
  return `<!DOCTYPE ${name}${ids}>`;
}

/** Returns meaningless text of about the same width: the most frequent letters. */
function fillerFor(text: string): string {
  let at = 0;
  return text.replace(/\S/gu, () => "etaoinsr".charAt(at++ % 8));
}
