import { memoized } from "../../../host/contract/memoized.js";

/** Looks at an element's traces; the answer may need those of other elements and is asked for when all have been looked at. */
export type Sight = () => () => string;

export interface Found {
  readonly framework: string;
  /** Empty when the framework does not record it. */
  readonly version: string;
  /** Names of the components it belongs to, nearest first, joined by ` < `. */
  readonly component: string;
  /** `file:line:column` as far as known; where that takes time, a function that looks at the traces once all names are in. */
  readonly source: string | Sight;
}

/** Reads a framework's traces of an element; undefined for others. `view`: its page-world side. Holds caches: one for each look-up. */
export type Reader = (view: object, node: Element) => Found | undefined;

const chainMax = 12;

/** Joins the names along a chain of owners, nearest first; each owner's chain is made once. */
export function makeChains<Owner extends object>(
  nameOf: (owner: Owner) => string,
  above: (owner: Owner) => Owner | undefined,
): (owner: Owner) => string {
  return memoized((owner) => {
    const names: string[] = [];
    let at: Owner | undefined = owner;
    // Owners without a name are stepped over; the bound ends chains that a page has closed to a ring.
    for (let hops = 0; at !== undefined && hops < 100 && names.length < chainMax; hops++) {
      const name = nameOf(at);
      if (name !== "") names.push(name);
      at = above(at);
    }
    return names.join(" < ");
  });
}
