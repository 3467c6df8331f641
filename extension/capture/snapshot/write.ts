import type { RemovedKind } from "../../../host/contract/capture.js";
import { withoutTokens } from "../../../host/contract/urls.js";
import { trait, traitsOfAttribute } from "../attributes/traits.js";
import {
  attributeOf,
  childNodesOf,
  dataOf,
  documentOfFrame,
  isSlottedText,
  localNameOf,
  namespaceOf,
  nodeTypeOf,
  ofDocument,
  openRootOf,
} from "../dom.js";
import { isUserModifiable } from "../styles/style-sheets.js";
import { isBlank, wordSet } from "../text.js";
import { attributesText, escapeAttribute, escapeText } from "./attributes.js";
import { adoptedText, type SnapshotContext, sheetText } from "./css.js";

const html = "http://www.w3.org/1999/xhtml";
const voidElements = wordSet("area base br col embed hr img input link meta param source track wbr");
/** Code, animations, and what would reveal the page's origin. */
const removedElements = wordSet("script noscript template base animate animatemotion animatetransform set portal");
/** Recursion stops here, well above the depth to which parsers build trees. */
const maxDepth = 2_000;

/** A second line of defence: nothing runs or is loaded, whatever was overlooked. */
const policy = `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:">`;

/** Serialises one document. */
export class Writer {
  private readonly parts: string[] = [];
  private chars = 0;
  private readonly context: SnapshotContext;

  constructor(context: SnapshotContext) {
    this.context = context;
  }

  document(document: Document): string {
    this.put(doctypeOf(document));
    const root = document.documentElement;
    if (root !== null) this.element(root, renderingOfDocument(document), 0);
    return this.parts.join("");
  }

  private put(text: string): void {
    this.parts.push(text);
    this.chars += text.length;
  }

  private element(element: Element, outer: Rendering, depth: number): void {
    const tag = localNameOf(element);
    const name = tag.toLowerCase();
    if (this.leavesOut(element, name, depth)) return;
    if (name === "style" || name === "link") {
      this.sheet(element);
      return;
    }
    const rendering = renderingOf(element, name, outer);
    const frame = name === "iframe" ? documentOfFrame(element, name) : null;
    const source = frame === null ? "" : ` srcdoc="${escapeAttribute(this.frame(frame))}"`;
    this.put(`<${tag}${attributesText(element, name, this.context)}${source}>`);
    if (name === "head") this.put(`<meta charset="utf-8">${policy}`);
    if (namespaceOf(element) === html && voidElements.has(name)) return;
    this.content(element, name, rendering, depth);
    this.put(`</${tag}>`);
  }

  private leavesOut(element: Element, name: string, depth: number): boolean {
    const { context } = this;
    const isTooLarge = this.chars > context.maxChars || depth > maxDepth;
    if (isTooLarge) context.count("truncated");
    else if (name === "script") context.count("scripts");
    return (
      isTooLarge ||
      context.excluded.has(element) ||
      removedElements.has(name) ||
      (name === "meta" && attributeOf(element, "http-equiv") !== null)
    );
  }

  private content(element: Element, name: string, rendering: Rendering, depth: number): void {
    if (name === "textarea" || name === "iframe" || name === "object" || name === "canvas" || name === "video") {
      if (name === "textarea" && (element as HTMLTextAreaElement).value !== "") this.context.count("form-values");
      return;
    }
    const shadow = openRootOf(element) ?? this.context.openClosedRoot(element);
    if (shadow !== null) this.shadow(shadow, rendering, depth);
    const isSlotted = (child: Node) => shadow === null || shadow.mode === "closed" || nodeTypeOf(child) !== 3 || isSlottedText(child);
    const isClosed = name === "details" && attributeOf(element, "open") === null;
    for (const child of childNodesOf(element)) {
      const notRendered = !isSlotted(child) || (isClosed && !isSummary(child));
      this.node(child, notRendered ? { ...rendering, notRendered } : rendering, depth);
    }
    if (name === "head") this.adopted(element.ownerDocument);
  }

