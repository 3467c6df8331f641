import { describe, expect, it } from "vitest";
import { readCapture } from "../../contract/reader.js";
import { openStudio } from "../../testing/captures.js";
import { shared } from "../../testing/shared.js";
import { noSharedPages, sharedPageNames, sharedPages } from "../../testing/shared-pages.js";
import { auditLayout } from "./audit.js";
import { groupFindings } from "./groups.js";

const names = sharedPageNames();
const studio = shared(() => openStudio(sharedPages));

describe("auditLayout on real pages, which have lost their style sheets", () => {
  const counts: number[] = [];
  if (names.length === 0) return it("is skipped", (context) => context.skip(noSharedPages));

  it.each(names)("%s", async (name) => {
    const reader = readCapture(await studio.file(name));
    const findings = auditLayout(reader);
    const groups = groupFindings(reader, findings);
    expect(groups.reduce((sum, { more }) => sum + more.length + 1, 0)).toBe(findings.length);
    counts.push(groups.length);
  });

  return it("says little", () => {
    const sorted = counts.toSorted((a, b) => a - b);
    console.log(`rows a page: mean ${mean(sorted).toFixed(1)}, at most ${sorted.at(-1)}, on ${sorted.length} pages`);
    expect(mean(sorted)).toBeLessThanOrEqual(3);
  });
});

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
