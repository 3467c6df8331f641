import { z } from "zod";
import { resolutionActions } from "../contract/annotation.js";
import { limits } from "../contract/limits.js";
import { annotationFields } from "./annotation-rows.js";
import { defineTool } from "./define.js";

/** Marks a comment settled, everywhere it stands. */
export const resolveAnnotation = defineTool({
  name: "resolve_annotation",
  title: "Resolve a comment",
  description: "Marks a comment settled; the user sees your summary. Only after the work is done. Changes capture files only.",
  input: {
    annotation: z.string().min(1).max(64).describe("Its id"),
    action: z.enum(resolutionActions).describe("How it was settled"),
    summary: z.string().min(1).max(limits.commentMaxChars).describe("What you did, for the user"),
    files: z.array(z.string().max(500)).max(50).optional().describe("Files changed, relative to the project"),
  },
  effect: "changes",
  paging: "none",
  run: async ({ annotations }, { annotation, action, summary, files = [] }) => ({
    fields: annotationFields(await annotations.resolve(annotation, { action, summary, files })),
  }),
});
