import type { Capture } from "../contract/capture.js";
import type { CaptureRow } from "../contract/operations.js";

/** What the index knows of a capture beside its row. */
export interface CaptureEntry extends CaptureRow {
  /** `metadata.id`. */
  readonly id: string;
  readonly bytes: number;
  /** Ids of its annotations. */
  readonly openIds: readonly string[];
  readonly resolvedIds: readonly string[];
}

export interface CaptureQuery {
  /** Pages of the same origin whose path is this one or below it. */
  readonly url?: string | undefined;
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
}

export interface CaptureStore {
  /** Newest first. The cursor names the last row shown, so that captures arriving meanwhile move nothing. */
  list(query?: CaptureQuery): Promise<{ captures: CaptureRow[]; nextCursor?: string }>;
  /** Everything the index knows, newest first, for statistics. */
  entries(query?: Pick<CaptureQuery, "url">): Promise<readonly CaptureEntry[]>;
  /** Throws ServiceError `not-found` or `outside-captures`. Archived captures are found as well. */
  read(filename: string): Promise<Capture>;
  /** Stores a capture. The same `metadata.id` again gives the same file. `requestId`: the request that it completed. */
  create(capture: Capture): Promise<{ filename: string; requestId: string | null }>;
  /** Reads, changes and writes one capture under the lock. */
  update(filename: string, change: (capture: Capture) => Capture): Promise<Capture>;
  count(): Promise<number>;
}
