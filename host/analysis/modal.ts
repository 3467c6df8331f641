import { weaklyMemoized } from "../contract/memoized.js";
import type { CapturedElement, CaptureReader } from "../contract/reader.js";
import { isWithin } from "./element-facts.js";
import { isInViewport } from "./geometry.js";
import { rootPathOf } from "./roots.js";

/** An open layer that keeps the rest of the page out of reach: a modal dialog, or a menu that acts like one. */
export interface Modal {
  readonly element: CapturedElement;
  /** Whether a person can operate an element while the layer is open: it stands in it, or the layer leaves it usable. */
  isReachable(index: number): boolean;
}

/** Roles of layers that libraries make modal by hiding the rest of the page. */
const layerRoles = new Set(["dialog", "alertdialog", "menu", "listbox"]);
/** Roles of layers that open above a modal dialog, often in another part of the document. */
const popupRoles = new Set([...layerRoles, "tooltip", "alert", "status", "tree", "grid"]);

/** The topmost modal layer: modal to the browser, `aria-modal` over the viewport, or the page hidden for it (`aria-hidden`, `inert`). */
export const modalOf = weaklyMemoized((reader: CaptureReader): Modal | undefined => {
  const layers = [...reader.elements()].filter((element) => isOpenLayer(reader, element)).reverse();
  const hiding = hiddenPage(reader, layers);
  if (hiding !== undefined) return hiding;
  const isModal = ({ tag, topLayer, attributes, index }: CapturedElement) =>
    (tag === "dialog" && topLayer) ||
    (attributes["aria-modal"] === "true" && (isBackdropped(reader, index) || hidesContent(reader, index)));
  const element = layers.find(isModal);
  if (element === undefined) return undefined;
  return { element, isReachable: (index) => isWithin(reader, element.index, index) || isInLaterPopup(reader, element, index) };
});

function isOpenLayer(reader: CaptureReader, { role, visible, accessible, box, index }: CapturedElement): boolean {
  if (!layerRoles.has(role) || !visible || !accessible) return false;
  return isInViewport(box, reader.capture.metadata) && rootPathOf(reader, index).every(({ kind }) => kind !== "frame");
}

/** The layer for which most of the page's controls were hidden, though they are still drawn. Some libraries give it no role. */
function hiddenPage(reader: CaptureReader, layers: readonly CapturedElement[]): Modal | undefined {
  const hidden: boolean[] = [];
  const usable: number[] = [];
  let unusable = 0;
  for (const element of reader.elements()) {
    const { index, parent, interactive, visible, tag } = element;
    hidden[index] = hidden[parent] === true || isHidden(element);
    if (!visible) continue;
    // Nothing inert is interactive for the engine.
    if (hidden[index] === true && (interactive || /^(a|button|input|select|textarea)$/.test(tag))) unusable++;
    else if (interactive) usable.push(index);
  }
  if (unusable < 2 || usable.length === 0) return undefined;
  const isReachable = (index: number) => hidden[index] !== true;
  const element = layers.find(({ index }) => isReachable(index)) ?? reader.element(aroundAll(reader, usable));
  const outside = usable.filter((index) => !isWithin(reader, element.index, index)).length;
  if (outside >= unusable || (!layers.includes(element) && !isBackdropped(reader, element.index))) return undefined;
  return { element, isReachable };
}

function isHidden({ attributes }: CapturedElement): boolean {
  return attributes["aria-hidden"] === "true" || attributes["inert"] !== undefined;
}

/** Whether the page around a layer, with its headings, was hidden. */
function hidesContent(reader: CaptureReader, layer: number): boolean {
  return [...reader.elements()].some(({ index, tag, rendered }) => {
    if (!rendered || !/^(h[1-6]|main)$/.test(tag) || isWithin(reader, layer, index)) return false;
    return [index, ...reader.ancestors(index)].some((at) => isHidden(reader.element(at)));
  });
}

/** The nearest element around several. */
function aroundAll(reader: CaptureReader, [first = 0, ...others]: readonly number[]): number {
  const last = others.reduce((most, index) => Math.max(most, index), first);
  return [first, ...reader.ancestors(first)].find((at) => reader.end(at) > last) ?? 0;
}

/** Whether something fixed covers the viewport: the layer, what it stands in, or a backdrop beside these. */
function isBackdropped(reader: CaptureReader, index: number): boolean {
  const path = [index, ...reader.ancestors(index)];
  const beside = path.slice(1).flatMap((parent) => reader.children(parent));
  return [...path, ...beside].some((at) => covers(reader, at));
}

function covers(reader: CaptureReader, index: number): boolean {
  const { visible, box } = reader.element(index);
  const { viewport } = reader.capture.metadata;
  if (!visible || box[2] < viewport.width * 0.95 || box[3] < viewport.height * 0.95) return false;
  return reader.style(index, "position") === "fixed" && reader.style(index, "pointer-events") !== "none";
}

/** A choice that a field of the dialog opened, in a place of its own at the end of the document. */
function isInLaterPopup(reader: CaptureReader, modal: CapturedElement, index: number): boolean {
  if (index < reader.end(modal.index)) return false;
  return [index, ...reader.ancestors(index)].some((at) => {
    const { role, topLayer } = reader.element(at);
    return at >= reader.end(modal.index) && (topLayer || (popupRoles.has(role) && reader.style(at, "position") !== "static"));
  });
}
