import type { Baseline } from "../contract/baseline.js";
import type { BaselineRow } from "../contract/operations.js";

export interface BaselineStore {
  /** Last set first. `url`: same origin and path prefix. */
  list(query?: { url?: string | undefined }): Promise<readonly BaselineRow[]>;
  /** Makes a capture the reference of its page. Throws `not-found`, `outside-captures`. */
  create(filename: string): Promise<{ filename: string; url: string }>;
  read(filename: string): Promise<Baseline>;
}
