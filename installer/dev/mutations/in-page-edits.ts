/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import { elementOf, takeOver } from "./registry.js";

// Runs in the page: what happens to an element, or around it, between two looks of a person.

/** An element that is edited, with its parent, and words that the page has not. */
interface Edited {
  readonly one: Element;
  readonly parent: Element;
  readonly words: string;
  /** A part of a generated name. */
  readonly hash: string;
}

/** Each returns false where it cannot be made of the element. */
const edits = {
  text,
  classes,
  id({ one, hash }) {
    one.id = `id-${hash}`;
    return true;
  },
  tag,
  moved,
  wrapped({ one }) {
    const wrapper = document.createElement("div");
    one.replaceWith(wrapper);
    wrapper.append(one);
    return true;
  },
  unwrapped({ parent }) {
    if (parent.childElementCount !== 1 || !["DIV", "SPAN"].includes(parent.tagName)) return false;
    parent.replaceWith(...Array.from(parent.childNodes));
    return true;
  },
  inserted,
  "neighbour removed"(edited) {
    const [other] = siblings(edited);
    other?.remove();
    return other !== undefined;
  },
  "rendered anew": renderedAnew,
  "text and classes": (edited) => text(edited) && classes(edited),
  "text and moved": (edited) => text(edited) && moved(edited),
  "list text": listText,
  duplicated: ({ one }) => duplicate(one),
  removed: ({ one }) => remove(one),
  "row text": rowText,
  "row moved": rowMoved,
  "row duplicated": (edited) => duplicate(rowOf(edited)?.row),
  "row removed": (edited) => remove(rowOf(edited)?.row),
  "section removed"({ parent }) {
    const section = parent.parentElement?.parentElement ?? undefined;
    return section !== undefined && section.querySelectorAll("*").length <= 150 && remove(section);
  },
} satisfies Readonly<Record<string, (edited: Edited) => boolean>>;

export type ElementEdit = keyof typeof edits;
export const elementEdits = Object.keys(edits) as readonly ElementEdit[];

/** Makes an edit of a registered element, as an agent's change or the page itself does. False where it cannot be made there. */
export function editElement(edit: ElementEdit, id: number, words: string): boolean {
  const one = elementOf(id);
  const parent = one.parentElement;
  return parent !== null && edits[edit]({ one, parent, words, hash: words.replace(/\W+/g, "").slice(-6) });
}

function siblings({ one, parent }: Edited): Element[] {
  return Array.from(parent.children).filter((other) => other !== one && other.localName === one.localName);
}

function isText(node: Node): boolean {
  return node.nodeType === Node.TEXT_NODE && (node.nodeValue ?? "").trim() !== "";
}

function textsWithin(element: Element): Node[] {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  const nodes: Node[] = [];
  while (walker.nextNode()) if (isText(walker.currentNode)) nodes.push(walker.currentNode);
  return nodes;
}

function duplicate(element: Element | undefined): boolean {
  element?.after(element.cloneNode(true));
  return element !== undefined;
}

function remove(element: Element | undefined): boolean {
  element?.remove();
  return element !== undefined;
}

function text({ one, words }: Edited): boolean {
  const node = Array.from(one.childNodes).find(isText);
  if (node !== undefined) node.nodeValue = words;
  return node !== undefined;
}

/** Other words in it and in all of its list, as a game's board or a feed has after a reload. */
function listText(edited: Edited): boolean {
  const others = siblings(edited);
  const nodes = [edited.one, ...others].flatMap(textsWithin);
  nodes.forEach((node, place) => {
    node.nodeValue = `${edited.words} ${place}`;
  });
  return nodes.length > 0 && others.length > 0;
}

function classes({ one, hash }: Edited): boolean {
  const old = one.getAttribute("class") ?? "";
  one.setAttribute("class", old === "" ? `css-${hash}` : old.replace(/\S+$/, `css-${hash}`));
  return true;
}

function moved(edited: Edited): boolean {
  const others = siblings(edited);
  const next = others[edited.words.length % Math.max(1, others.length)];
  if (next !== undefined) edited.parent.insertBefore(edited.one, next);
  return next !== undefined;
}

/** What is registered below is the copy from now on. */
function renderedAnew({ parent, hash }: Edited): boolean {
  if (parent === document.body) return false;
  const made = parent.cloneNode(true) as Element;
  for (const inner of made.querySelectorAll("[id]")) inner.id = `:r${inner.id.length}${hash}:`;
  const copies = [made, ...made.querySelectorAll("*")];
  [parent, ...parent.querySelectorAll("*")].forEach((old, place) => {
    takeOver(old, copies[place] ?? made);
  });
  parent.replaceWith(made);
  return true;
}

function tag({ one }: Edited): boolean {
  const other = { H2: "h3", H3: "h4", A: "button", BUTTON: "a", DIV: "section", SPAN: "b", P: "div" }[one.tagName];
  if (other === undefined) return false;
  const made = document.createElement(other);
  for (const { name, value } of one.attributes) made.setAttribute(name, value);
  made.append(...Array.from(one.childNodes));
  takeOver(one, made);
  one.replaceWith(made);
  return true;
}

function inserted(edited: Edited): boolean {
  const { one, words } = edited;
  const made = (siblings(edited)[0] ?? one).cloneNode(true) as Element;
  for (const inner of [made, ...made.querySelectorAll("[id]")]) inner.removeAttribute("id");
  const nodes = textsWithin(made);
  nodes.forEach((node, place) => {
    node.nodeValue = `${words} ${place + 1}`;
  });
  if (words.length % 2 === 0) one.before(made);
  else one.after(made);
  return nodes.length > 0;
}

/** The row or card of a list that it stands in, and the others of the list. */
function rowOf({ one }: Edited): { row: Element; others: readonly Element[] } | undefined {
  const row = one.closest("li, tr, article, [class*=card], [class*=item], [class*=row]");
  if (row === null || row === one || row.parentElement === null || row.querySelectorAll("*").length > 80) return undefined;
  const others = Array.from(row.parentElement.children).filter((other) => other !== row && other.localName === row.localName);
  return others.length === 0 ? undefined : { row, others };
}

function rowText(edited: Edited): boolean {
  const row = rowOf(edited)?.row;
  const node = row && textsWithin(row).find((one) => !edited.one.contains(one));
  if (node !== undefined) node.nodeValue = edited.words;
  return node !== undefined;
}

function rowMoved(edited: Edited): boolean {
  const { row, others = [] } = rowOf(edited) ?? {};
  const next = others[edited.words.length % Math.max(1, others.length)];
  if (row !== undefined) next?.before(row);
  return row !== undefined && next !== undefined;
}
