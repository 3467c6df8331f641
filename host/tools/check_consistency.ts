import { z } from "zod";
import { consistencyOf } from "../analysis/consistency.js";
import { ServiceError } from "../contract/errors.js";
import { withoutQuery } from "../contract/urls.js";
import { tableOf } from "./answer.js";
import type { ToolContext } from "./context.js";
import { defineTool } from "./define.js";
import { type OpenedCapture, openCapture, urlArgument } from "./open.js";

const mostCaptures = 20;
const usualCaptures = 5;

/** Whether elements of one kind look alike, over one or more captures. */
export const checkConsistency = defineTool({
  title: "Consistency",
  description: "Styles that differ among like elements: values, tokens, odd ones out.",
  input: {
    captures: z.array(z.string().min(1).max(300)).min(2).max(mostCaptures).optional().describe("2-20 files"),
    url: urlArgument,
  },
  effect: "reads",
  paging: "rows",
  async run(context, { captures, url }) {
    const names = captures ?? (await newestOfPages(context, url));
    const opened: OpenedCapture[] = [];
    // One after the other: captures are large.
    for (const name of names) opened.push(await openCapture(context, name));
    const uses = consistencyOf(opened.map(({ reader }) => reader));
    return {
      fields: { captures: opened.map(({ filename }) => filename), odd: uses.filter(({ isOdd }) => isOdd).length },
      list: tableOf(
        ["kind", "property", "value", "token", "count", "of", "odd", "examples"],
        uses.map((use) => ({
          ...use,
          odd: use.isOdd,
          examples: use.examples.map(({ ref, capture }) => (opened.length === 1 ? ref : `${ref} in ${capture}`)).join(", "),
        })),
        120,
      ),
    };
  },
});

async function newestOfPages(context: ToolContext, url: string | undefined): Promise<string[]> {
  const newest = new Map<string, string>();
  for (const { url: page, filename } of await context.captures.entries({ url })) {
    const key = withoutQuery(page);
    if (!newest.has(key)) newest.set(key, filename);
  }
  if (newest.size === 0)
    throw new ServiceError(
      "not-found",
      "There is no capture to check. Ask the user to click the svc icon on the pages, or call request_capture.",
    );
  return [...newest.values()].slice(0, usualCaptures);
}
