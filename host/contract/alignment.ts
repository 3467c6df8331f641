import type { ElementTarget } from "./annotation.js";
import { groupBy } from "./group-by.js";
import { type PageContext, pageContext } from "./page-context.js";
import * as pickLimits from "./pick-limits.js";
import type { CaptureReader } from "./reader.js";

/** Of 20 bits in base 36. */
const hashChars = 4;

/** What an aligned element counts for, by how many stand between it and the record. */
const decay = 0.95;
/** An element of the same shape with other words or attributes counts for this share of an equal one. */
const shapeOnly = 0.3;
/** What an element costs that stands between aligned ones now. */
const gap = 0.1;

/** Hashes of what stands around an element in document order: of the elements before it, and of those after all that it holds, the last one first. */
export function aroundOf(reader: CaptureReader, index: number): NonNullable<ElementTarget["around"]> {
  const { own, shapes } = pageContext(reader).hashes;
  const written = (hash = 0) => hash.toString(36).padStart(hashChars, "0");
  const encoded = (from: number, to: number) =>
    Array.from({ length: Math.max(0, to - from) }, (_, step) => written(own[from + step]) + written(shapes[from + step]));
  const end = reader.end(index);
  const before = encoded(Math.max(0, index - pickLimits.aroundEach), index);
  const after = encoded(end, Math.min(reader.count, end + pickLimits.aroundEach));
  return { before: before.join(""), after: after.reverse().join("") };
}

/** How well what stood around a record stands around an element: 1 is wholly, and each element that is missing halves it at most. */
export interface Aligned {
  /** On the side that is more alike, and on the other one. */
  readonly nearer: number;
  readonly farther: number;
  /** Against the place of the page where it fits best with nothing between: lower where that place is there without the element. */
  readonly asWithout: number;
}

/** Local alignment (Smith and Waterman, JMB 1981) of what stood around a record with what stands around an element; undefined of old records. */
export function alignedTo(reader: CaptureReader, { around }: ElementTarget): (index: number) => Aligned | undefined {
  if (around === undefined) return () => undefined;
  const context = pageContext(reader);
  const [before, after] = [aligned(context, around.before, reader.count, 1), aligned(context, around.after, reader.count, -1)];
  const without = before.at.reduce((most, score, place) => Math.max(most, score + (after.at[place] ?? 0)), 0);
  return (index) => {
    const [one, other] = [before.at[index] ?? 0, after.at[reader.end(index)] ?? 0];
    const [left, right] = [2 ** (one - before.whole), 2 ** (other - after.whole)];
    return {
      nearer: Math.max(left, right),
      farther: Math.min(left, right),
      asWithout: 2 ** Math.min(0, one + other - without),
    };
  };
}

/** For each place of a page the best alignment that ends there, of what stands before it (`way` 1) or from it on (-1); `whole`: the most it can be. */
function aligned(
  { hashes }: PageContext,
  encoded: string,
  count: number,
  way: 1 | -1,
): { readonly at: Float64Array; readonly whole: number } {
  const numbers = Int32Array.from(encoded.match(/.{4}/g) ?? [], (hash) => Number.parseInt(hash, 36));
  const most = numbers.length >> 1;
  const weights = Float64Array.from({ length: most }, (_, place) => decay ** (most - 1 - place));
  const at = new Float64Array(count + 1);
  /** How well those up to each hash are aligned, plus `shift`, so that an element which is none of them lowers all alike. Never falls. */
  const best = new Float64Array(most + 1);
  let shift = 0;
  const backward = Array.from({ length: most }, (_, place) => most - place);
  const owns = new Set(backward.map((place) => numbers[2 * place - 2] ?? -1));
  const ofShape = groupBy(backward, (place) => numbers[2 * place - 1] ?? -1);
  for (let step = 0; step < count; step++) {
    const index = way > 0 ? step : count - 1 - step;
    const own = hashes.own[index] ?? -1;
    const shape = hashes.shapes[index] ?? -1;
    // Backward, so that each is joined to what stood before it at the step before.
    for (const place of owns.has(own) ? backward : (ofShape.get(shape) ?? [])) {
      const like = numbers[2 * place - 2] === own ? 1 : numbers[2 * place - 1] === shape ? shapeOnly : 0;
      if (like === 0) continue;
      const joined = Math.max(0, (best[place - 1] ?? 0) - shift) + like * (weights[place - 1] ?? 0) + shift + gap;
      for (let later = place; later <= most && (best[later] ?? 0) < joined; later++) best[later] = joined;
    }
    shift += gap;
    at[way > 0 ? index + 1 : index] = Math.max(0, (best[most] ?? 0) - shift);
  }
  return { at, whole: weights.reduce((sum, one) => sum + one, 0) };
}
