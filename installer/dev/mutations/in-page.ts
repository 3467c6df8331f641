/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import type { Action, Truth } from "./actions.js";

/** Elements by their ids, which they keep while the page changes; and the ids. */
const registered: Element[] = [];
const ids = new Map<Element, number>();

function idOf(element: Element): number {
  const id = ids.get(element) ?? registered.push(element) - 1;
  ids.set(element, id);
  return id;
}

function elementOf(id: number): Element {
  const element = registered[id];
  if (element === undefined) throw new Error(`no element has the id ${id}`);
  return element;
}

/** What runs in the page beside the capture engine, in a world of its own. */
const mutationsInPage = {
  /** A capture of the page as text, and the id of each element in it. */
  capture(): { readonly text: string; readonly ids: readonly number[] } {
    // A capture on the way of a transition would show values that nobody set.
    for (const animation of document.getAnimations()) if (animation instanceof CSSTransition) animation.finish();
    const { capture, elements } = svcCapture.withElements(document);
    return { text: JSON.stringify(capture), ids: elements.map(idOf) };
  },
  /** Carries out one mutation; null where it had no effect that anybody could see. */
  mutate(action: Action): Truth | null {
    const named = "target" in action ? namedBy(elementOf(action.target)).map(idOf) : [];
    const done = acts[action.kind](action as never);
    return done === null ? null : { kind: action.kind, detail: "", named, ...done };
  },
};

export type MutationsInPage = typeof mutationsInPage;

declare const svcCapture: {
  withElements(document: Document): { readonly capture: object; readonly elements: readonly Element[] };
};

Object.assign(globalThis, { mutationsInPage });

/** What was done, but for what is the same for all kinds. */
type Done = Pick<Truth, "accepted"> & Partial<Pick<Truth, "detail" | "named">>;

const acts: { [K in Action["kind"]]: (given: Extract<Action, { kind: K }>) => Done | null } = {
  added({ parent, place, clone, tag, words }) {
    const made = clone < 0 ? document.createElement(tag) : (elementOf(clone).cloneNode(true) as Element);
    for (const one of [made, ...made.querySelectorAll("[id]")]) one.removeAttribute("id");
    const text = [made, ...made.querySelectorAll("*")].map(textOf).find((node) => node !== undefined);
    if (text !== undefined) text.nodeValue = words;
    else if (clone < 0) made.append(words);
    // Hidden text is in no capture.
    if (clone >= 0) made.setAttribute("title", words);
    insert(made, elementOf(parent), childrenOf(elementOf(parent))[place]);
    return { accepted: [idOf(made)] };
  },
  removed({ target }) {
    const accepted = duplicatesOf(elementOf(target)).map(idOf);
    elementOf(target).remove();
    return { accepted };
  },
  moved({ target, parent, place }) {
    const one = elementOf(target);
    const before = childrenOf(one.parentElement);
    const duplicates = duplicatesOf(one);
    const isSameList = elementOf(parent) === one.parentElement;
    const others = childrenOf(elementOf(parent)).filter((child) => child !== one);
    insert(one, elementOf(parent), others[place]);
    if (!isSameList) return { accepted: duplicates.map(idOf) };
    const [from, to] = [before.indexOf(one), childrenOf(elementOf(parent)).indexOf(one)];
    const jumped = before.slice(Math.min(from, to + (to < from ? 0 : 1)), Math.max(from, to + 1)).filter((other) => other !== one);
    const different = jumped.filter((other) => !duplicates.includes(other));
    // Of two neighbours that changed places nobody can say which one moved.
    return different.length === 0 ? null : { accepted: [...duplicates, ...(different.length === 1 ? different : [])].map(idOf) };
  },
  text({ target, words, way }) {
    const node = textOf(elementOf(target));
    if (node === undefined) return null;
    const old = node.nodeValue ?? "";
    const [first = ""] = words.split(" ");
    node.nodeValue = way === "replace" ? words : way === "append" ? `${old.trimEnd()} ${first}` : old.replace(/[^\s]+/, first);
    return { accepted: [target] };
  },
  attribute({ target, name, value, way }) {
    const one = elementOf(target);
    const old = one.getAttribute(name);
    one.setAttribute(name, way === "token" ? `${old ?? ""} ${value}`.trim() : value);
    return old === one.getAttribute(name) ? null : { accepted: [target], detail: name };
  },
  style({ target, property, value, way }) {
    const one = elementOf(target);
    const look = () => getComputedStyle(one).getPropertyValue(property);
    const old = look();
    if (way === "inline" && "style" in one) (one as HTMLElement).style.setProperty(property, value, "important");
    else addRule(one, `${property}: ${value} !important`);
    return old === look() ? null : { accepted: [target], detail: property };
  },
};

/** By a style sheet of its root that finds the element by its place. */
function addRule(one: Element, declaration: string): void {
  const path: string[] = [];
  for (let at: Element | null = one; at !== null; at = at.parentElement)
    path.unshift(`:nth-child(${Array.from(at.parentNode?.children ?? []).indexOf(at) + 1})`);
  const sheet = new (one.ownerDocument.defaultView ?? window).CSSStyleSheet();
  sheet.insertRule(`:not(* > *)${path.join(" > ")} { ${declaration} }`);
  const root = one.getRootNode() as Document | ShadowRoot;
  root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
}

/** A form's own members give way to controls of their names. */
function childrenOf(one: Element | null): Element[] {
  return one === null ? [] : Array.from(Reflect.get(Element.prototype, "children", one));
}

function insert(one: Element, parent: Element, next: Element | undefined): void {
  Node.prototype.insertBefore.call(parent, one, next ?? null);
}

function duplicatesOf(one: Element): Element[] {
  const siblings = one.parentElement === null ? [one] : childrenOf(one.parentElement);
  return siblings.filter((other) => other === one || other.outerHTML === one.outerHTML);
}

/** What is named by an element, or by one in it or around it. */
function namedBy(one: Element): Element[] {
  const near = [one, ...one.querySelectorAll("*")];
  const labels = near.filter((other) => other.localName === "label").concat(one.closest("label") ?? []);
  const root = one.getRootNode() as Document | ShadowRoot;
  const isNear = (id: string) => near.some((inner) => inner.id === id) || one.closest(`[id="${CSS.escape(id)}"]`) !== null;
  const pointing = Array.from(root.querySelectorAll("[aria-labelledby]")).filter((other) =>
    (other.getAttribute("aria-labelledby") ?? "").split(/\s+/).some(isNear),
  );
  return [...labels.flatMap((label) => (label as HTMLLabelElement).control ?? []), ...pointing];
}

function textOf(one: Element): Node | undefined {
  return Array.from(one.childNodes).find((node) => node.nodeType === 3 && (node.nodeValue ?? "").trim() !== "");
}
