import { z } from "zod";
import { cursorAfter } from "../contract/capture-cursor.js";
import { limits } from "../contract/limits.js";
import { tableOf } from "./answer.js";
import { defineTool } from "./define.js";
import { urlArgument } from "./open.js";

const columns = ["filename", "url", "title", "capturedAt", "elements", "annotations", "unresolved"] as const;

/** Where a capture is from that no program of this user made. */
const foreignColumns = ["origin", "from"] as const;

/** Captures of the project, the user's own first, newest first. Its cursor names the last row shown, so that captures arriving meanwhile move nothing. */
export const listCaptures = defineTool({
  title: "Captures",
  description: "Captures, newest first.",
  input: { url: urlArgument, limit: z.int().min(1).max(limits.listMax).optional().describe("<=200") },
  effect: "reads",
  paging: "own",
  listsCursor: true,
  async run({ captures }, { url, limit = limits.listDefault }, { cursor }) {
    const { captures: rows, nextCursor } = await captures.list({ url, limit, cursor });
    return {
      list: tableOf([...columns, ...foreignColumns.filter((column) => rows.some((row) => row[column] !== undefined))], rows),
      total: nextCursor === undefined && cursor === undefined ? rows.length : (await captures.allEntries({ url })).length,
      cursorAfter: (row) => (rows[row] === undefined ? "" : cursorAfter(rows[row])),
      nextCursor,
    };
  },
});
