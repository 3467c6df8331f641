import type { Capture } from "../../contract/capture.js";
import type { Comparison } from "../../contract/comparison.js";
import { type CapturedElement, type CaptureReader, readCapture } from "../../contract/reader.js";
import { BoxChanges, hasNewBox } from "./box-changes.js";
import { contentChanges } from "./content-changes.js";
import { accessibleChanges, Told } from "./derived-changes.js";
import { joinElements } from "./join.js";
import { makeNoiseOf } from "./noise.js";
import { type Both, type Change, type Scene, sceneOf } from "./scene.js";
import { Numbers, sideOf } from "./side.js";
import { styleChanges } from "./style-changes.js";

/** A capture and the name that the answer calls it by. */
export interface NamedCapture {
  readonly filename: string;
  readonly capture: Capture;
}

/**
 * Says what differs between two captures of a page, each difference once and where it was made:
 * - `added`, `removed`: the roots of what came and went; what is below them is not told apart.
 * - `moved`: elements that changed their parent, or their order among siblings that stayed. What only makes room for others has not moved.
 * - `changed`: `text`, `attribute …`, `state …`, `style …` in the captures' own values, empty for none; `name`, `role` and `box` where
 *   nothing else that is told explains them.
 * - `noise`: changes that mean nothing (generated names, versions in addresses, running animations), by cause, each with its first one.
 * - `summary`: how many rows, elements (for `changed`), and how many without a row; `shifted` of these have another box than before.
 */
export function compareCaptures(before: NamedCapture, after: NamedCapture): Comparison {
  const numbers = new Numbers();
  const older = readCapture(before.capture);
  const newer = readCapture(after.capture);
  const scene = sceneOf(joinElements(sideOf(older, numbers), sideOf(newer, numbers)));
  const both = [...scene.pairs].map(([was, is]): Both => ({ was: older.element(was), is: newer.element(is) }));
  const changes = changesOf(scene, both);
  const moved = both.filter(({ is }) => scene.isMoved(is.index));
  const noise = takeNoise(both, changes);
  const isTold = ({ is }: Both) => scene.isMoved(is.index) || (changes.get(is.index)?.length ?? 0) > 0;
  const untold = both.filter((pair) => !isTold(pair));
  const added = scene.added.map((index) => rowOf(newer.element(index)));
  const removed = scene.removed.map((index) => rowOf(older.element(index)));
  const changed = both
    .flatMap(({ is }) => (changes.get(is.index) ?? []).map((change) => ({ ...rowOf(is), ...change })))
    .sort((one, other) => Number(namesOnly.test(one.property)) - Number(namesOnly.test(other.property)));
  return {
    before: before.filename,
    after: after.filename,
    added,
    removed,
    moved: moved.map(({ was, is }) => ({ ...rowOf(is), before: placeOf(older, was), after: placeOf(newer, is) })),
    changed,
    ...(noise.length === 0 ? {} : { noise }),
    summary: {
      added: added.length,
      removed: removed.length,
      moved: moved.length,
      changed: new Set(changed.map(({ ref }) => ref)).size,
      unchanged: untold.length,
      shifted: untold.filter(hasNewBox).length,
    },
  };
}

/** Takes the changes that mean nothing out of the map, and counts them by cause. */
function takeNoise(both: readonly Both[], changes: Map<number, Change[]>): NonNullable<Comparison["noise"]> {
  const groups = new Map<string, NonNullable<Comparison["noise"]>[number]>();
  const noiseOf = makeNoiseOf([...changes.values()].flat());
  for (const { is } of both) {
    const own = changes.get(is.index) ?? [];
    const meant = own.filter((change) => {
      const cause = noiseOf(change, is.tag);
      if (cause === undefined) return true;
      const { count, ...known } = groups.get(cause) ?? { cause, count: 0, ...change };
      groups.set(cause, { ...known, count: count + 1 });
      return false;
    });
    if (meant.length < own.length) changes.set(is.index, meant);
  }
  return [...groups.values()];
}

/** What build tools and frameworks name anew at each turn is told after all that a user can notice. */
const namesOnly = /^attribute (class|id|for|data-.*|aria-(labelledby|describedby|controls|owns|activedescendant))$/;

/** By index in the newer capture. Names, roles and boxes come last: only then it is known what explains them. */
function changesOf(scene: Scene, both: readonly Both[]): Map<number, Change[]> {
  const changes = new Map<number, Change[]>();
  for (const pair of both) {
    const own = [...contentChanges(scene, pair), ...styleChanges(scene, pair)];
    if (own.length > 0) changes.set(pair.is.index, own);
  }
  const told = new Told(scene, changes);
  const boxes = new BoxChanges(scene, told);
  for (const pair of both) {
    const derived = [...accessibleChanges(scene, told, pair), ...boxes.of(pair)];
    if (derived.length > 0) changes.set(pair.is.index, [...(changes.get(pair.is.index) ?? []), ...derived]);
  }
  return changes;
}

function rowOf({ ref, selector, role, name }: CapturedElement) {
  return { ref, selector, role, name };
}

function placeOf(reader: CaptureReader, { index, parent }: CapturedElement): string {
  return parent < 0 ? "first element" : `child ${reader.children(parent).indexOf(index) + 1} of ${reader.element(parent).selector}`;
}
