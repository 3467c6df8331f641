/** Attributes that test authors write, best first. */
export const testIdAttributes = ["data-testid", "data-test-id", "data-test", "data-cy", "data-qa", "data-e2e", "data-pw"] as const;

/** A selector that may find its element alone. */
export interface Anchor {
  readonly step: string;
  /** A test id or id: it names the element itself, not what it says. */
  readonly isId: boolean;
}

const ranked: readonly string[] = [...testIdAttributes, "id", "name", "aria-label", "for", "alt", "placeholder", "title"];
const lastId = ranked.indexOf("id");

/** How well an attribute finds an element: 0 is best, -1 is not at all. */
export function anchorRank(name: string): number {
  return ranked.indexOf(name);
}

/** A test id or id stands alone; any other attribute says more beside the element's type. */
export function anchorAt(rank: number, anchor: string, type: string): Anchor {
  return rank <= lastId ? { step: anchor, isId: true } : { step: type + anchor, isId: false };
}
