import { Interner, indexCapture } from "../../../host/analysis/compare/indexed-capture.js";
import type { Comparison } from "../../../host/contract/operations.js";
import type { Kind, Truth } from "./actions.js";
import type { Known } from "./plan.js";

/** A mutation that a comparison reported (`right`) or did not (`missing`), or a row of no mutation (`wrong`). */
export interface Scored {
  readonly kind: Kind;
  readonly outcome: "right" | "wrong" | "missing";
  readonly detail: string;
}

interface Row {
  readonly kind: Kind;
  readonly id: number;
  readonly property: string;
  readonly words: string;
}

/** Holds a comparison's rows against what was done. A row is right when kind, element and property are; each mutation counts once. */
export function score(comparison: Comparison, before: Known, after: Known, truths: readonly Truth[]): Scored[] {
  const open = new Set(truths);
  const named = new Set(truths.flatMap((truth) => truth.named));
  const isAccepted = makeIsAccepted(before);
  const rows = rowsOf(comparison, before, after).filter(({ property, id }) => property !== "name" || !named.has(id));
  const reported = rows.map(({ kind, id, property, words }): Scored => {
    const truth = [...open].find((one) => one.kind === kind && isAccepted(one, id) && fits(one.detail, property));
    if (truth !== undefined) open.delete(truth);
    return { kind, outcome: truth === undefined ? "wrong" : "right", detail: words };
  });
  const missing = [...open].map(
    ({ kind, accepted, detail }): Scored => ({
      kind,
      outcome: "missing",
      detail: `${detail} of ${nameOf(before, after, accepted[0] ?? -1)}`,
    }),
  );
  return [...reported, ...missing];
}

/** The share that is right of one kind's mutations (recall, with `missing`) or of its rows (precision, with `wrong`); 1 where there are none. */
export function shareOf(scores: readonly Scored[], kind: Kind, fault: "wrong" | "missing"): number {
  const counted = scores.filter((one) => one.kind === kind && (one.outcome === "right" || one.outcome === fault));
  return counted.length === 0 ? 1 : counted.filter(({ outcome }) => outcome === "right").length / counted.length;
}

/** How many mutations of a kind were made. */
export function madeOf(scores: readonly Scored[], kind: Kind): number {
  return scores.filter((one) => one.kind === kind && one.outcome !== "wrong").length;
}

/** The element, or one beside it that nothing in a capture distinguishes from it: hidden texts are in none. */
function makeIsAccepted({ reader, ids }: Known): (truth: Truth, id: number) => boolean {
  const { subtree, tree } = indexCapture(reader, new Interner());
  return ({ kind, accepted }, id) => {
    if (accepted.includes(id)) return true;
    const [one, other] = [ids.indexOf(accepted[0] ?? -1), ids.indexOf(id)];
    const isEqual = one >= 0 && other >= 0 && tree.parents[one] === tree.parents[other] && subtree[one] === subtree[other];
    return isEqual && (kind === "removed" || kind === "moved");
  };
}

function rowsOf({ added, removed, moved, changed }: Comparison, before: Known, after: Known): Row[] {
  const row = (kind: Kind, side: Known, { ref, selector }: { ref: string; selector: string }, property = "", words = ""): Row => ({
    kind,
    id: side.ids[Number(ref.slice(1))] ?? -1,
    property,
    words: `${property} ${words} ${ref} ${selector}`,
  });
  return [
    ...added.map((reported) => row("added", after, reported)),
    ...removed.map((reported) => row("removed", before, reported)),
    ...moved.map((reported) => row("moved", after, reported, "", `${reported.before} → ${reported.after}`)),
    ...changed.map((reported) =>
      row(
        kindOf(reported.property),
        after,
        reported,
        reported.property,
        `${JSON.stringify(reported.before)} → ${JSON.stringify(reported.after)}`,
      ),
    ),
  ];
}

function kindOf(property: string): Kind {
  const [word = ""] = property.split(" ");
  if (word === "text" || word === "name") return "text";
  return word === "style" || word === "box" ? "style" : "attribute";
}

function fits(detail: string, property: string): boolean {
  return detail === "" || property.split(" ")[1] === detail;
}

function nameOf(before: Known, after: Known, id: number): string {
  const index = before.ids.indexOf(id);
  if (index >= 0) return `${before.reader.element(index).ref} ${before.reader.element(index).selector}`;
  const later = after.ids.indexOf(id);
  return later >= 0
    ? `new ${after.reader.element(later).ref} ${after.reader.element(later).selector}`
    : `element ${id}, which is in no capture`;
}
