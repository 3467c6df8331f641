import type { Resolution } from "../contract/annotation.js";
import { ServiceError } from "../contract/errors.js";
import { type AnnotationQuery, openAnnotationPlaces, type PlacedAnnotation } from "./annotation-places.js";
import type { Archive } from "./archive.js";
import { markResolved } from "./capture-create.js";
import type { CaptureFiles } from "./capture-files.js";
import type { CaptureIndex } from "./capture-index.js";

export type { PlacedAnnotation } from "./annotation-places.js";

export type NewResolution = Pick<Resolution, "action" | "summary"> & { readonly files?: readonly string[] };

export interface AnnotationStore {
  /** Over all captures, newest capture first, one per annotation id. */
  unresolved(query?: AnnotationQuery): Promise<readonly PlacedAnnotation[]>;
  resolved(query?: AnnotationQuery): Promise<readonly PlacedAnnotation[]>;
  /** Throws ServiceError `not-found`. */
  find(id: string): Promise<PlacedAnnotation>;
  /**
   * Marks an annotation resolved in every capture that carries it. Doing it again in the same words changes nothing; in other words
   * throws `conflict`. Throws `not-found` for an unknown id.
   */
  resolve(id: string, resolution: NewResolution): Promise<PlacedAnnotation>;
}

interface AnnotationParts {
  readonly index: CaptureIndex;
  readonly files: CaptureFiles;
  readonly archive: Archive;
}

export function openAnnotations({ index, files, archive }: AnnotationParts): AnnotationStore {
  const { collect, locate } = openAnnotationPlaces(files, archive);

  async function resolve(id: string, { action, summary, files: changedFiles = [] }: NewResolution): Promise<PlacedAnnotation> {
    return index.change(async (entries) => {
      const { status, resolution: known } = (await locate(id, entries)).annotation;
      // A file changed by hand may call it open again and keep the words.
      const earlier = status === "resolved" ? known : undefined;
      if (earlier !== undefined) refuseOther(earlier, { action, summary });
      const resolution = earlier ?? { action, summary, files: [...changedFiles], resolvedAt: new Date().toISOString() };
      for (const { filename } of entries.filter(({ openIds }) => openIds.includes(id))) {
        const capture = await files.read(filename);
        if (capture === undefined) continue;
        const annotations = capture.annotations.map((one) => (one.id === id ? markResolved(one, resolution) : one));
        await files.write(filename, { ...capture, annotations });
      }
      return locate(id, await index.entries());
    });
  }

  async function unresolved(query: AnnotationQuery = {}): Promise<PlacedAnnotation[]> {
    const entries = await index.entries();
    const settled = new Set(entries.flatMap(({ resolvedIds }) => resolvedIds));
    return collect(entries, ({ openIds }) => openIds.filter((id) => !settled.has(id)), query);
  }

  return {
    resolve,
    unresolved,
    resolved: async (query = {}) => collect(await index.entries(), ({ resolvedIds }) => resolvedIds, query),
    find: async (id) => locate(id, await index.entries()),
  };
}

function refuseOther(earlier: Resolution, { action, summary }: NewResolution): void {
  if (earlier.action === action && earlier.summary === summary) return;
  throw new ServiceError(
    "conflict",
    `This annotation is already resolved (${earlier.action}). A resolution stands; ask the user for a new annotation.`,
  );
}
