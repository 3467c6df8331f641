import { componentsIn } from "./components.js";
import { plainName } from "./library-names.js";
import type { Place } from "./place.js";
import { rankPlaces } from "./rank.js";
import type { SourceText } from "./region.js";
import { isComponentTag } from "./tags.js";
import type { Wanted } from "./wanted.js";

const mostLevels = 5;
/** An answer for an element around counts from here on: of those with so much nine of ten were right. */
const sureScore = 0.65;

/**
 * Lifts the places that lie within the tag of an element around, where that one is known well: the element stands in it, or in the component
 * that is used there.
 */
export function liftInside(
  places: readonly Place[],
  wanted: Wanted,
  sources: readonly SourceText[],
  search: (outer: Wanted) => readonly Place[],
): Place[] {
  let outer = wanted.outer?.();
  for (let level = 0; outer !== undefined && level < mostLevels; level++, outer = outer.outer?.()) {
    if (outer.tag === "body") break;
    const found = search(outer);
    const [best] = rankPlaces(found);
    if (best === undefined || best.score < sureScore) continue;
    const anchor = found.find(({ file, line, column }) => file === best.file && line === best.line && column === best.column);
    if (anchor === undefined) continue;
    const defining = isComponentTag(anchor.tag) ? filesDefining(sources, anchor.tag) : new Set<string>();
    return places.map((place) => {
      const more = liftOf(place, anchor, defining);
      return more === 0
        ? place
        : { ...place, points: place.points + more, evidence: [...place.evidence, "inside of an element known well"] };
    });
  }
  return [...places];
}

function liftOf({ file, range, is }: Place, anchor: Place, defining: ReadonlySet<string>): number {
  if (is === "data") return 0;
  if (file === anchor.file) return range[0] > anchor.range[0] && range[1] <= anchor.range[1] ? 3 : 0.5;
  return defining.has(file) ? 2 : 0;
}

function filesDefining(sources: readonly SourceText[], tag: string): Set<string> {
  const plain = plainName(tag);
  const files = sources.filter(({ file, text }) => componentsIn(file, text).some(({ name }) => plainName(name) === plain));
  return new Set(files.map(({ file }) => file));
}
