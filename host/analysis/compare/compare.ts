import type { Capture } from "../../contract/capture.js";
import { addToGroup } from "../../contract/group-by.js";
import type { Comparison } from "../../contract/operations.js";
import { type CapturedElement, type CaptureReader, readCapture } from "../../contract/reader.js";
import { childWithOwnBox, hasNewBox, reportedChanges } from "./box-changes.js";
import { contentChanges } from "./content-changes.js";
import { type Change, type DiffContext, diffContextOf, type MatchedPair } from "./diff-context.js";
import { noiseCauseOf, renamedAttributes } from "./noise.js";
import { styleChanges } from "./style-changes.js";

export interface NamedCapture {
  readonly filename: string;
  readonly capture: Capture;
}

/**
 * Compares two captures of a page; reports each difference once, where it was made:
 * - `added`, `removed`: the roots of inserted and deleted subtrees.
 * - `moved`: elements with another parent, or another order among the siblings that stayed. Elements that others displaced have not moved.
 * - `changed`: `text`, `attribute …`, `state …`, `style …` with the captures' own values, empty for none; `box` where no other reported change
 *   causes it.
 * - `noise`: changes without meaning (generated names, versions in addresses, running animations), by cause, each with its first one.
 * - `summary`: counts of rows, of elements (for `changed`), and of elements without a row; `shifted` of these have another box.
 */
export function compareCaptures(before: NamedCapture, after: NamedCapture): Comparison {
  const older = readCapture(before.capture);
  const newer = readCapture(after.capture);
  const context = diffContextOf(older, newer);
  const matched = [...context.matching].map(([src, dst]): MatchedPair => ({ src: older.element(src), dst: newer.element(dst) }));
  const changes = changesOf(context, matched);
  const moved = matched.filter(({ dst }) => context.isMoved(dst.index));
  const noise = extractNoise(context, matched, changes);
  const isReported = ({ dst }: MatchedPair) => context.isMoved(dst.index) || (changes.get(dst.index)?.length ?? 0) > 0;
  const unreported = matched.filter((pair) => !isReported(pair));
  const added = context.added.map((index) => rowOf(newer.element(index)));
  const removed = context.removed.map((index) => rowOf(older.element(index)));
  const changed = matched
    .flatMap(({ dst }) => (changes.get(dst.index) ?? []).map((change) => ({ ...rowOf(dst), ...change })))
    .sort((one, other) => Number(generatedNames.test(one.property)) - Number(generatedNames.test(other.property)));
  return {
    before: before.filename,
    after: after.filename,
    added,
    removed,
    moved: moved.map(({ src, dst }) => ({ ...rowOf(dst), before: placeOf(older, src), after: placeOf(newer, dst) })),
    changed,
    ...(noise.length === 0 ? {} : { noise }),
    summary: {
      added: added.length,
      removed: removed.length,
      moved: moved.length,
      changed: new Set(changed.map(({ ref }) => ref)).size,
      unchanged: unreported.length,
      shifted: unreported.filter(hasNewBox).length,
    },
  };
}

function extractNoise(
  context: DiffContext,
  matched: readonly MatchedPair[],
  changes: Map<number, Change[]>,
): NonNullable<Comparison["noise"]> {
  const groups = new Map<string, NonNullable<Comparison["noise"]>[number]>();
  const renamed = renamedAttributes(changes.values());
  for (const pair of matched) {
    const { dst } = pair;
    const own = changes.get(dst.index) ?? [];
    const meaningful = own.filter((change) => {
      const cause = renamed.has(change)
        ? "generated names"
        : isAnimated(context, pair, change)
          ? "running animations"
          : noiseCauseOf(change, dst.tag);
      if (cause === undefined) return true;
      const { count, ...known } = groups.get(cause) ?? { cause, count: 0, ...change };
      groups.set(cause, { ...known, count: count + 1 });
      return false;
    });
    if (meaningful.length < own.length) changes.set(dst.index, meaningful);
  }
  return [...groups.values()];
}

/** Whether an animation that ran when one of the two was captured set what differs: the property, or the box of what the element holds too. */
function isAnimated({ older, newer }: DiffContext, { src, dst }: MatchedPair, { property }: Change): boolean {
  if (property === "box") {
    const isMoving = (reader: CaptureReader, { index }: CapturedElement) =>
      [index, ...reader.ancestors(index)].some((at) => /(?:^| )[^~ ]/.test(reader.element(at).animated));
    return isMoving(older, src) || isMoving(newer, dst);
  }
  const style = /^style (.+)$/.exec(property)?.[1];
  if (style === undefined) return false;
  const names = `${src.animated} ${dst.animated}`.split(" ").filter((name) => name !== "");
  return names.some((name) => name === style || name.startsWith(`${style}-`) || style.startsWith(`${name}-`));
}

/** Attributes that build tools and frameworks generate: reported after everything a user can notice. */
const generatedNames = /^attribute (class|id|for|data-.*|aria-(labelledby|describedby|controls|owns|activedescendant))$/;

/** By index in the newer capture. Boxes come last, when their possible causes are known. */
function changesOf(context: DiffContext, matched: readonly MatchedPair[]): Map<number, Change[]> {
  const changes = new Map<number, Change[]>();
  for (const pair of matched)
    for (const change of [...contentChanges(context, pair), ...styleChanges(context, pair)]) addToGroup(changes, pair.dst.index, change);
  const reported = reportedChanges(context, changes);
  for (const pair of matched) {
    const child = childWithOwnBox(context, reported, pair);
    if (child !== undefined)
      addToGroup(changes, child.dst.index, { property: "box", before: child.src.box.join(" "), after: child.dst.box.join(" ") });
  }
  return changes;
}

function rowOf({ ref, selector, role, name }: CapturedElement) {
  return { ref, selector, role, name };
}

function placeOf(reader: CaptureReader, { index, parent }: CapturedElement): string {
  return parent < 0 ? "first element" : `child ${reader.children(parent).indexOf(index) + 1} of ${reader.element(parent).selector}`;
}
