import type { Step } from "../sidebar/ports.js";
import { frameOrigin } from "./boxes.js";

/**
 * The page's innermost element at a place of the window, through open shadow roots and frames of the same site; `host` is looked
 * through. Undefined where there is only the bare window.
 */
export function elementAt(x: number, y: number, host: Element): Element | undefined {
  let found: Element | undefined;
  let root: Document | ShadowRoot | undefined = document;
  let [left, top] = [0, 0];
  while (root !== undefined) {
    const inside: Document | ShadowRoot = root;
    const hits: readonly Element[] = inside.elementsFromPoint(x - left, y - top);
    const hit: Element | undefined = hits.find((element) => element !== host && element.getRootNode() === inside);
    if (hit === undefined) break;
    found = hit;
    const frame = frameDocument(hit);
    if (frame !== undefined) [left, top] = frameOrigin(hit);
    root = frame ?? hit.shadowRoot ?? undefined;
  }
  return found;
}

/** The neighbour of an element in the composed tree; undefined at its edges. */
export function stepFrom(element: Element, step: Step, host: Element): Element | undefined {
  const found = steps[step](element);
  return found === null || found === host ? undefined : found;
}

const steps: Readonly<Record<Step, (element: Element) => Element | null>> = {
  parent: (element) => element.parentElement ?? hostOf(element),
  child: (element) => (element.shadowRoot ?? frameDocument(element) ?? element).firstElementChild,
  next: (element) => element.nextElementSibling,
  previous: (element) => element.previousElementSibling,
};

function hostOf(element: Element): Element | null {
  const root = element.getRootNode();
  // Frames have constructors of their own: only the member tells a shadow root.
  if ("host" in root) return root.host as Element;
  return element.ownerDocument.defaultView?.frameElement ?? null;
}

/** Undefined for every element but a frame whose document this page may read. */
function frameDocument(element: Element): Document | undefined {
  return element.localName === "iframe" ? ((element as HTMLIFrameElement).contentDocument ?? undefined) : undefined;
}
