import { compareCaptures } from "../analysis/compare/compare.js";
import { ServiceError } from "../contract/errors.js";
import { limits } from "../contract/limits.js";
import type { Comparison } from "../contract/operations.js";
import { nearestPage } from "../contract/routing.js";
import type { Store } from "../store/store.js";

const noBaseline = "This page has no baseline. Make one from a capture with baselines:create (set_baseline) first.";
const unacceptedBaseline =
  "The baseline of this page came with the repository and its user has not accepted it: it is not compared with. The user reviews it with `svc-init trust`; or make a new one with baselines:create (set_baseline).";

/** Compares a page's baseline with a capture of it, by default the newest. Throws ServiceError `not-found` or `outside-captures`. */
export async function compareBaseline(
  store: Store,
  { url, filename }: { url: string; filename?: string | undefined },
): Promise<Comparison> {
  // A name that leads outside is refused as such, baseline or none.
  const requested = filename === undefined ? undefined : await store.captures.nameOf(filename);
  const baseline = nearestPage(url, await store.baselines.list({ url }));
  if (baseline === undefined) {
    const proposed = (await store.baselines.proposed({ url })).map(({ row }) => row);
    throw new ServiceError("not-found", nearestPage(url, proposed) === undefined ? noBaseline : unacceptedBaseline);
  }
  const newest = requested ?? nearestPage(url, await store.captures.entries({ url }))?.filename;
  if (newest === undefined)
    throw new ServiceError("not-found", "This page has no capture to compare its baseline with. Capture the page first.");
  const after = await store.captures.read(newest);
  const { capture } = await store.baselines.read(baseline.filename);
  const before = { filename: baseline.filename, capture };
  return bounded(compareCaptures(before, { filename: newest, capture: after }));
}

/** Keeps as many rows as an answer has room for, those of what is gone first. The texts of rows left out were never joined. */
function bounded(comparison: Comparison): Comparison {
  const { added, removed, moved, changed } = comparison;
  const total = added.length + removed.length + moved.length + changed.length;
  let left: number = limits.comparisonMaxChars;
  const fitting = <Row extends Readonly<Record<string, string>>>(rows: readonly Row[]): Row[] => {
    const end = rows.findIndex((row) => {
      left -= Object.values(row).reduce((sum, { length }) => sum + length, 0);
      return left < 0;
    });
    return end < 0 ? [...rows] : rows.slice(0, end);
  };
  const shown = { removed: fitting(removed), added: fitting(added), changed: fitting(changed), moved: fitting(moved) };
  if (left >= 0) return comparison;
  return { ...comparison, ...shown, truncated: { shown: Object.values(shown).reduce((sum, { length }) => sum + length, 0), total } };
}
