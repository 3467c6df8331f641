/// <reference lib="dom" />
/// <reference lib="dom.iterable" />

/** What happens to an element, or around it, between two looks of a person. */
export const elementEdits = [
  "text",
  "classes",
  "id",
  "tag",
  "moved",
  "wrapped",
  "unwrapped",
  "inserted",
  "neighbour removed",
  "rendered anew",
  "text and classes",
  "text and moved",
  "list text",
  "duplicated",
  "removed",
  "row text",
  "row moved",
  "row duplicated",
  "row removed",
  "section removed",
] as const;
export type ElementEdit = (typeof elementEdits)[number];

/**
 * Makes an edit of a registered element, as an agent's change or the page itself does. False where it cannot be made there. Runs in the page:
 * it must be whole in itself.
 */
export function editElement(edit: ElementEdit, id: number, words: string): boolean {
  const registry = globalThis.mutationRegistry;
  const one = registry?.elements[id];
  const parent = one?.parentElement;
  if (registry === undefined || one === undefined || parent == null) return false;
  const hash = words.replace(/\W+/g, "").slice(-6);
  const siblings = () => Array.from(parent.children).filter((other) => other !== one && other.localName === one.localName);

  function text(): boolean {
    const node = Array.from(one?.childNodes ?? []).find((child) => child.nodeType === 3 && (child.nodeValue ?? "").trim() !== "");
    if (node === undefined) return false;
    node.nodeValue = words;
    return true;
  }
  /** Other words in it and in all of its list, as a game's board or a feed has after a reload. */
  function listText(): boolean {
    const changed = [one, ...siblings()].flatMap((item) => {
      const walker = document.createTreeWalker(item ?? document, NodeFilter.SHOW_TEXT);
      const nodes: Node[] = [];
      while (walker.nextNode()) if ((walker.currentNode.nodeValue ?? "").trim() !== "") nodes.push(walker.currentNode);
      return nodes;
    });
    changed.forEach((node, place) => {
      node.nodeValue = `${words} ${place}`;
    });
    return changed.length > 0 && siblings().length > 0;
  }
  function classes(): boolean {
    const old = one?.getAttribute("class") ?? "";
    one?.setAttribute("class", old === "" ? `css-${hash}` : old.replace(/\S+$/, `css-${hash}`));
    return true;
  }
  function moved(): boolean {
    const others = siblings();
    const [next] = others.slice(words.length % Math.max(1, others.length));
    if (one === undefined || next === undefined) return false;
    parent?.insertBefore(one, next);
    return true;
  }
  /** The registry's elements below are those of the copy from now on. */
  function replace(old: Element, made: Element): void {
    const [before, after] = [
      [old, ...Array.from(old.querySelectorAll("*"))],
      [made, ...Array.from(made.querySelectorAll("*"))],
    ];
    before.forEach((element, place) => {
      const known = registry?.ids.get(element);
      const copy = after[place];
      if (known === undefined || copy === undefined || registry === undefined) return;
      registry.elements[known] = copy;
      registry.ids.set(copy, known);
    });
    old.replaceWith(made);
  }
  function renderedAnew(): boolean {
    if (parent === document.body) return false;
    const made = parent?.cloneNode(true) as Element;
    for (const inner of Array.from(made.querySelectorAll("[id]"))) inner.id = `:r${inner.id.length}${hash}:`;
    if (parent != null) replace(parent, made);
    return true;
  }
  function tag(): boolean {
    const other = { H2: "h3", H3: "h4", A: "button", BUTTON: "a", DIV: "section", SPAN: "b", P: "div" }[one?.tagName ?? ""];
    if (other === undefined || one === undefined) return false;
    const made = document.createElement(other);
    for (const { name, value } of Array.from(one.attributes)) made.setAttribute(name, value);
    made.append(...Array.from(one.childNodes));
    registry?.ids.set(made, id);
    if (registry !== undefined) registry.elements[id] = made;
    one.replaceWith(made);
    return true;
  }
  function wrapped(): boolean {
    const wrapper = document.createElement("div");
    one?.replaceWith(wrapper);
    if (one !== undefined) wrapper.append(one);
    return true;
  }
  function unwrapped(): boolean {
    if (parent == null || parent.childElementCount !== 1 || !["DIV", "SPAN"].includes(parent.tagName)) return false;
    parent.replaceWith(...Array.from(parent.childNodes));
    return true;
  }
  function inserted(): boolean {
    const [model = one] = siblings();
    const made = model?.cloneNode(true) as Element;
    for (const inner of [made, ...Array.from(made.querySelectorAll("[id]"))]) inner.removeAttribute("id");
    const walker = document.createTreeWalker(made, NodeFilter.SHOW_TEXT);
    let changed = 0;
    while (walker.nextNode())
      if ((walker.currentNode.nodeValue ?? "").trim() !== "") walker.currentNode.nodeValue = `${words} ${++changed}`;
    if (words.length % 2 === 0) one?.before(made);
    else one?.after(made);
    return changed > 0;
  }
  function duplicated(): boolean {
    one?.after(one.cloneNode(true));
    return true;
  }
  /** The row or card of a list that it stands in, and the others of the list. */
  function rowOf(): { row: Element; others: readonly Element[] } | undefined {
    const row = one?.closest("li, tr, article, [class*=card], [class*=item], [class*=row]");
    if (row == null || row === one || row.parentElement === null || row.querySelectorAll("*").length > 80) return undefined;
    const others = Array.from(row.parentElement.children).filter((other) => other !== row && other.localName === row.localName);
    return others.length === 0 ? undefined : { row, others };
  }
  function rowText(): boolean {
    const row = rowOf()?.row;
    const walker = document.createTreeWalker(row ?? document, NodeFilter.SHOW_TEXT);
    while (row !== undefined && walker.nextNode()) {
      const { currentNode: node } = walker;
      if (one?.contains(node) || (node.nodeValue ?? "").trim() === "") continue;
      node.nodeValue = words;
      return true;
    }
    return false;
  }
  function rowMoved(): boolean {
    const { row, others = [] } = rowOf() ?? {};
    const next = others[words.length % Math.max(1, others.length)];
    if (row === undefined || next === undefined) return false;
    next.before(row);
    return true;
  }
  const acts: Readonly<Record<ElementEdit, () => boolean>> = {
    text,
    classes,
    id: () => {
      one.id = `id-${hash}`;
      return true;
    },
    tag,
    moved,
    wrapped,
    unwrapped,
    inserted,
    "neighbour removed": () => {
      const [other] = siblings();
      other?.remove();
      return other !== undefined;
    },
    "rendered anew": renderedAnew,
    "text and classes": () => text() && classes(),
    "text and moved": () => text() && moved(),
    "list text": listText,
    duplicated,
    removed: () => {
      one.remove();
      return true;
    },
    "row text": rowText,
    "row moved": rowMoved,
    "row duplicated": () => {
      const row = rowOf()?.row;
      row?.after(row.cloneNode(true));
      return row !== undefined;
    },
    "section removed": () => {
      const section = parent.parentElement?.parentElement;
      if (section == null || section.querySelectorAll("*").length > 150) return false;
      section.remove();
      return true;
    },
    "row removed": () => {
      const row = rowOf()?.row;
      row?.remove();
      return row !== undefined;
    },
  };
  return acts[edit]();
}
