import type { Step } from "../page-api.js";
import { frameView } from "./boxes.js";
import { innerRoot, openClosedRoot } from "./closed-roots.js";

type Place = readonly [x: number, y: number];

/** The page's innermost element that is seen at a place of the window, through shadow roots and frames of the same site; undefined for none. */
export function elementAt(x: number, y: number, host: Element): Element | undefined {
  let found: Element | undefined;
  let root: Document | ShadowRoot | undefined = document;
  let view = { left: 0, top: 0, scaleX: 1, scaleY: 1 };
  let isInert = false;
  while (root !== undefined) {
    const inside: Document | ShadowRoot = root;
    const place: Place = [(x - view.left) / view.scaleX, (y - view.top) / view.scaleY];
    const hits: readonly Element[] = inside.elementsFromPoint(...place).filter((one) => one !== host && one.getRootNode() === inside);
    const hit: Element | undefined = seenOf(hits, place);
    const seen: Element | undefined = unhitAt(hit ?? inside, place, host, isInert) ?? hit;
    if (seen === undefined) break;
    found = seen;
    isInert ||= found.closest("[inert]") !== null;
    if (found.localName === "iframe") view = frameView(found);
    root = innerRoot(found) ?? undefined;
  }
  return found;
}

/** The first of what is hit, topmost first, that shows something; the topmost where nothing but what it stands in is seen through it. */
function seenOf(hits: readonly Element[], place: Place): Element | undefined {
  const [top] = hits;
  const seen = hits.find((one) => !isBlank(one, place));
  return top === undefined || seen === undefined || seen.contains(top) ? top : seen;
}

/** Browsers hit nothing that is inert or has `pointer-events: none`, as many libraries give to disabled buttons: the innermost by its box. */
function unhitAt(parent: ParentNode, place: Place, host: Element, isInert: boolean): Element | undefined {
  for (const child of [...parent.children].reverse()) {
    const box = child.getBoundingClientRect();
    const isEmpty = box.width * box.height === 0;
    if (child === host || !(isEmpty || isWithin(box, place))) continue;
    const { pointerEvents, overflow } = getComputedStyle(child);
    const inert = isInert || child.hasAttribute("inert");
    // What an empty box clips is not seen.
    if ((!inert && pointerEvents !== "none") || (isEmpty && overflow !== "visible")) continue;
    const found = unhitAt(child, place, host, inert) ?? (isEmpty || isBlank(child, place) ? undefined : child);
    if (found !== undefined) return found;
  }
  return undefined;
}

function isWithin({ left, top, right, bottom }: DOMRect, [x, y]: Place): boolean {
  return left <= x && x < right && top <= y && y < bottom;
}

/** Shows nothing at a place: without opacity, empty, or by an empty pseudo-element that a link spreads over its card. */
function isBlank(element: Element, place: Place): boolean {
  if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return true;
  if (element.namespaceURI !== document.documentElement.namespaceURI || !holdsElements(element)) return false;
  const isOwn = [...element.getClientRects()].some((box) => isWithin(box, place));
  if (isOwn && (element.childElementCount > 0 || hasInk(element) || openClosedRoot(element) !== null)) return false;
  const parts = ["::before", "::after"].map((part) => getComputedStyle(element, part)).filter(({ content }) => content !== "none");
  return (isOwn || parts.length > 0) && [...(isOwn ? [getComputedStyle(element)] : []), ...parts].every(paintsNothing);
}

/** Words of its own, or what a replaced element shows. */
function hasInk(element: Element): boolean {
  return (
    !holdsElements(element) ||
    [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && (node.nodeValue ?? "").trim() !== "")
  );
}

function paintsNothing({ backgroundColor, backgroundImage, borderWidth, content }: CSSStyleDeclaration): boolean {
  return /^(transparent|rgba\(.*, 0\))$/.test(backgroundColor) && /^none0px(normal|"")$/.test(backgroundImage + borderWidth + content);
}

