import { testIdAttributes } from "../../host/contract/test-ids.js";

/** Best first. */
const ranked: readonly string[] = [...testIdAttributes, "id", "name", "aria-label", "for", "alt", "placeholder", "title"];
const lastId = ranked.indexOf("id");

/** How well an attribute finds an element: 0 is best, -1 is not at all. */
export function anchorRank(name: string): number {
  return ranked.indexOf(name);
}

/** A selector that may find its element alone: a test id or id as it stands, any other attribute beside the element's type, which says more. */
export function anchorAt(rank: number, anchor: string, type: string): string {
  return rank <= lastId ? anchor : type + anchor;
}
