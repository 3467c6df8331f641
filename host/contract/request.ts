import { z } from "zod";
import { parseUrl } from "./hosts.js";
import { limits } from "./limits.js";

export const requestIdSchema = z.string().regex(/^[A-Za-z0-9-]{1,64}$/, "must be an id: letters, digits and -, at most 64");

/** pending → acknowledged → completed | declined | expired. The last three are final. */
export const requestStatuses = ["pending", "acknowledged", "completed", "declined", "expired"] as const;
export type RequestStatus = (typeof requestStatuses)[number];

/** Words for a person: characters that control a terminal or the direction of the rest become spaces; line breaks and tabs stay. */
const words = z
  .string()
  .max(limits.commentMaxChars)
  .transform((text) => text.replace(/(?![\n\t])[\p{Cc}\p{Bidi_Control}\u2028\u2029]/gu, " "));

const pageAddress = z
  .string()
  .min(1)
  .max(limits.urlMaxChars)
  .refine((text) => ["http:", "https:", "file:"].includes(parseUrl(text)?.protocol ?? ""), { message: "is no address of a page" });

/** An agent's wish for a fresh capture, kept as a file until it ends. Dates are ISO 8601 UTC. */
export const captureRequestSchema = z.object({
  id: requestIdSchema,
  url: pageAddress,
  purpose: words.default(""),
  guidance: words.default(""),
  status: z.enum(requestStatuses),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  /** Filename of the capture that completed it. */
  capture: z.string().max(300).optional(),
  /** The user's words when it was declined. */
  reason: words.optional(),
});
export type CaptureRequest = z.infer<typeof captureRequestSchema>;
