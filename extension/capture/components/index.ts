import { detectFrameworks } from "./detect.js";
import { markersOf } from "./markers.js";
import { type Framework, openLookUp } from "./open-lookup.js";

/** What is known of an element's component and source; empty texts for what is not. */
export interface ComponentInfo {
  readonly component: string;
  readonly source: string;
}

/** A `lookUp` answer and where it came from. */
export interface LookUpAnswer {
  readonly json: string;
  readonly from: "page-world" | "xray";
}

export interface ComponentReader {
  /** Undefined when nothing is known. `names`: the element's attribute names, when the caller has them. */
  of(element: Element, names?: readonly string[]): ComponentInfo | undefined;
  readonly frameworks: readonly Framework[];
  /** For the capture's metadata. */
  readonly from: "markers" | "page-world" | "xray";
  /** False when a look-up ended early, or the page has changed since. */
  readonly complete: boolean;
}

/**
 * Opens all that is known of a page's components: markers in the DOM, and the answer of a look-up where one was made. A marker's source wins
 * when it names a line, since it was written from the source itself; names come from the look-up first, which knows the owners.
 */
export function readComponents(document: Document, answer?: LookUpAnswer): ComponentReader {
  const lookedUp = answer === undefined ? undefined : openLookUp(answer.json, document);
  return {
    from: answer === undefined || lookedUp === undefined ? "markers" : answer.from,
    complete: lookedUp?.complete ?? answer === undefined,
    frameworks: merged(lookedUp?.frameworks ?? [], detectFrameworks(document)),
    of(element, names) {
      const marked = markersOf(element, names);
      const found = lookedUp?.of(element);
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

function merged(first: readonly Framework[], second: readonly Framework[]): Framework[] {
  const names = new Set(first.map(({ name }) => name));
  // A look-up that found Lit has said more than "Web Components".
  return [...first, ...second.filter(({ name }) => !names.has(name) && !(name === "Web Components" && first.length > 0))];
}
