import type { CaptureRequest } from "../contract/request.js";

export interface RequestStore {
  /** Throws `too-many-requests` when 10 are open. */
  create(wish: { url: string; purpose?: string; guidance?: string }): Promise<CaptureRequest>;
  /** Throws `not-found`. A request whose time has passed reads as expired. */
  get(id: string): Promise<CaptureRequest>;
  /** The open ones (pending or acknowledged), oldest first. `url`: those of the same origin. */
  pending(query?: { url?: string | undefined }): Promise<readonly CaptureRequest[]>;
  /** All that are kept, oldest first. */
  all(): Promise<readonly CaptureRequest[]>;
  /** Throws `not-found`, or `conflict` when it has ended. */
  acknowledge(id: string): Promise<CaptureRequest>;
  decline(id: string, reason?: string): Promise<CaptureRequest>;
  /** Ends a request with a capture of `pageUrl`; false when it is unknown, over, or of another origin. */
  complete(id: string, capture: { filename: string; pageUrl: string }): Promise<boolean>;
  /** Waits until the request has ended, `timeoutMs` are over or the signal aborts; gives its state then. */
  wait(id: string, options: { timeoutMs: number; signal?: AbortSignal }): Promise<CaptureRequest>;
}