/** The innermost element under the pointer that can hold another: what stands in it keeps it hovered (Selectors 4, § 9.2). */
export function hoveredElement(): Element | undefined {
  let found: Element | undefined;
  for (let root: Document | ShadowRoot | null = document; root !== null; ) {
    const deepest: Element | undefined = [...root.querySelectorAll(":hover")].at(-1);
    if (deepest === undefined) break;
    found = deepest;
    root = openClosedRoot(deepest);
  }
  while (found !== undefined && !(found instanceof HTMLElement && holdsElements(found))) found = found.parentElement ?? undefined;
  return found && outsideOfContainers(found);
}

/** The nearest around an element where `position: fixed` means the window (CSS Positioned Layout 3, § 2.1), outside of `aria-hidden`. */
function outsideOfContainers(place: Element): Element | undefined {
  let found: Element | undefined = place;
  for (let element: Element | null = place; element !== null && element !== document.body; element = element.parentElement) {
    const { transform, translate, rotate, scale, perspective, filter, backdropFilter, willChange, contain, containerType } =
      getComputedStyle(element);
    const isNone = [transform, translate, rotate, scale, perspective, filter, backdropFilter].every((value) => value === "none" || !value);
    const isPlain = !/transform|filter|perspective/.test(willChange) && !/layout|paint|strict|content/.test(contain);
    if (!isNone || !isPlain || !/^(normal)?$/.test(containerType ?? "") || element.ariaHidden === "true")
      found = element.parentElement ?? undefined;
  }
  return found === document.body || found === document.documentElement ? undefined : found;
}

/** Replaced and void elements show no children; a table's parts and lists of options take none but their own. */
export function holdsElements({ localName }: Element): boolean {
  return !/^(video|audio|img|canvas|iframe|frame|embed|object|input|textarea|select|option|optgroup|progress|meter|br|hr|table|thead|tbody|tfoot|tr|col|colgroup)$/.test(
    localName,
  );
}

/** The nearest shown neighbour of an element in the composed tree; undefined at its edges. */
export function stepFrom(element: Element, step: Step, host: Element): Element | undefined {
  const [first, further] = steps[step];
  let found = first(element);
  while (found !== null && (found === host || !isShown(found))) found = further(found);
  return found ?? undefined;
}

const next = (element: Element) => element.nextElementSibling;
const previous = (element: Element) => element.previousElementSibling;
const outward = (element: Element) => element.parentElement ?? hostOf(element);

/** The first step, and how it goes on from what is not shown. */
const steps: Readonly<Record<Step, readonly [first: (element: Element) => Element | null, further: (element: Element) => Element | null]>> =
  {
    parent: [outward, outward],
    child: [firstInside, next],
    next: [next, next],
    previous: [previous, previous],
  };

function firstInside(element: Element): Element | null {
  const [slotted] = element.localName === "slot" ? (element as HTMLSlotElement).assignedElements() : [];
  return slotted ?? (innerRoot(element) ?? element).firstElementChild;
}

/** Elements without a box of their own may have children that are shown. */
function isShown(element: Element): boolean {
  return element.getClientRects().length > 0 || getComputedStyle(element).display === "contents";
}

function hostOf(element: Element): Element | null {
  const root = element.getRootNode();
  // Frames have constructors of their own: only the member identifies a shadow root.
  if ("host" in root) return root.host as Element;
  return element.ownerDocument.defaultView?.frameElement ?? null;
}

/** Scrolls the innermost scroll container at a place of the window, as the wheel would. Lengths in CSS pixels. */
export function scrollAt(x: number, y: number, [dx, dy]: readonly [number, number], host: Element): void {
  const by: ScrollToOptions = { left: dx, top: dy, behavior: "instant" };
  for (let place = elementAt(x, y, host); place !== undefined; place = stepFrom(place, "parent", host)) {
    const { overflowX, overflowY } = getComputedStyle(place);
    const { scrollLeft, scrollTop } = place;
    if (place !== place.ownerDocument.scrollingElement && !/auto|scroll/.test(overflowX + overflowY)) continue;
    place.scrollBy(by);
    if (place.scrollLeft !== scrollLeft || place.scrollTop !== scrollTop) return;
  }
  scrollBy(by);
}