  private shadow(root: ShadowRoot, rendering: Rendering, depth: number): void {
    this.put(`<template shadowrootmode="${root.mode}">`);
    for (const child of childNodesOf(root)) this.node(child, rendering, depth);
    this.adopted(root);
    this.put("</template>");
  }

  private adopted(root: Document | ShadowRoot): void {
    const text = adoptedText(root, this.context);
    if (text !== "") this.put(`<style>${text}</style>`);
  }

  private node(node: Node, rendering: Rendering, depth: number): void {
    const type = nodeTypeOf(node);
    if (type === 1) this.element(node as Element, rendering, depth + 1);
    else if (type === 8) this.context.count("comments");
    else if (type === 3 || type === 4) this.text(node, dataOf(node), rendering);
  }

  private text(node: Node, text: string, rendering: Rendering): void {
    const isTitle = node.parentNode?.nodeName.toLowerCase() === "title";
    const reason = isBlank(text) || isTitle ? undefined : suppressionReason(rendering);
    if (reason !== undefined) {
      this.context.count(reason);
      // Invisible text takes up space in the layout all the same.
      if (reason === "hidden-text" && !rendering.notRendered) this.put(fillerFor(text));
      return;
    }
    if (this.context.fieldValues.repeats(text)) {
      this.context.count("mirrored-input");
      this.put(fillerFor(text));
      return;
    }
    const plain = withoutTokens(text);
    if (plain !== text) this.context.count("tokens");
    // Parsers drop the first line break in these.
    const isDropped = text.startsWith("\n") && node.previousSibling === null && /^(?:pre|listing)$/i.test(node.parentNode?.nodeName ?? "");
    this.put((isDropped ? "\n" : "") + escapeText(plain));
  }

  private sheet(element: Element): void {
    const sheet = "sheet" in element ? (element.sheet as CSSStyleSheet | null) : null;
    if (sheet === null || sheet.disabled) return;
    const media = attributeOf(element, "media");
    this.put(`<style${media === null ? "" : ` media="${escapeAttribute(media)}"`}>${sheetText(sheet, this.context)}</style>`);
  }

  private frame(document: Document): string {
    const inner = new Writer({ ...this.context, maxChars: this.context.maxChars - this.chars });
    return inner.document(document);
  }
}

/** What an element passes on to the text below it. */
interface Rendering {
  readonly notRendered: boolean;
  readonly visible: boolean;
  /** The user edits it. */
  readonly editable: boolean;
  /** In a control whose text is its value. */
  readonly value: boolean;
}

/** In design mode all of a document is editable. */
function renderingOfDocument(document: Document): Rendering {
  return { notRendered: false, visible: true, editable: ofDocument(document, "designMode") === "on", value: false };
}

/** By the rules of captures: only visible text is included, and none that the user enters or chooses. */
function renderingOf(element: Element, tag: string, outer: Rendering): Rendering {
  let { editable, value } = outer;
  for (const name of ["contenteditable", "role", "class"]) {
    const raw = attributeOf(element, name);
    const traits = raw === null ? 0 : traitsOfAttribute(name, raw);
    if ((traits & trait.editable) !== 0) editable = true;
    if ((traits & trait.notEditable) !== 0) editable = false;
    if ((traits & trait.value) !== 0 && tag !== "select") value = true;
    if ((traits & trait.choices) !== 0) value = false;
  }
  editable ||= tag === "textarea";
  if (outer.notRendered) return { ...outer, editable, value };
  const style = getComputedStyle(element);
  const { display, visibility } = style;
  // `display` is empty for nodes that no slot takes. Options are rendered outside the page, whatever their style.
  const isOption = tag === "option" || tag === "optgroup";
  const notRendered = (display === "none" || display === "") && !isOption;
  return { notRendered, visible: visibility === "visible", editable: editable || isUserModifiable(style), value };
}

/** Returns why a text is left out; undefined for one that is included. */
function suppressionReason({ notRendered, visible, editable, value }: Rendering): RemovedKind | undefined {
  if (editable) return "editable-text";
  if (value) return "form-values";
  return notRendered || !visible ? "hidden-text" : undefined;
}

function isSummary(node: Node): boolean {
  return nodeTypeOf(node) === 1 && localNameOf(node as Element) === "summary";
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
