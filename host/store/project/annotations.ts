import type { Annotation, Resolution } from "../../contract/annotation.js";
import { ServiceError } from "../../contract/errors.js";
import { pagesUnder } from "../../contract/routing.js";
import type { Archive } from "./archive.js";
import type { CaptureFiles } from "./capture-files.js";
import type { CaptureEntry, CaptureIndex } from "./capture-index.js";
import { markResolved } from "./captures.js";

/** An annotation with the newest capture that carries it. Dates are ISO 8601 UTC. */
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

type NewResolution = Pick<Resolution, "action" | "summary"> & { readonly files?: readonly string[] };

export interface AnnotationStore {
  /** Over all captures, newest capture first, one per annotation id. */
  unresolved(query?: AnnotationQuery): Promise<readonly PlacedAnnotation[]>;
  resolved(query?: AnnotationQuery): Promise<readonly PlacedAnnotation[]>;
  /** Throws ServiceError `not-found`. */
  find(id: string): Promise<PlacedAnnotation>;
  /**
   * Marks an annotation resolved in every capture that carries it. Repeating it with the same text changes nothing; another text throws
   * `conflict`. Throws `not-found` for an unknown id.
   */
  resolve(id: string, resolution: NewResolution): Promise<PlacedAnnotation>;
}

interface AnnotationParts {
  readonly index: CaptureIndex;
  readonly files: CaptureFiles;
  readonly archive: Archive;
}

/** Finds annotations by the ids in the index, and opens only the captures that carry them. */
export function openAnnotations({ index, files, archive }: AnnotationParts): AnnotationStore {
  async function placed({ filename, url, capturedAt }: CaptureEntry, ids: ReadonlySet<string>): Promise<PlacedAnnotation[]> {
    const capture = (await files.read(filename)) ?? (await archive.read(filename));
    const annotations = capture?.annotations.filter(({ id }) => ids.has(id)) ?? [];
    return annotations.map((annotation) => ({ annotation, capture: filename, url, capturedAt }));
  }

  /** Each of the ids that `idsOf` returns, once, in the order of the entries. */
  async function collect(
    entries: readonly CaptureEntry[],
    idsOf: (entry: CaptureEntry) => readonly string[],
    { url, limit = Number.POSITIVE_INFINITY }: AnnotationQuery = {},
  ): Promise<PlacedAnnotation[]> {
    const matches = url === undefined ? () => true : pagesUnder(url);
    const seen = new Set<string>();
    const found: PlacedAnnotation[] = [];
    for (const entry of entries) {
      if (found.length >= limit) break;
      const ids = new Set(matches(entry.url) ? idsOf(entry).filter((id) => !seen.has(id)) : []);
      if (ids.size === 0) continue;
      for (const id of ids) seen.add(id);
      found.push(...(await placed(entry, ids)));
    }
    return found.slice(0, limit);
  }

  async function locate(id: string, entries: readonly CaptureEntry[]): Promise<PlacedAnnotation> {
    const all = [...entries, ...(await archive.entries())];
    // Resolved in one file is resolved: a crash may have left it open in another.
    const entry = all.find(({ resolvedIds }) => resolvedIds.includes(id)) ?? all.find(({ openIds }) => openIds.includes(id));
    const [found] = entry === undefined ? [] : await placed(entry, new Set([id]));
    if (found !== undefined) return found;
    throw new ServiceError("not-found", "There is no annotation of this id. get_unresolved and get_annotations give the ids there are.");
  }

  async function resolve(id: string, { action, summary, files: changedFiles = [] }: NewResolution): Promise<PlacedAnnotation> {
    return index.change(async (entries) => {
      const { status, resolution: known } = (await locate(id, entries)).annotation;
      // A file edited by hand may have the status unresolved and keep the resolution.
      const earlier = status === "resolved" ? known : undefined;
      if (earlier !== undefined && (earlier.action !== action || earlier.summary !== summary))
        throw new ServiceError(
          "conflict",
          `This annotation is already resolved (${earlier.action}). A resolution stands; ask the user for a new annotation.`,
        );
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

  return {
    resolve,
    unresolved: async (query) => {
      const entries = await index.entries();
      const resolved = new Set(entries.flatMap(({ resolvedIds }) => resolvedIds));
      return collect(entries, ({ openIds }) => openIds.filter((id) => !resolved.has(id)), query);
    },
    resolved: async (query) => collect(await index.entries(), ({ resolvedIds }) => resolvedIds, query),
    find: async (id) => locate(id, await index.entries()),
  };
}
