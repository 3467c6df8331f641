import { z } from "zod";
import { targetOf } from "./annotation-rows.js";
import { user } from "./answer.js";
import { defineTool } from "./define.js";
import { captureArgument, openCapture } from "./open.js";

/** The user's comments on one capture. */
export const getAnnotations = defineTool({
  name: "get_annotations",
  title: "List annotations",
  description: "Comments on one capture, resolved ones too. For your open work: get_unresolved.",
  input: { capture: captureArgument, status: z.enum(["unresolved", "resolved"]).optional().describe("Only these") },
  effect: "reads",
  paging: "rows",
  async run(context, { capture: name, status }) {
    const { filename, capture } = await openCapture(context, name);
    const chosen = capture.annotations.filter((annotation) => status === undefined || annotation.status === status);
    return {
      capture: filename,
      fields: { capture: filename },
      list: {
        columns: ["id", "kind", "status", "severity", "comment", "ref", "selector"],
        rows: chosen.map((annotation) => {
          const { id, kind, status: state, severity, comment } = annotation;
          const target = targetOf(annotation);
          return [id, kind, state, severity, user(comment), target?.ref ?? null, target?.selector ?? null];
        }),
      },
    };
  },
});
