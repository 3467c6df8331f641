import { z } from "zod";
import type { ErrorBody } from "./errors.js";
import type { ServiceEvent } from "./events.js";

/** What the browser sends over the native port: one operation. */
export const nativeRequestSchema = z.object({
  id: z.union([z.string().max(100), z.number()]),
  op: z.string().max(100),
  project: z.string().max(100).optional(),
  input: z.unknown(),
});
export type NativeRequest = z.infer<typeof nativeRequestSchema>;

/** What the host sends: an answer, a part of a long answer (`data` is a piece of the answer's JSON; `part` counts from 0), or an event. */
export type NativeReply =
  | { readonly id: NativeRequest["id"]; readonly ok: true; readonly output: unknown }
  | ({ readonly id: NativeRequest["id"] | null; readonly ok: false } & ErrorBody)
  | { readonly id: NativeRequest["id"]; readonly part: number; readonly of: number; readonly data: string }
  | { readonly event: ServiceEvent };
