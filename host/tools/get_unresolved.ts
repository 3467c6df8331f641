import { z } from "zod";
import { ServiceError } from "../contract/errors.js";
import { limits } from "../contract/limits.js";
import type { PlacedAnnotation } from "../store/project/annotations.js";
import { scopeOf, targetOf } from "./annotation-rows.js";
import { type Row, user } from "./answer.js";
import type { ToolContext } from "./context.js";
import { defineTool } from "./define.js";
import { urlArgument } from "./open.js";

export const unresolvedColumns = ["id", "severity", "kind", "comment", "scope", "ref", "selector", "capture", "url"];

/** Open comments over all captures, newest capture first. Its cursor names the last comment shown. */
export const getUnresolved = defineTool({
  name: "get_unresolved",
  title: "List unresolved annotations",
  description: "Your work: the user's open annotations over all captures, newest first. Does not wait.",
  input: { url: urlArgument, limit: z.int().min(1).max(limits.listMax).optional().describe("At most 200") },
  effect: "reads",
  paging: "own",
  async run(context, { url, limit = limits.listDefault }, { cursor }) {
    const all = await context.annotations.unresolved({ url });
    const start = cursor === undefined ? 0 : await startAfter(context, all, cursor);
    const rows = all.slice(start, start + limit);
    const last = rows.at(-1);
    return {
      list: { columns: unresolvedColumns, rows: rows.map(unresolvedRow) },
      total: all.length,
      cursorAfter: (row) => rows[row]?.annotation.id ?? "",
      ...(last === undefined || start + limit >= all.length ? {} : { nextCursor: last.annotation.id }),
    };
  },
});

export function unresolvedRow({ annotation, capture, url }: PlacedAnnotation): Row {
  const target = targetOf(annotation);
  const { id, severity, kind, comment } = annotation;
  return [id, severity, kind, user(comment), scopeOf(annotation), target?.ref ?? null, target?.selector ?? null, capture, url];
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
