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
export function scoreTable(judged: Readonly<Record<keyof Score, readonly string[]>>): string {
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
