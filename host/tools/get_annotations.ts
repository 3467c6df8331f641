import { z } from "zod";
import { annotationStates } from "../contract/annotation.js";
import { ServiceError } from "../contract/errors.js";
import { targetCells } from "./annotated.js";
import { commentCell, foreignHint, lastEntry, withOrigins } from "./annotation-rows.js";
import type { Row } from "./answer.js";
import { defineTool } from "./define.js";
import { captureArgument, openCapture } from "./open.js";
import { markRead } from "./read-words.js";

const statuses: readonly string[] = ["unresolved", "resolved", ...annotationStates.filter((state) => state !== "draft")];

export const getAnnotations = defineTool({
  title: "Annotations",
  description: "Annotations of one capture, resolved ones too. Open work: get_unresolved.",
  input: {
    capture: captureArgument,
    status: z.string().max(20).optional().describe("unresolved, resolved, a state"),
  },
  effect: "reads",
  paging: "rows",
  async run(context, { capture: name, status }) {
    if (status !== undefined && !statuses.includes(status))
      throw new ServiceError("invalid-input", `status: ${JSON.stringify(status)} is none. Allowed: ${statuses.join(", ")}.`);
    const { filename } = await openCapture(context, name);
    const chosen = (await context.annotations.inCapture(filename)).filter(
      ({ annotation, state }) => status === undefined || status === annotation.status || status === state,
    );
    return {
      fields: { capture: filename, ...foreignHint(chosen) },
      list: withOrigins(
        {
          columns: ["id", "kind", "status", "severity", "comment", "ref", "selector", "label", "present", "state", "by", "last"],
          rows: await Promise.all(
            chosen.map(async (one): Promise<Row> => {
              const { annotation, state, by } = one;
              const { id, kind, status: open, severity } = annotation;
              const { ref, selector, label, present } = await targetCells(context, one);
              return [id, kind, open, severity, commentCell(one), ref, selector, label, present, state, by ?? null, lastEntry(annotation)];
            }),
          ),
        },
        chosen,
      ),
      whenShown: (rows) => markRead(context, chosen.slice(0, rows), "seen"),
    };
  },
});
