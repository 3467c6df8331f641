import { markersOf } from "./markers.js";
import { type Framework, openLookUp } from "./open-lookup.js";

/** What is known of an element's component and source; empty texts for what is not. */
export interface ComponentInfo {
  readonly component: string;
  readonly source: string;
}

/** A `lookUp` answer and its origin. */
export interface LookUpAnswer {
  readonly json: string;
  readonly from: "page-world" | "xray";
}

export interface ComponentReader {
  /** Undefined when nothing is known. `names`: the element's attribute names, when the caller has them. */
  of(element: Element, names?: readonly string[]): ComponentInfo | undefined;
  readonly frameworks: readonly Framework[];
  /** For the capture's metadata. */
  readonly from: LookUpAnswer["from"];
  /** False when a look-up ended early, or the page has changed since. */
  readonly complete: boolean;
}

/**
 * Opens the answer of a look-up beside the markers in the DOM. A marker's source wins when it names a line, since it was written
 * from the source itself; names come from the look-up first, which knows the owners. Undefined when the answer cannot be read.
 */
export function readComponents(document: Document, { json, from }: LookUpAnswer): ComponentReader | undefined {
  const lookedUp = openLookUp(json, document);
  if (lookedUp === undefined) return undefined;
  return {
    from,
    complete: lookedUp.complete,
    frameworks: lookedUp.frameworks,
    of(element, names) {
      const marked = markersOf(element, names);
      const found = lookedUp.of(element);
      if (marked === undefined) return found;
      const { component = "", source = "" } = marked;
      return { component: found?.component || component, source: better(source, found?.source ?? "") };
    },
  };
}

function better(marker: string, lookedUp: string): string {
  const hasLine = (source: string) => /:\d+$/.test(source);
  return marker !== "" && (hasLine(marker) || !hasLine(lookedUp)) ? marker : lookedUp;
}
