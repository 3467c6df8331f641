import { groupBy } from "../contract/group-by.js";
import { withoutQuery } from "../contract/urls.js";
import { tableBy } from "./answer.js";
import { defineTool } from "./define.js";

export const getCaptureStats = defineTool({
  title: "Statistics",
  description: "Number, sizes, dates of each page's captures.",
  input: {},
  effect: "reads",
  paging: "rows",
  async run({ captures }) {
    const entries = await captures.allEntries();
    const foreign = entries.filter(({ origin }) => origin !== "here").length;
    const pages = [...groupBy(entries, ({ url }) => withoutQuery(url))].sort(([, a], [, b]) => b.length - a.length);
    const sizes = entries.map(({ bytes }) => bytes).sort((a, b) => a - b);
    return {
      fields: {
        total: entries.length,
        pages: pages.length,
        bytes: { total: sum(sizes), median: sizes[Math.floor(sizes.length / 2)] ?? 0, largest: sizes.at(-1) ?? 0 },
        annotations: sum(entries.map((entry) => entry.annotations)),
        unresolved: sum(entries.map((entry) => entry.unresolved)),
        ...(foreign === 0 ? {} : { notOwn: foreign }),
        // The user's own first, newest first.
        newest: entries[0]?.capturedAt ?? null,
        oldest: entries.at(-1)?.capturedAt ?? null,
      },
      list: tableBy(pages, {
        url: ([url]) => url,
        captures: ([, own]) => own.length,
        elements: ([, own]) => own[0]?.elements ?? 0,
        bytes: ([, own]) => sum(own.map(({ bytes }) => bytes)),
        unresolved: ([, own]) => sum(own.map(({ unresolved }) => unresolved)),
        oldest: ([, own]) => own.at(-1)?.capturedAt,
        newest: ([, own]) => own[0]?.capturedAt,
      }),
    };
  },
});

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
