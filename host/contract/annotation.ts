import { z } from "zod";
import { limits } from "./limits.js";

/** `[x, y, width, height]` in CSS pixels of the document. */
export const boxSchema = z.tuple([z.number(), z.number(), z.number().min(0), z.number().min(0)]);
export type Box = z.infer<typeof boxSchema>;

const shortText = z.string().max(limits.commentMaxChars);

/** Names an element of the capture that carries the annotation, and how to find it again in another one. */
export const elementTargetSchema = z.object({
  ref: z.string().regex(/^e\d+$/),
  key: z.string().max(100),
  selector: shortText,
  box: boxSchema,
});
export type ElementTarget = z.infer<typeof elementTargetSchema>;

export const annotationTargetSchema = z.discriminatedUnion("type", [
  z.object({ type: z.literal("element"), elements: z.array(elementTargetSchema).min(1).max(50) }),
  z.object({ type: z.literal("region"), box: boxSchema, elements: z.array(elementTargetSchema).max(50).default([]) }),
  z.object({ type: z.literal("page") }),
]);
export type AnnotationTarget = z.infer<typeof annotationTargetSchema>;

export const annotationKinds = ["bug", "change", "question", "accessibility", "layout", "content"] as const;
export const severities = ["low", "medium", "high"] as const;
export const resolutionActions = ["fixed", "wontfix", "duplicate", "invalid"] as const;

/** What the agent said when it marked an annotation resolved. `resolvedAt` is ISO 8601 UTC; `files` are relative to the project. */
export const resolutionSchema = z.object({
  action: z.enum(resolutionActions),
  summary: shortText,
  files: z.array(z.string().max(500)).max(50).default([]),
  resolvedAt: z.iso.datetime(),
});
export type Resolution = z.infer<typeof resolutionSchema>;

/** A user's comment on elements, a region or the page. `resolution` stands exactly when `status` is resolved. */
export const annotationSchema = z.object({
  id: z.string().regex(/^[A-Za-z0-9-]{1,64}$/),
  target: annotationTargetSchema,
  comment: shortText,
  kind: z.enum(annotationKinds).default("bug"),
  severity: z.enum(severities).default("medium"),
  status: z.enum(["unresolved", "resolved"]).default("unresolved"),
  createdAt: z.iso.datetime(),
  resolution: resolutionSchema.optional(),
});
export type Annotation = z.infer<typeof annotationSchema>;
