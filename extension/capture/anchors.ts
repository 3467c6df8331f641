/** Attributes that test authors write, best first. */
export const testIdAttributes = ["data-testid", "data-test-id", "data-test", "data-cy", "data-qa", "data-e2e", "data-pw"] as const;

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
