import { plainName } from "./library-names.js";
import type { Place } from "./place.js";
import { rankPlaces, type SourceCandidate } from "./rank.js";
import type { Region } from "./region.js";
import { isComponentTag, type SourceText } from "./tags.js";
import type { Wanted } from "./wanted.js";

const mostLevels = 8;
/** An answer for another element counts from here on: of those with so much nine of ten were right. */
const sureScore = 0.65;

/**
 * Lifts the places that agree with what is known well of the elements around and below: the element stands within the tag of the one around, or
 * in the component that is used there, and its own tag holds those of the elements below.
 */
export function liftNear(
  places: readonly Place[],
  wanted: Wanted,
  region: Region,
  sources: readonly SourceText[],
  search: (other: Wanted) => readonly Place[],
): Place[] {
  const lifts: ((place: Place) => number)[] = [];
  const around = anchorAround(wanted, search);
  const missing: Place[] = [];
  if (around !== undefined) {
    const defining = isComponentTag(around.tag) ? filesDefining(sources, region, around.tag) : new Set<string>();
    // What a package's component draws has no other place than its use.
    const isDrawer = isComponentTag(around.tag) && around.isEmpty && defining.size === 0;
    if (isDrawer && !places.some((place) => isSame(place, around))) missing.push({ ...around, points: 0, local: 0 });
    const lift = shareOfDrawer * around.points;
    lifts.push((place) => (isDrawer && isSame(place, around) ? lift : liftInside(place, around, defining)));
  }
  for (const below of wanted.inner?.() ?? []) {
    const anchor = anchorOf(below, search);
    if (anchor !== undefined) lifts.push((place) => liftOutside(place, anchor));
  }
  return [...places, ...missing].flatMap((place) => {
    const points = place.points + lifts.reduce((sum, lift) => sum + lift(place), 0);
    if (points === place.points) return points > 0 ? [place] : [];
    return [{ ...place, points, evidence: [...place.evidence, "near an element known well"] }];
  });
}

const shareOfDrawer = 0.6;

/** The place of the nearest element around that is known well. */
function anchorAround(wanted: Wanted, search: (other: Wanted) => readonly Place[]): Place | undefined {
  let outer = wanted.outer?.();
  for (let level = 0; outer !== undefined && outer.tag !== "body" && level < mostLevels; level++, outer = outer.outer?.()) {
    const anchor = anchorOf(outer, search);
    if (anchor !== undefined) return anchor;
  }
  return undefined;
}

function anchorOf(wanted: Wanted, search: (other: Wanted) => readonly Place[]): Place | undefined {
  const found = search(wanted);
  const [best] = rankPlaces(found);
  return best === undefined || best.score < sureScore ? undefined : found.find((place) => isSame(place, best));
}

function isSame(place: Place, { file, line, column }: Pick<SourceCandidate, "file" | "line" | "column">): boolean {
  return place.file === file && place.line === line && place.column === column;
}

function liftInside({ file, range, is }: Place, anchor: Place, defining: ReadonlySet<string>): number {
  if (is === "data") return 0;
  if (file === anchor.file) return range[0] > anchor.range[0] && range[1] <= anchor.range[1] ? 3 : 0.5;
  return defining.has(file) ? 2 : 0;
}

function liftOutside({ file, range, is }: Place, anchor: Place): number {
  if (is === "data" || file !== anchor.file) return 0;
  return range[0] < anchor.range[0] && range[1] >= anchor.range[1] ? 2 : 0.5;
}

/** Files that may define what a component's tag draws. */
function filesDefining(sources: readonly SourceText[], { defined }: Region, tag: string): Set<string> {
  const hosts = tag.includes("-") ? sources.filter(({ text }) => namesHost(text, tag)).map(({ file }) => file) : [];
  const files = [...(defined.get(plainName(tag)) ?? []), ...hosts];
  return new Set(files.flatMap((file) => [file, file.replace(/\.[cm]?[jt]s$/, ".html")]));
}

/** Whether a script names the tag of a component: `selector: "app-menu"` of Angular, `customElements.define("app-menu", …)`, Lit's decorator. */
function namesHost(text: string, tag: string): boolean {
  return ['"', "'", "`"].some((quote) => {
    const at = text.indexOf(`${quote}${tag}${quote}`);
    return at >= 0 && /(?:\bselector\s{0,9}:|\bdefine\(|@customElement\()\s{0,9}$/.test(text.slice(Math.max(0, at - 40), at));
  });
}
