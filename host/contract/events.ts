import { z } from "zod";
import { resolutionSchema } from "./annotation.js";
import { annotationStateSchema, placedStateSchema } from "./operations.js";
import { captureRequestSchema, requestIdSchema } from "./request.js";
import { word } from "./word.js";

const project = z.string();

/** What the host pushes, the same over the native port and the WebSocket. `project` is ServerInfo.id. */
export const eventSchema = z.discriminatedUnion("type", [
  z.object({ type: z.literal("request:created"), project, request: captureRequestSchema }),
  z.object({ type: z.literal("request:ended"), project, id: requestIdSchema, status: word }),
  z.object({
    type: z.literal("annotation:resolved"),
    project,
    id: z.string(),
    capture: z.string(),
    url: z.string(),
    comment: z.string(),
    resolution: resolutionSchema,
    state: annotationStateSchema.optional(),
  }),
  z.object({ type: z.literal("capture:created"), project, filename: z.string(), url: z.string() }),
  // `states`: the configuration is as it was, and these annotations have changed (seen, a question, a verdict, reopened); of one that is not the
  // user's, and of one that is new, with its words.
  z.object({ type: z.literal("config:changed"), project, states: z.array(placedStateSchema).optional() }),
]);
export type ServiceEvent = z.infer<typeof eventSchema>;

/** What the extension hears: changed annotations are an event of their own, which the wire has as a `config:changed` with states. */
export type HeardEvent =
  | Exclude<ServiceEvent, { type: "config:changed" }>
  | { readonly type: "config:changed"; readonly project: string }
  | { readonly type: "annotations:changed"; readonly project: string; readonly states: readonly z.infer<typeof placedStateSchema>[] };

export const heardSchema = eventSchema.transform(
  (event): HeardEvent =>
    event.type === "config:changed" && event.states !== undefined
      ? { type: "annotations:changed", project: event.project, states: event.states }
      : event,
);
