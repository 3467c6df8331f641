import type { TypedValues } from "../typed-values.js";

/** What a snapshot is allowed, and what it has left out so far. */
export interface Ledger {
  /** Pictures and fonts that stand in `data:` URLs are kept. */
  readonly keepData: boolean;
  /** Characters after which no further element is begun. */
  readonly maxChars: number;
  readonly removed: Map<string, number>;
  /** What stands in the fields of the page, its shadow roots and frames. */
  readonly typed: TypedValues;
  readonly excluded: ReadonlySet<Node>;
  readonly closedRootOf: (element: Element) => ShadowRoot | null;
}

export function note(ledger: Ledger, what: string): void {
  ledger.removed.set(what, (ledger.removed.get(what) ?? 0) + 1);
}
