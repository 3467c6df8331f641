import type { Annotation, Resolution } from "../contract/annotation.js";

/** An annotation and where it stands: the newest capture that carries it. Dates are ISO 8601 UTC. */
export interface PlacedAnnotation {
  readonly annotation: Annotation;
  readonly capture: string;
  readonly url: string;
  readonly capturedAt: string;
}

export interface AnnotationStore {
  /** Over all captures, newest capture first, one per annotation id. `url`: as in captures.list. */
  unresolved(query?: { url?: string | undefined; limit?: number | undefined }): Promise<readonly PlacedAnnotation[]>;
  resolved(query?: { url?: string | undefined; limit?: number | undefined }): Promise<readonly PlacedAnnotation[]>;
  /** Throws ServiceError `not-found`. */
  find(id: string): Promise<PlacedAnnotation>;
  /**
   * Marks an annotation resolved in every capture that carries it. Doing it again in the same words changes nothing; in other words
   * throws `conflict`. Throws `not-found` for an unknown id.
   */
  resolve(id: string, resolution: Pick<Resolution, "action" | "summary"> & { files?: readonly string[] }): Promise<PlacedAnnotation>;
}
