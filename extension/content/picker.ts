import type { Step } from "../page-api.js";
import { frameView } from "./boxes.js";
import { innerRoot, openClosedRoot } from "./closed-roots.js";

/** The page's innermost element at a place of the window, through shadow roots and frames of the same site; undefined for none. */
export function elementAt(x: number, y: number, host: Element): Element | undefined {
  let found: Element | undefined;
  let root: Document | ShadowRoot | undefined = document;
  let view = { left: 0, top: 0, scaleX: 1, scaleY: 1 };
  while (root !== undefined) {
    const inside: Document | ShadowRoot = root;
    const [inX, inY] = [(x - view.left) / view.scaleX, (y - view.top) / view.scaleY];
    const hits: readonly Element[] = inside.elementsFromPoint(inX, inY);
    const hit: Element | undefined = hits.find((element) => element !== host && element.getRootNode() === inside);
    if (hit === undefined) break;
    found = descendIntoPointerEventsNone(hit, [inX, inY], host);
    if (found.localName === "iframe") view = frameView(found);
    root = innerRoot(found) ?? undefined;
  }
  return found;
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

/** `elementsFromPoint` skips `pointer-events: none`, which many libraries give to disabled buttons: finds such a child by its box. */
function descendIntoPointerEventsNone(element: Element, [x, y]: readonly [number, number], host: Element): Element {
  const inner = [...element.children].findLast((child) => {
    const { left, top, right, bottom } = child.getBoundingClientRect();
    const isHere = left <= x && x < right && top <= y && y < bottom;
    return isHere && child !== host && getComputedStyle(child).pointerEvents === "none";
  });
  return inner === undefined || !inner.checkVisibility() ? element : descendIntoPointerEventsNone(inner, [x, y], host);
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
