import type { Comparison } from "../../../host/contract/operations.js";
import { type Kind, kinds, type Truth } from "./actions.js";
import type { Known } from "./plan.js";

/** For one kind: mutations made, rows reported, rows that match a mutation. */
export interface Count {
  made: number;
  reported: number;
  right: number;
}

export type Counts = Readonly<Record<Kind, Count>>;

/** What a comparison got wrong, in words. */
export interface Miss {
  readonly kind: Kind;
  readonly wrong: "not reported" | "reported";
  readonly detail: string;
}

interface Row {
  readonly kind: Kind;
  readonly id: number;
  readonly property: string;
  readonly words: string;
}

export function noCounts(): Counts {
  const none = () => ({ made: 0, reported: 0, right: 0 });
  return { added: none(), removed: none(), moved: none(), text: none(), attribute: none(), style: none() };
}

/** Holds a comparison's rows against what was done. A row is right when kind, element and property are; each mutation counts once. */
export function score(comparison: Comparison, before: Known, after: Known, truths: readonly Truth[]): { counts: Counts; misses: Miss[] } {
  const counts = noCounts();
  const misses: Miss[] = [];
  const open = new Set(truths);
  for (const { kind } of truths) counts[kind].made++;
  const named = new Set(truths.flatMap((truth) => truth.named));
  for (const row of rowsOf(comparison, before, after)) {
    if (row.property === "name" && named.has(row.id)) continue;
    counts[row.kind].reported++;
    const truth = [...open].find((one) => one.kind === row.kind && isAccepted(one, row.id, before) && fits(one.detail, row.property));
    if (truth === undefined) misses.push({ kind: row.kind, wrong: "reported", detail: row.words });
    else {
      open.delete(truth);
      counts[row.kind].right++;
    }
  }
  for (const { kind, accepted, detail } of open)
    misses.push({ kind, wrong: "not reported", detail: `${detail} of ${nameOf(before, after, accepted[0] ?? -1)}` });
  return { counts, misses };
}

/** The element, or one beside it that nothing in a capture distinguishes from it: hidden texts are in none. */
function isAccepted({ kind, accepted }: Truth, id: number, { reader, ids }: Known): boolean {
  if (accepted.includes(id)) return true;
  const [one, other] = [reader.byRef(`e${ids.indexOf(accepted[0] ?? -1)}`), reader.byRef(`e${ids.indexOf(id)}`)];
  if ((kind !== "removed" && kind !== "moved") || one === undefined || other === undefined || one.parent !== other.parent) return false;
  const written = (index: number) => {
    const below = Array.from({ length: reader.end(index) - index }, (_, step) => reader.element(index + step));
    return JSON.stringify(below.map(({ depth, tag, text, attributes }) => [depth, tag, text, attributes]));
  };
  return written(one.index) === written(other.index);
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

/** Sums counts of several pages. */
export function sum(all: readonly Counts[]): Counts {
  const total = noCounts();
  for (const counts of all) {
    for (const kind of kinds) for (const figure of ["made", "reported", "right"] as const) total[kind][figure] += counts[kind][figure];
  }
  return total;
}

export function precisionOf({ reported, right }: Count): number {
  return reported === 0 ? 1 : right / reported;
}

export function recallOf({ made, right }: Count): number {
  return made === 0 ? 1 : right / made;
}
