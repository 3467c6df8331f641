import type { Place } from "./search.js";

/** A place with a score from 0 to 1: how sure it is that it made the element. */
export interface Candidate {
  readonly file: string;
  readonly line: number;
  readonly column?: number;
  readonly score: number;
  /** Why, in words. */
  readonly evidence: string;
}

const most = 5;

/** The best places first, at most five. Places that fit equally well share what is sure. */
export function rankPlaces(places: readonly Place[]): Candidate[] {
  const best = new Map<string, Place>();
  for (const place of places) {
    const key = `${place.file}:${place.line}:${place.column}`;
    const known = best.get(key);
    if (known === undefined || known.points < place.points) best.set(key, place);
  }
  const sorted = [...best.values()].sort((a, b) => b.points - a.points || a.file.length - b.file.length || a.line - b.line);
  return sorted.slice(0, most).map((place) => {
    const rivals = sorted.filter((other) => other !== place && other.points > place.points - 0.5).length;
    const score = (1 - Math.exp(-place.points / 6)) / (1 + 0.25 * Math.min(rivals, 4));
    return {
      file: place.file,
      line: place.line,
      column: place.column,
      score: Math.round(score * 100) / 100,
      evidence: place.evidence.join("; "),
    };
  });
}
