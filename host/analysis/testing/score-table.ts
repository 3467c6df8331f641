import { expect, it } from "vitest";
import { type CaptureReader, readCapture } from "../../contract/reader.js";
import type { Studio } from "../../testing/captures.js";
import { plantedIn, type Seed, seededPage } from "./seeded.js";

interface Held {
  /** Of the test's output. */
  readonly title: string;
  readonly faults: readonly Seed[];
  readonly craft: readonly Seed[];
  /** What an audit reports, each finding by the names under which it may have been planted: `rule ref`. */
  readonly report: (reader: CaptureReader) => readonly (readonly string[])[];
  readonly leastPrecision: number;
  readonly leastRecall: number;
}

/** Tests that an audit finds each planted fault, leaves what is crafted well alone, and keeps precision and recall over all of them together. */
export function holdSeeds(studio: Pick<Studio, "html">, { title, faults, craft, report, leastPrecision, leastRecall }: Held): void {
  async function judge(seeds: readonly Seed[]) {
    const reader = readCapture(await studio.html(seededPage(seeds)));
    const planted = plantedIn(reader);
    const findings = report(reader);
    const right = findings.filter((names) => names.some((name) => planted.includes(name)));
    const found = planted.filter((plant) => findings.some((names) => names.includes(plant)));
    return { planted, found, reported: findings.map(([name = ""]) => name), right: right.map(([name = ""]) => name) };
  }

  it.each(faults)("finds: $name", async (seed) => {
    const { planted, found } = await judge([seed]);
    expect(planted.length).toBeGreaterThan(0);
    expect(found).toEqual(planted);
  });

  it.each(craft)("leaves alone: $name", async (seed) => {
    expect((await judge([seed])).reported).toEqual([]);
  });

  it("keeps precision and recall over all of them together", async () => {
    const judged = await judge([...faults, ...craft]);
    console.log(`${title}\n${scoreTable(judged)}`);
    expect(judged.right.length / judged.reported.length).toBeGreaterThanOrEqual(leastPrecision);
    expect(judged.found.length / judged.planted.length).toBeGreaterThanOrEqual(leastRecall);
  });
}

/** Judged answers of one rule. */
interface Score {
  planted: number;
  found: number;
  reported: number;
  right: number;
}

/**
 * Precision and recall by rule, as a table for people. Each text begins with its rule: `planted` faults and those of them that were `found`,
 * findings `reported` and those of them that were `right`.
 */
function scoreTable(judged: Readonly<Record<keyof Score, readonly string[]>>): string {
  const rules = new Map<string, Score>();
  for (const kind of ["planted", "found", "reported", "right"] as const) {
    for (const text of judged[kind]) {
      for (const rule of [text.split(" ")[0] ?? "", "all"]) {
        const score = rules.get(rule) ?? { planted: 0, found: 0, reported: 0, right: 0 };
        score[kind]++;
        rules.set(rule, score);
      }
    }
  }
  const share = (part: number, whole: number) => (whole === 0 ? "-" : (part / whole).toFixed(2)).padStart(10);
  const lines = [...rules]
    .sort(([a], [b]) => Number(a === "all") - Number(b === "all") || a.localeCompare(b))
    .map(([rule, { planted, found, reported, right }]) => {
      const counts = [planted, reported].map((count) => String(count).padStart(8)).join("");
      return `${rule.padEnd(24)}${counts}${share(right, reported)}${share(found, planted)}`;
    });
  return [`${"rule".padEnd(24)} planted    told precision    recall`, ...lines].join("\n");
}
