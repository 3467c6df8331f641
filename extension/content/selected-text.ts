import type { AnnotationTarget, Box } from "../../host/contract/annotation.js";
import { mark } from "../../host/contract/urls.js";
import { documentToWindow } from "./boxes.js";

type TextTarget = Extract<AnnotationTarget, { type: "text" }>;

/** Longest quotation, and how much text before and after it finds it again, in characters. */
const textMax = 4_000;
const contextChars = 60;

/** A selection of the page's text with what stands around it, as in the Web Annotation Data Model (§ 4.2.4, text quote selector). */
export interface SelectedText extends Required<Pick<TextTarget, "text" | "prefix" | "suffix" | "box">> {
  /** The innermost element that holds all of it. */
  readonly element: Element;
}

/** The text that is selected in the page's own document; undefined when none is. */
export function selectedText(): SelectedText | undefined {
  const range = selectedRange();
  if (range === undefined) return undefined;
  const { commonAncestorContainer: container } = range;
  const element = container instanceof Element ? container : container.parentElement;
  if (element === null) return undefined;
  const text = range.toString();
  const [before, after] = [range.cloneRange(), range.cloneRange()];
  before.setStart(element, 0);
  before.setEnd(range.startContainer, range.startOffset);
  after.setStart(range.endContainer, range.endOffset);
  after.setEnd(element, element.childNodes.length);
  const { x, y, width, height } = range.getBoundingClientRect();
  return {
    text: text.slice(0, textMax),
    prefix: before.toString().slice(-contextChars),
    suffix: text.length > textMax ? "" : after.toString().slice(0, contextChars),
    box: [x + scrollX, y + scrollY, width, height],
    element,
  };
}

/** What is selected in the page's own document; undefined when it is no text. */
export function selectedRange(): Range | undefined {
  const selection = getSelection();
  if (selection === null || selection.isCollapsed || selection.rangeCount === 0) return undefined;
  const range = selection.getRangeAt(0);
  return range.toString().trim() === "" ? undefined : range;
}

/** Where a quotation is in the window now: a box for each line. Where it is no longer in its elements, the place that it had. */
export function textBoxes(target: TextTarget, elements: readonly Element[]): readonly Box[] {
  for (const element of elements) {
    const range = rangeOf(element, target);
    if (range !== undefined) return Array.from(range.getClientRects(), ({ x, y, width, height }): Box => [x, y, width, height]);
  }
  return target.box === undefined || elements.length > 0 ? [] : [documentToWindow(target.box)];
}

function rangeOf(element: Element, { text, prefix = "", suffix = "" }: TextTarget): Range | undefined {
  const whole = element.textContent ?? "";
  const [before, body, after] = [sourceOf(prefix), sourceOf(text), sourceOf(suffix)];
  const found = new RegExp(`(?<=${before})${body}(?=${after})`).exec(whole) ?? new RegExp(body).exec(whole);
  if (found === null) return undefined;
  const [start, end] = [found.index, found.index + found[0].length];
  const range = new Range();
  let at = 0;
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const length = node.textContent?.length ?? 0;
    if (at <= start && start < at + length) range.setStart(node, start - at);
    if (at < end && end <= at + length) {
      range.setEnd(node, end - at);
      return range;
    }
    at += length;
  }
  return undefined;
}

/** A regular expression of a quotation: what was redacted may be anything. */
function sourceOf(text: string): string {
  return text
    .split(mark)
    .map((part) => part.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&"))
    .join("[^]{1,200}?");
}
