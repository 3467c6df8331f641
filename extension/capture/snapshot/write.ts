import { withoutTokens } from "../../../host/contract/urls.js";
import { attributeOf, dataOf, documentOfFrame, isSlottedText, localNameOf, namespaceOf, nodeTypeOf, openRootOf } from "../dom.js";
import { childNodesOf } from "../roots.js";
import { isBlank } from "../text.js";
import { attributesText, escapeAttribute, escapeText } from "./attributes.js";
import { adoptedText, sheetText } from "./css.js";
import { type Ledger, note } from "./ledger.js";
import { type Shown, shownIn, shownInDocument, withheld } from "./visibility.js";

const html = "http://www.w3.org/1999/xhtml";
const empty = new Set("area base br col embed hr img input link meta param source track wbr".split(" "));
/** Code, and what would set the page in motion or say where it came from. */
const dropped = new Set("script noscript template base animate animatemotion animatetransform set portal".split(" "));
const deepest = 2_000;

/** Nothing may run or be loaded, whatever was overlooked. */
const policy = `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:">`;

/** Collects the text of a document that stands for itself. */
export class Writer {
  private readonly parts: string[] = [];
  private chars = 0;
  private readonly ledger: Ledger;

  constructor(ledger: Ledger) {
    this.ledger = ledger;
  }

  document(document: Document): string {
    this.put(doctypeOf(document));
    const root = document.documentElement;
    if (root !== null) this.element(root, shownInDocument(document), 0);
    return this.parts.join("");
  }

  private put(text: string): void {
    this.parts.push(text);
    this.chars += text.length;
  }

  private element(element: Element, outer: Shown, depth: number): void {
    const tag = localNameOf(element);
    const name = tag.toLowerCase();
    if (this.leavesOut(element, name, depth)) return;
    if (name === "style" || name === "link") {
      this.sheet(element);
      return;
    }
    const shown = shownIn(element, name, outer);
    const frame = name === "iframe" ? documentOfFrame(element, name) : null;
    const source = frame === null ? "" : ` srcdoc="${escapeAttribute(this.frame(frame))}"`;
    this.put(`<${tag}${attributesText(element, name, this.ledger)}${source}>`);
    if (name === "head") this.put(`<meta charset="utf-8">${policy}`);
    if (namespaceOf(element) === html && empty.has(name)) return;
    this.content(element, name, shown, depth);
    this.put(`</${tag}>`);
  }

  private leavesOut(element: Element, name: string, depth: number): boolean {
    const { ledger } = this;
    const tooMuch = this.chars > ledger.maxChars || depth > deepest;
    if (tooMuch) note(ledger, "truncated");
    else if (name === "script") note(ledger, "scripts");
    return tooMuch || ledger.excluded.has(element) || dropped.has(name) || (name === "meta" && attributeOf(element, "http-equiv") !== null);
  }

  private content(element: Element, name: string, shown: Shown, depth: number): void {
    if (name === "textarea" || name === "iframe" || name === "object" || name === "canvas" || name === "video") {
      if (name === "textarea" && (element as HTMLTextAreaElement).value !== "") note(this.ledger, "form-values");
      return;
    }
    const shadow = openRootOf(element) ?? this.ledger.closedRootOf(element);
    if (shadow !== null) this.shadow(shadow, shown, depth);
    const taken = (child: Node) => shadow === null || shadow.mode === "closed" || nodeTypeOf(child) !== 3 || isSlottedText(child);
    const closed = name === "details" && attributeOf(element, "open") === null;
    for (const child of childNodesOf(element)) {
      const unseen = !taken(child) || (closed && !isSummary(child));
      this.node(child, unseen ? { ...shown, gone: true } : shown, depth);
    }
    if (name === "head") this.adopted(element.ownerDocument);
  }

  private shadow(root: ShadowRoot, shown: Shown, depth: number): void {
    this.put(`<template shadowrootmode="${root.mode}">`);
    for (const child of childNodesOf(root)) this.node(child, shown, depth);
    this.adopted(root);
    this.put("</template>");
  }

  private adopted(root: Document | ShadowRoot): void {
    const text = adoptedText(root, this.ledger);
    if (text !== "") this.put(`<style>${text}</style>`);
  }

  private node(node: Node, shown: Shown, depth: number): void {
    const type = nodeTypeOf(node);
    if (type === 1) this.element(node as Element, shown, depth + 1);
    else if (type === 8) note(this.ledger, "comments");
    else if (type === 3 || type === 4) this.text(node, dataOf(node), shown);
  }

  private text(node: Node, text: string, shown: Shown): void {
    const isTitle = node.parentNode?.nodeName.toLowerCase() === "title";
    const reason = isBlank(text) || isTitle ? undefined : withheld(shown);
    if (reason !== undefined) {
      note(this.ledger, reason);
      // What is rendered without being seen still takes up room.
      if (reason === "hidden-text" && !shown.gone) this.put(filler(text));
      return;
    }
    if (this.ledger.typed.repeats(text)) {
      note(this.ledger, "mirrored-input");
      this.put(filler(text));
      return;
    }
    const plain = withoutTokens(text);
    if (plain !== text) note(this.ledger, "tokens");
    // A parser drops the first line break in these.
    const lost = text.startsWith("\n") && node.previousSibling === null && /^(?:pre|listing)$/i.test(node.parentNode?.nodeName ?? "");
    this.put((lost ? "\n" : "") + escapeText(plain));
  }

  private sheet(element: Element): void {
    const sheet = "sheet" in element ? (element.sheet as CSSStyleSheet | null) : null;
    if (sheet === null || sheet.disabled) return;
    const media = attributeOf(element, "media");
    this.put(`<style${media === null ? "" : ` media="${escapeAttribute(media)}"`}>${sheetText(sheet, this.ledger)}</style>`);
  }

  private frame(document: Document): string {
    const inner = new Writer({ ...this.ledger, maxChars: this.ledger.maxChars - this.chars });
    return inner.document(document);
  }
}

function isSummary(node: Node): boolean {
  return nodeTypeOf(node) === 1 && localNameOf(node as Element) === "summary";
}

/** The doctype decides on quirks. */
function doctypeOf({ doctype }: Document): string {
  if (doctype === null) return "";
  const { name, publicId, systemId } = doctype;
  const ids =
    publicId === "" ? (systemId === "" ? "" : ` SYSTEM "${systemId}"`) : ` PUBLIC "${publicId}"${systemId === "" ? "" : ` "${systemId}"`}`;
  return `<!DOCTYPE ${name}${ids}>`;
}

/** Says nothing and takes up about as much room: letters in the order of their frequency. */
function filler(text: string): string {
  let at = 0;
  return text.replace(/\S/gu, () => "etaoinsr".charAt(at++ % 8));
}
