import type { Resolution } from "../contract/annotation.js";
import { ServiceError } from "../contract/errors.js";
import { type AnnotationQuery, openAnnotationPlaces, type PlacedAnnotation } from "./annotation-places.js";
import type { Archive } from "./archive.js";
import { markResolved } from "./capture-create.js";
import { readCaptureFile } from "./capture-files.js";
import type { CaptureIndex } from "./capture-index.js";
import type { CaptureWriter } from "./capture-writer.js";
import type { StoreContext } from "./context.js";

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
  readonly context: StoreContext;
  readonly index: CaptureIndex;
  readonly writer: CaptureWriter;
  readonly archive: Archive;
}

export function openAnnotations({ context, index, writer, archive }: AnnotationParts): AnnotationStore {
  const { captures: folder } = context.layout;
  const { collect, locate } = openAnnotationPlaces(folder, archive);

  async function resolve(id: string, { action, summary, files = [] }: NewResolution): Promise<PlacedAnnotation> {
    return writer.change(async () => {
      const view = await index.currentLocked({ whole: true });
      const { status, resolution: known } = (await locate(id, view)).annotation;
      // A file changed by hand may call it open again and keep the words.
      const earlier = status === "resolved" ? known : undefined;
      if (earlier !== undefined) refuseOther(earlier, { action, summary });
      const resolution = earlier ?? { action, summary, files: [...files], resolvedAt: new Date().toISOString() };
      for (const { filename } of view.recent.filter(({ openIds }) => openIds.includes(id))) {
        const capture = await readCaptureFile(folder, filename);
        if (capture === undefined) continue;
        const annotations = capture.annotations.map((one) => (one.id === id ? markResolved(one, resolution) : one));
        await writer.write(filename, { ...capture, annotations }, { isNew: false });
      }
      return locate(id, await index.currentLocked({ whole: true }));
    });
  }

  async function unresolved(query: AnnotationQuery = {}): Promise<PlacedAnnotation[]> {
    const { recent } = await index.current({ whole: true });
    const settled = new Set(recent.flatMap(({ resolvedIds }) => resolvedIds));
    return collect(recent, ({ openIds }) => openIds.filter((id) => !settled.has(id)), query);
  }

  return {
    resolve,
    unresolved,
    resolved: async (query = {}) => collect((await index.current({ whole: true })).recent, ({ resolvedIds }) => resolvedIds, query),
    find: async (id) => locate(id, await index.current({ whole: true })),
  };
}

function refuseOther(earlier: Resolution, { action, summary }: NewResolution): void {
  if (earlier.action === action && earlier.summary === summary) return;
  throw new ServiceError(
    "conflict",
    `This annotation is already resolved (${earlier.action}). A resolution stands; ask the user for a new annotation.`,
  );
}
