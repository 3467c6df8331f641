import type { CaptureReader } from "../contract/reader.js";
import { elementsWithin, wordsWithin } from "./element-facts.js";

/** Items of a list or rows of a table that are alike: made of data, one after the other. */
export interface Collection {
  readonly parent: number;
  readonly tag: string;
  readonly items: readonly number[];
}

const leastItems = 3;
const itemTags = /^(tr|li|article)$/;
/** What stands in these is written by hand, however alike. */
const fixedRoles = new Set(["navigation", "menu", "menubar", "tablist", "toolbar", "banner", "contentinfo", "radiogroup", "listbox"]);

/** Collections of a page, by the index of each of their items. Items have the same controls; names may differ. */
export function collectionsOf(reader: CaptureReader): ReadonlyMap<number, Collection> {
  const found = new Map<number, Collection>();
  const seen = new Set<number>();
  for (const { tag, parent, index } of reader.elements()) {
    if (!itemTags.test(tag) || parent < 0 || seen.has(parent)) continue;
    seen.add(parent);
    const items = reader.children(parent).filter((child) => reader.element(child).tag === tag);
    if (items.length < leastItems || isFixed(reader, index) || !areAlike(reader, items)) continue;
    const collection = { parent, tag, items };
    for (const item of items) found.set(item, collection);
  }
  return found;
}

function isFixed(reader: CaptureReader, index: number): boolean {
  return reader.ancestors(index).some((at) => fixedRoles.has(reader.element(at).role) || reader.element(at).tag === "thead");
}

/** The same kinds of controls in each, and something to read that differs. */
function areAlike(reader: CaptureReader, items: readonly number[]): boolean {
  if (!items.every((item) => reader.element(item).visible)) return false;
  const kinds = new Set(items.map((item) => controlsIn(reader, item).join()));
  const texts = new Set(items.map((item) => wordsWithin(reader, item)));
  return kinds.size === 1 && !kinds.has("") && texts.size > 1;
}

function controlsIn(reader: CaptureReader, item: number): string[] {
  return elementsWithin(reader, item).flatMap(({ interactive, visible, role, tag }) => (interactive && visible ? [`${role} ${tag}`] : []));
}
