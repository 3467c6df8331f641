/// <reference lib="dom" />
/// <reference lib="dom.iterable" />

// Runs in the page: elements and their ids, which they keep while the page changes.
const elements: Element[] = [];
const ids = new Map<Element, number>();

export function idOf(element: Element): number {
  const known = ids.get(element);
  if (known !== undefined) return known;
  ids.set(element, elements.push(element) - 1);
  return elements.length - 1;
}

/** Throws for an id that was never given. */
export function elementOf(id: number): Element {
  const element = elements[id];
  if (element === undefined) throw new Error(`no element has the id ${id}`);
  return element;
}

/** What was known as one element is another from now on. */
export function takeOver(old: Element, made: Element): void {
  const id = ids.get(old);
  if (id === undefined) return;
  elements[id] = made;
  ids.set(made, id);
}
