/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import type { Action, Truth } from "./actions.js";

// These functions run in the page: each must be whole in itself.

interface Registry {
  readonly ids: Map<Element, number>;
  readonly elements: Element[];
}

declare global {
  /** Elements and their ids, stored in the measuring world while the page changes. */
  var mutationRegistry: Registry | undefined;
}

/** For each selector the id of the element it finds: the same element keeps it. -1 where it finds none. */
export function register(selectors: readonly string[]): number[] {
  globalThis.mutationRegistry ??= { ids: new Map(), elements: [] };
  const { ids, elements } = globalThis.mutationRegistry;
  const find = (selector: string): Element | null => {
    let root: Document | ShadowRoot | null = document;
    let found: Element | null = null;
    for (const part of selector.split(" >>> ")) {
      if (found !== null) root = found.localName === "iframe" ? (found as HTMLIFrameElement).contentDocument : found.shadowRoot;
      if (root === null) return null;
      const query: typeof document.querySelector =
        root.nodeType === 9 ? Document.prototype.querySelector : DocumentFragment.prototype.querySelector;
      found = query.call(root, part);
      if (found === null) return null;
    }
    return found;
  };
  return selectors.map((selector) => {
    const element = find(selector);
    if (element === null) return -1;
    const known = ids.get(element);
    if (known !== undefined) return known;
    ids.set(element, elements.push(element) - 1);
    return elements.length - 1;
  });
}

/** Takes the page to where its transitions lead: a capture on the way would show values that nobody set. */
export function settle(): void {
  for (const animation of document.getAnimations()) {
    if (animation instanceof CSSTransition) animation.finish();
  }
}

/** Carries out one mutation; null where it had no effect that anybody could see. */
export function mutate(action: Action): Truth | null {
  const registry = globalThis.mutationRegistry;
  const element = (id: number): Element => registry?.elements[id] ?? document.documentElement;
  const idOf = (one: Element): number => {
    const known = registry?.ids.get(one);
    if (known !== undefined) return known;
    const id = (registry?.elements.push(one) ?? 0) - 1;
    registry?.ids.set(one, id);
    return id;
  };
  // A form's own members give way to controls of their names.
  const list = Object.getOwnPropertyDescriptor(Element.prototype, "children")?.get;
  const childrenOf = (one: Element | null): Element[] => (one === null ? [] : Array.from(list?.call(one) as HTMLCollection));
  const insert = (one: Element, parent: Element, next: Element | undefined) => Node.prototype.insertBefore.call(parent, one, next ?? null);
  const duplicatesOf = (one: Element) =>
    (one.parentElement === null ? [one] : childrenOf(one.parentElement)).filter(
      (other) => other === one || other.outerHTML === one.outerHTML,
    );
  const namedBy = (one: Element | undefined): Element[] => {
    if (one === undefined) return [];
    const near = [one, ...Array.from(one.querySelectorAll("*"))];
    const labels = near.filter((other) => other.localName === "label").concat(one.closest("label") ?? []);
    const root = one.getRootNode() as Document | ShadowRoot;
    const pointing = Array.from(root.querySelectorAll("[aria-labelledby]")).filter((other) =>
      (other.getAttribute("aria-labelledby") ?? "")
        .split(/\s+/)
        .some((id) => near.some((inner) => inner.id === id) || one.closest(`[id="${CSS.escape(id)}"]`) !== null),
    );
    return [...labels.flatMap((label) => (label as HTMLLabelElement).control ?? []), ...pointing];
  };
  const textOf = (one: Element) => Array.from(one.childNodes).find((node) => node.nodeType === 3 && (node.nodeValue ?? "").trim() !== "");

  const target = "target" in action ? element(action.target) : undefined;
  const named = namedBy(target).map(idOf);

  const acts: { [K in Action["kind"]]: (given: Extract<Action, { kind: K }>) => Truth | null } = {
    added({ parent, place, clone, tag, words }) {
      const made = clone < 0 ? document.createElement(tag) : (element(clone).cloneNode(true) as Element);
      for (const one of [made, ...Array.from(made.querySelectorAll("[id]"))]) one.removeAttribute("id");
      const leaf = [made, ...Array.from(made.querySelectorAll("*"))].find((one) => textOf(one) !== undefined);
      const text = leaf === undefined ? undefined : textOf(leaf);
      if (text !== undefined) text.nodeValue = words;
      else if (clone < 0) made.append(words);
      // Hidden text is in no capture.
      if (clone >= 0) made.setAttribute("title", words);
      insert(made, element(parent), childrenOf(element(parent))[place]);
      return { kind: "added", accepted: [idOf(made)], detail: "", named };
    },
    removed({ target }) {
      const accepted = duplicatesOf(element(target)).map(idOf);
      element(target).remove();
      return { kind: "removed", accepted, detail: "", named };
    },
    moved({ target, parent, place }) {
      const one = element(target);
      const before = childrenOf(one.parentElement);
      const duplicates = duplicatesOf(one);
      const isSameList = element(parent) === one.parentElement;
      const others = childrenOf(element(parent)).filter((child) => child !== one);
      insert(one, element(parent), others[place]);
      if (!isSameList) return { kind: "moved", accepted: duplicates.map(idOf), detail: "", named };
      const [from, to] = [before.indexOf(one), childrenOf(element(parent)).indexOf(one)];
      const jumped = before.slice(Math.min(from, to + (to < from ? 0 : 1)), Math.max(from, to + 1)).filter((other) => other !== one);
      const different = jumped.filter((other) => !duplicates.includes(other));
      if (different.length === 0) return null;
      // Of two neighbours that changed places nobody can say which one moved.
      return { kind: "moved", accepted: [...duplicates, ...(different.length === 1 ? different : [])].map(idOf), detail: "", named };
    },
    text({ target, words, way }) {
      const node = textOf(element(target));
      if (node === undefined) return null;
      const old = node.nodeValue ?? "";
      const [first = ""] = words.split(" ");
      node.nodeValue = way === "replace" ? words : way === "append" ? `${old.trimEnd()} ${first}` : old.replace(/[^\s]+/, first);
      return { kind: "text", accepted: [target], detail: "", named };
    },
    attribute({ target, name, value, way }) {
      const one = element(target);
      const old = one.getAttribute(name);
      one.setAttribute(name, way === "token" ? `${old ?? ""} ${value}`.trim() : value);
      return old === one.getAttribute(name) ? null : { kind: "attribute", accepted: [target], detail: name, named };
    },
    style({ target, property, value, way }) {
      const one = element(target);
      const look = () => getComputedStyle(one).getPropertyValue(property);
      const old = look();
      if (way === "inline" && "style" in one) (one as HTMLElement).style.setProperty(property, value, "important");
      else {
        const path: string[] = [];
        for (let at: Element | null = one; at !== null; at = at.parentElement)
          path.unshift(`:nth-child(${Array.from(at.parentNode?.children ?? []).indexOf(at) + 1})`);
        const sheet = new (one.ownerDocument.defaultView ?? window).CSSStyleSheet();
        sheet.insertRule(`:not(* > *)${path.join(" > ")} { ${property}: ${value} !important }`);
        const root = one.getRootNode() as Document | ShadowRoot;
        root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
      }
      return old === look() ? null : { kind: "style", accepted: [target], detail: property, named };
    },
  };
  return (acts[action.kind] as (given: Action) => Truth | null)(action);
}
