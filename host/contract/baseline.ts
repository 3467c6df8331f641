import { z } from "zod";
import { captureSchema } from "./capture.js";

/** A stored reference capture of a page: the capture itself, and which file it was and when it was set (ISO 8601 UTC). */
export const baselineSchema = z.object({
  format: z.literal("svc-baseline"),
  version: z.literal(1),
  source: z.string().max(300),
  setAt: z.iso.datetime(),
  capture: captureSchema,
});
export type Baseline = z.infer<typeof baselineSchema>;
