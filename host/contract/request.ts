import { z } from "zod";
import { limits } from "./limits.js";

export const requestIdSchema = z.string().regex(/^[A-Za-z0-9-]{1,64}$/, "must be an id: letters, digits and -, at most 64");

/** pending → acknowledged → completed | declined | expired. The last three are final. */
export const requestStatuses = ["pending", "acknowledged", "completed", "declined", "expired"] as const;
export type RequestStatus = (typeof requestStatuses)[number];

/** An agent's wish for a fresh capture, kept as a file until it ends. Dates are ISO 8601 UTC. */
export const captureRequestSchema = z.object({
  id: requestIdSchema,
  url: z.string().min(1).max(limits.urlMaxChars),
  purpose: z.string().max(limits.commentMaxChars).default(""),
  guidance: z.string().max(limits.commentMaxChars).default(""),
  status: z.enum(requestStatuses),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  /** Filename of the capture that completed it. */
  capture: z.string().max(300).optional(),
  /** The user's words when it was declined. */
  reason: z.string().max(limits.commentMaxChars).optional(),
});
export type CaptureRequest = z.infer<typeof captureRequestSchema>;
