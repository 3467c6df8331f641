import { z } from "zod";
import type { ErrorBody } from "./errors.js";
import type { ServiceEvent } from "./events.js";

/** What the browser sends over the native port: one operation. */
export interface NativeRequest {
  readonly id: string | number;
  readonly op: string;
  readonly project?: string | undefined;
  readonly input?: unknown;
  /** Who asks, in the first frame of a connection: a `Client`, not checked yet. */
  readonly client?: unknown;
}

/**
 * What the host sends to the extension alone about a project that it just found: no operation, no event and no HTTP answer carries
 * the key.
 */
export const handoverSchema = z.object({
  /** ServerInfo.id. */
  project: z.string(),
  /** The project's session key, 64 hex digits. */
  key: z.string().regex(/^[0-9a-f]{64}$/),
  /** Where HTTP processes of this user listen at the moment. */
  ports: z.array(z.number()).readonly(),
});
export type Handover = z.infer<typeof handoverSchema>;

const wordMaxChars = 100;

/** Whether a parsed frame is a request. Plain checks, since every message goes through them. */
export function isNativeRequest(value: unknown): value is NativeRequest {
  if (typeof value !== "object" || value === null) return false;
  const { id, op, project }: Partial<Record<keyof NativeRequest, unknown>> = value;
  return isNativeId(id) && isWord(op) && (project === undefined || isWord(project));
}

/** Whether a value can name a request; its answer names it again. */
export function isNativeId(value: unknown): value is NativeRequest["id"] {
  return typeof value === "number" || isWord(value);
}

function isWord(value: unknown): value is string {
  return typeof value === "string" && value.length <= wordMaxChars;
}

/** What the host sends: an answer, a part of a long answer (`data` is a piece of the answer's JSON; `part` counts from 0), an event, or a handover. */
export type NativeReply =
  | { readonly id: NativeRequest["id"]; readonly ok: true; readonly output: unknown }
  | ({ readonly id: NativeRequest["id"] | null; readonly ok: false } & ErrorBody)
  | { readonly id: NativeRequest["id"]; readonly part: number; readonly of: number; readonly data: string }
  | { readonly event: ServiceEvent }
  | { readonly handover: Handover };
