export interface SnapshotStore {
  /** Stores a picture (base64 PNG) or the HTML of a capture under the capture's name. Throws `invalid-input`, `not-found`. */
  create(snapshot: { capture: string; kind: "html" | "png"; data: string }): Promise<{ filename: string }>;
}
