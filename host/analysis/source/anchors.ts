import { plainName } from "./library-names.js";
import { type Place, positionOf } from "./place.js";
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
  /** What a package's component draws has no other place than its use. */
  const drawers: Place[] = [];
  if (around !== undefined) {
    const defining = isComponentTag(around.tag) ? filesDefining(sources, region, around.tag) : new Set<string>();
    if (isComponentTag(around.tag) && around.isEmpty && defining.size === 0) drawers.push({ ...around, points: 0, local: 0 });
    else if (wanted.libraryNames.size > 0) drawers.push(...drawersIn(around, sources, region));
    const share = (shareOfDrawer * around.points) / drawers.length;
    lifts.push((place) => (drawers.some((drawer) => isSame(place, drawer)) ? share : liftInside(place, around, defining)));
  }
  for (const below of wanted.inner?.() ?? []) {
    const anchor = anchorOf(below, search);
    if (anchor !== undefined) lifts.push((place) => liftOutside(place, anchor));
  }
  const missing = drawers.filter((drawer) => !places.some((place) => isSame(place, drawer)));
  return [...places, ...missing].flatMap((place) => {
    const points = place.points + lifts.reduce((sum, lift) => sum + lift(place), 0);
    if (points === place.points) return points > 0 ? [place] : [];
    return [{ ...place, points, evidence: [...place.evidence, "near an element known well"] }];
  });
}

const shareOfDrawer = 0.6;
const mostDrawers = 2;

/** Uses of packages' components within a tag that hold nothing themselves; none where there are many. */
function drawersIn(around: Place, sources: readonly SourceText[], region: Region): Place[] {
  const source = sources.find(({ file }) => file === around.file);
  if (source === undefined) return [];
  const inside = source.tags.filter(
    ({ tag, offset, opened, closed }) =>
      offset > around.range[0] &&
      closed <= around.range[1] &&
      closed === opened &&
      isComponentTag(tag) &&
      filesDefining(sources, region, tag).size === 0,
  );
  if (inside.length > mostDrawers) return [];
  return inside.map(({ tag, offset, closed }) => ({
    ...around,
    ...positionOf(source.text, offset),
    tag,
    points: 0,
    local: 0,
    evidence: [],
    isEmpty: true,
    range: [offset, closed],
  }));
}

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
