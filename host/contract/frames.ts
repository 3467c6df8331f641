import { z } from "zod";
import type { ErrorBody } from "./errors.js";
import type { ServiceEvent } from "./events.js";

const word = z.string().max(100);
/** What can name a request; its answer names it again. */
export const nativeIdSchema = z.union([word, z.number()]);

/** What the browser sends over the native port: one operation. */
export const nativeRequestSchema = z.object({
  id: nativeIdSchema,
  op: word,
  project: word.optional(),
  input: z.unknown().optional(),
  /** Who asks, in the first frame of a connection: a `Client`, not checked yet. */
  client: z.unknown().optional(),
});
export type NativeRequest = Readonly<z.infer<typeof nativeRequestSchema>>;

/** What the host sends to the extension alone of a project that it just found: nothing else ever carries the key. */
export const handoverSchema = z.object({
  /** ServerInfo.id. */
  project: z.string(),
  /** The project's session key, 64 hex digits. */
  key: z.string().regex(/^[0-9a-f]{64}$/),
  /** Where HTTP processes of this user listen at the moment. */
  ports: z.array(z.number()).readonly(),
});
export type Handover = z.infer<typeof handoverSchema>;

/** What the host sends: an answer, a part of a long answer (`data` is a piece of the answer's JSON; `part` counts from 0), an event, or a handover. */
export type NativeReply =
  | { readonly id: NativeRequest["id"]; readonly ok: true; readonly output: unknown }
  | ({ readonly id: NativeRequest["id"] | null; readonly ok: false } & ErrorBody)
  | { readonly id: NativeRequest["id"]; readonly part: number; readonly of: number; readonly data: string }
  | { readonly event: ServiceEvent }
  | { readonly handover: Handover };
