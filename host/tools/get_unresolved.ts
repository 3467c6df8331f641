import { z } from "zod";
import { ServiceError } from "../contract/errors.js";
import { limits } from "../contract/limits.js";
import { pageOf } from "../contract/picked-element.js";
import type { PlacedAnnotation } from "../store/project/annotations.js";
import { openAnnotated, targetCells } from "./annotated.js";
import { commentCell, foreignHint, lastEntry, scopeOf, withOrigins, wordsOf } from "./annotation-rows.js";
import { findForAnnotation } from "./annotation-source.js";
import { type Row, type Table, withoutNulls } from "./answer.js";
import type { ToolContext } from "./context.js";
import { defineTool } from "./define.js";
import { urlArgument } from "./open.js";
import { markRead } from "./read-words.js";
import { lineOf, placedStyles } from "./style-rows.js";

const unresolvedColumns = [
  ...["id", "severity", "kind", "comment", "scope", "ref", "selector", "label", "present", "capture", "url"],
  ...["state", "by", "last", "source", "declaration"],
];

/** Open annotations over all captures, newest capture first. Its cursor names the last one shown. */
export const getUnresolved = defineTool({
  title: "Open",
  description: "Your work: open annotations, newest first, with state, last word, source line and who works on them.",
  input: { url: urlArgument, limit: z.int().min(1).max(limits.listMax).optional().describe("<=200") },
  effect: "reads",
  paging: "own",
  listsCursor: true,
  async run(context, { url, limit = limits.listDefault }, { cursor }) {
    const all = await context.annotations.unresolved({ url });
    const start = cursor === undefined ? 0 : await startAfter(context, all, cursor);
    const rows = all.slice(start, start + limit);
    return {
      fields: foreignHint(rows),
      list: await unresolvedList(context, rows),
      total: all.length,
      cursorAfter: (row) => rows[row]?.annotation.id ?? "",
      whenShown: (shown) => markRead(context, rows.slice(0, shown), "seen"),
      nextCursor: start + limit >= all.length ? undefined : rows.at(-1)?.annotation.id,
    };
  },
});

/** Open annotations as a table; `source` (`file:line` to begin at) and `declaration` for as many rows as time allows. */
export async function unresolvedList(context: ToolContext, placed: readonly PlacedAnnotation[]): Promise<Table> {
  const endMs = performance.now() + searchMs;
  const rows: Row[] = [];
  for (const one of placed) {
    // Other calls get their turn.
    await new Promise((resolve) => setImmediate(resolve));
    const { annotation, capture, state, by } = one;
    const { id, severity, kind } = annotation;
    const begin = performance.now() > endMs ? [null, null] : await whereToBegin(context, one);
    const { ref, selector, label, present } = await targetCells(context, one);
    const where = [ref, selector, label, present, capture, pageOf(annotation, one.url)];
    rows.push([id, severity, kind, commentCell(one), scopeOf(annotation), ...where, state, by ?? null, lastEntry(annotation), ...begin]);
  }
  return withOrigins(
    withoutNulls({ columns: unresolvedColumns, rows, exact: ["source"] }, ["by", "last", "source", "declaration"]),
    placed,
  );
}

/** Enough for dozens of annotations of a page; the rest is found with their context. */
const searchMs = 1_500;

async function whereToBegin(context: ToolContext, placed: PlacedAnnotation): Promise<(string | null)[]> {
  const annotated = await openAnnotated(context, placed);
  if (annotated === undefined) return [null, null];
  const { opened, element } = annotated;
  const [best] = await findForAnnotation(context.sources, annotated);
  const [style] = (await placedStyles(context.sources, opened.reader, element, { meantBy: wordsOf(placed.annotation) })) ?? [];
  const value = style?.value;
  const declaration =
    style === undefined || value === undefined
      ? null
      : `${style.row.property}: ${value} (${`${style.selector} ${lineOf(style.place)}`.trimEnd()})`;
  return [best === undefined ? null : `${best.file}:${best.line}`, declaration];
}

/** The row after the one that a cursor names. One that was resolved meanwhile is absent; its capture determines where it stood. */
async function startAfter({ annotations }: ToolContext, all: readonly PlacedAnnotation[], id: string): Promise<number> {
  const known = all.findIndex(({ annotation }) => annotation.id === id);
  if (known >= 0) return known + 1;
  const { capturedAt } = await annotations.find(id).catch((error: unknown) => {
    if (error instanceof ServiceError && error.code === "not-found")
      throw new ServiceError("invalid-input", "cursor: this is none. Pass nextCursor as it is.");
    throw error;
  });
  const next = all.findIndex((placed) => placed.capturedAt <= capturedAt);
  return next < 0 ? all.length : next;
}
