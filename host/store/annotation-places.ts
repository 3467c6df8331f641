import type { Annotation } from "../contract/annotation.js";
import { ServiceError } from "../contract/errors.js";
import { pagesUnder } from "../contract/routing.js";
import type { Archive } from "./archive.js";
import type { CaptureEntry } from "./capture-entry.js";
import type { CaptureFiles } from "./capture-files.js";

/** An annotation and where it stands: the newest capture that carries it. Dates are ISO 8601 UTC. */
export interface PlacedAnnotation {
  readonly annotation: Annotation;
  readonly capture: string;
  readonly url: string;
  readonly capturedAt: string;
}

export interface AnnotationQuery {
  /** As in captures.list. */
  readonly url?: string | undefined;
  readonly limit?: number | undefined;
}

/** Finds annotations by what the index knows, opening only the captures that carry them. */
export interface AnnotationPlaces {
  /** Of the entries, in their order, each of the ids that `idsOf` gives, once. */
  collect(
    entries: readonly CaptureEntry[],
    idsOf: (entry: CaptureEntry) => readonly string[],
    query: AnnotationQuery,
  ): Promise<PlacedAnnotation[]>;
  /** Throws ServiceError `not-found`. */
  locate(id: string, entries: readonly CaptureEntry[]): Promise<PlacedAnnotation>;
}

export function openAnnotationPlaces(files: CaptureFiles, archive: Archive): AnnotationPlaces {
  async function placed({ filename, url, capturedAt }: CaptureEntry, ids: ReadonlySet<string>): Promise<PlacedAnnotation[]> {
    const capture = (await files.read(filename)) ?? (await archive.read(filename));
    const annotations = capture?.annotations.filter(({ id }) => ids.has(id)) ?? [];
    return annotations.map((annotation) => ({ annotation, capture: filename, url, capturedAt }));
  }

  return {
    collect: async (entries, idsOf, { url, limit = Number.POSITIVE_INFINITY }) => {
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
    },
    locate: async (id, entries) => {
      const all = [...entries, ...(await archive.entries())];
      // Resolved anywhere is resolved: a crash may have left it open in another file.
      const entry = all.find(({ resolvedIds }) => resolvedIds.includes(id)) ?? all.find(({ openIds }) => openIds.includes(id));
      const [found] = entry === undefined ? [] : await placed(entry, new Set([id]));
      if (found !== undefined) return found;
      throw new ServiceError("not-found", "There is no annotation of this id. get_unresolved and get_annotations give the ids there are.");
    },
  };
}
