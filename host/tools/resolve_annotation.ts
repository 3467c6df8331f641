import { z } from "zod";
import { resolutionActions } from "../contract/annotation.js";
import { limits } from "../contract/limits.js";
import { annotationFields } from "./annotation-rows.js";
import { defineTool } from "./define.js";

/** Marks an annotation settled, everywhere it stands. */
export const resolveAnnotation = defineTool({
  name: "resolve_annotation",
  title: "Resolve annotation",
  description: "Marks an annotation settled once the work is done. The user sees summary.",
  input: {
    annotation: z.string().min(1).max(64).describe("Its id"),
    action: z.enum(resolutionActions).describe("Outcome"),
    summary: z.string().min(1).max(limits.commentMaxChars).describe("What you did"),
    files: z.array(z.string().max(500)).max(50).optional().describe("Files changed"),
  },
  effect: "changes",
  paging: "none",
  async run({ annotations }, { annotation, action, summary, files = [] }) {
    const settled = await annotations.resolve(annotation, { action, summary, files });
    return { fields: { ...annotationFields(settled), stillOpen: (await annotations.unresolved()).length } };
  },
});
