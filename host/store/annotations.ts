import type { Annotation, Resolution } from "../contract/annotation.js";
import { ServiceError } from "../contract/errors.js";
import { pagesUnder } from "../contract/routing.js";
import type { Archive } from "./archive.js";
import { markResolved } from "./capture-create.js";
import type { CaptureEntry } from "./capture-entry.js";
import { readCaptureFile } from "./capture-files.js";
import type { CaptureIndex, IndexView } from "./capture-index.js";
import type { CaptureWriter } from "./capture-writer.js";
import type { StoreContext } from "./context.js";

/** An annotation and where it stands: the newest capture that carries it. Dates are ISO 8601 UTC. */
export interface PlacedAnnotation {
  readonly annotation: Annotation;
  readonly capture: string;
  readonly url: string;
  readonly capturedAt: string;
}

interface AnnotationQuery {
  /** As in captures.list. */
  readonly url?: string | undefined;
  readonly limit?: number | undefined;
}

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
  const folder = context.layout.captures;

  async function collect(entries: readonly CaptureEntry[], idsOf: (entry: CaptureEntry) => readonly string[], query: AnnotationQuery) {
    const { url, limit = Number.POSITIVE_INFINITY } = query;
    const isAsked = url === undefined ? () => true : pagesUnder(url);
    const seen = new Set<string>();
    const found: PlacedAnnotation[] = [];
    for (const entry of entries) {
      if (found.length >= limit) break;
      const ids = new Set(isAsked(entry.url) ? idsOf(entry).filter((id) => !seen.has(id)) : []);
      if (ids.size === 0) continue;
      for (const id of ids) seen.add(id);
      found.push(...(await placed(entry, ids)));
    }
    return found.slice(0, limit);
  }

  async function placed({ filename, url, capturedAt }: CaptureEntry, ids: ReadonlySet<string>): Promise<PlacedAnnotation[]> {
    const capture = (await readCaptureFile(folder, filename)) ?? (await archive.read(filename));
    const annotations = capture?.annotations.filter(({ id }) => ids.has(id)) ?? [];
    return annotations.map((annotation) => ({ annotation, capture: filename, url, capturedAt }));
  }

  async function locate(id: string, { recent }: IndexView): Promise<PlacedAnnotation> {
    const all = [...recent, ...(await archive.entries())];
    // Resolved anywhere is resolved: a crash may have left it open in another file.
    const entry = all.find(({ resolvedIds }) => resolvedIds.includes(id)) ?? all.find(({ openIds }) => openIds.includes(id));
    const [found] = entry === undefined ? [] : await placed(entry, new Set([id]));
    if (found !== undefined) return found;
    throw new ServiceError("not-found", "There is no annotation of this id. get_unresolved and get_annotations give the ids there are.");
  }

  async function resolve(id: string, { action, summary, files = [] }: NewResolution): Promise<PlacedAnnotation> {
    return writer.change(async () => {
      const view = await index.currentLocked({ whole: true });
      const { annotation } = await locate(id, view);
      const { resolution: earlier } = annotation;
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

  return {
    resolve,
    find: async (id) => locate(id, await index.current({ whole: true })),
    unresolved: async (query = {}) => {
      const { recent } = await index.current({ whole: true });
      const settled = new Set(recent.flatMap(({ resolvedIds }) => resolvedIds));
      return collect(recent, ({ openIds }) => openIds.filter((id) => !settled.has(id)), query);
    },
    resolved: async (query = {}) => {
      const { recent } = await index.current({ whole: true });
      return collect(recent, ({ resolvedIds }) => resolvedIds, query);
    },
  };
}

function refuseOther(earlier: Resolution, { action, summary }: NewResolution): void {
  if (earlier.action === action && earlier.summary === summary) return;
  throw new ServiceError(
    "conflict",
    `This annotation is already resolved (${earlier.action}). A resolution stands; ask the user for a new annotation.`,
  );
}
