import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openStudio, type Studio } from "../../../extension/e2e/captures.js";
import { sharedPageNames, sharedPages } from "../../../extension/e2e/shared-pages.js";
import { readCapture } from "../../contract/reader.js";
import { auditLayout } from "./audit.js";

const names = sharedPageNames();
let studio: Studio;
beforeAll(async () => {
  studio = await openStudio(sharedPages);
});
afterAll(() => studio.close());

describe.skipIf(names.length === 0)("auditLayout on real pages, which have lost their style sheets", () => {
  const counts: number[] = [];

  it.each(names)("%s", async (name) => {
    const reader = readCapture(await studio.file(name));
    const findings = auditLayout(reader);
    const rules = findings.map(({ rule }) => rule).sort();
    console.log(`${name}: ${reader.count} elements, ${findings.length} findings ${rules.join(" ")}`);
    counts.push(findings.length);
  });

  it("says little on most of them", () => {
    const sorted = counts.toSorted((a, b) => a - b);
    // Without style sheets a few fall apart; the mean over those that do not is what a well-made page gets.
    const most = sorted.slice(0, Math.ceil(sorted.length * 0.8));
    console.log(
      `mean ${mean(sorted).toFixed(1)}; of the calmest four fifths ${mean(most).toFixed(1)}; median ${sorted[Math.floor(sorted.length / 2)]}`,
    );
    expect(mean(most)).toBeLessThanOrEqual(3);
  });
});

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
