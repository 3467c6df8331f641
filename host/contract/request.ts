import { z } from "zod";
import { elementTargetSchema, plainWords } from "./annotation.js";
import { parseUrl } from "./hosts.js";
import { limits } from "./limits.js";
import { makerSchema } from "./presence.js";

export const requestIdSchema = z.string().regex(/^[A-Za-z0-9-]{1,64}$/, "must be an id: letters, digits and -, at most 64");

export const requestKinds = ["capture", "question", "verify"] as const;

/** pending → acknowledged → completed | declined | expired. The last three are final. */
export const requestStatuses = ["pending", "acknowledged", "completed", "declined", "expired"] as const;
export type RequestStatus = (typeof requestStatuses)[number];

const pageAddress = z
  .string()
  .min(1)
  .max(limits.urlMaxChars)
  .refine((text) => ["http:", "https:", "file:"].includes(parseUrl(text)?.protocol ?? ""), { message: "is no address of a page" });

/** What an agent asks of a person, a file until it ends. Dates are ISO 8601 UTC. */
export const captureRequestSchema = z.object({
  id: requestIdSchema,
  kind: z.enum(requestKinds).default("capture"),
  /** Id of the annotation that a question or a check is about. */
  annotation: z.string().max(64).optional(),
  question: plainWords.optional(),
  /** The element that a question is about which no annotation is. */
  element: elementTargetSchema.optional(),
  answer: plainWords.optional(),
  url: pageAddress,
  purpose: plainWords.default(""),
  guidance: plainWords.default(""),
  status: z.enum(requestStatuses),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  /** The process that asks. Once it has ended nobody waits. */
  maker: makerSchema.optional(),
  /** Until then the agent that asked for a check decides it itself, from as many captures as it takes. */
  decidedUntil: z.iso.datetime().optional(),
  /** Filename of the capture that completed it. */
  capture: z.string().max(300).optional(),
  /** The user's plainWords when it was declined. */
  reason: plainWords.optional(),
});
export type CaptureRequest = z.infer<typeof captureRequestSchema>;
