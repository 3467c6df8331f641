import type { Capture } from "../contract/capture.js";
import type { CapturePlace } from "../contract/capture-cursor.js";
import type { CaptureRow } from "../contract/operations.js";
import { isCaptureName } from "./capture-name.js";
import type { FileFacts } from "./folder.js";

/** What the index knows of a capture beside its row. */
export interface CaptureEntry extends CaptureRow {
  /** `metadata.id`. */
  readonly id: string;
  /** Of the file. */
  readonly bytes: number;
  /** Ids of its annotations. */
  readonly openIds: readonly string[];
  readonly resolvedIds: readonly string[];
}

export function entryOf(filename: string, { metadata, nodes, annotations }: Capture, { bytes }: FileFacts): CaptureEntry {
  const openIds = annotations.filter(({ status }) => status === "unresolved").map(({ id }) => id);
  const resolvedIds = annotations.filter(({ status }) => status === "resolved").map(({ id }) => id);
  return {
    filename,
    url: metadata.url,
    title: metadata.title,
    // One spelling, so that dates compare as texts.
    capturedAt: new Date(metadata.capturedAt).toISOString(),
    elements: nodes.count,
    annotations: annotations.length,
    unresolved: openIds.length,
    id: metadata.id,
    bytes,
    openIds,
    resolvedIds,
  };
}

export function rowOf({ filename, url, title, capturedAt, elements, annotations, unresolved }: CaptureEntry): CaptureRow {
  return { filename, url, title, capturedAt, elements, annotations, unresolved };
}

/** Orders captures newest first, and those of one millisecond by name: negative when `a` stands before `b`. */
export function newestFirst(a: CapturePlace, b: CapturePlace): number {
  if (a.capturedAt !== b.capturedAt) return a.capturedAt > b.capturedAt ? -1 : 1;
  if (a.filename === b.filename) return 0;
  return a.filename > b.filename ? -1 : 1;
}

/** Tells whether a parsed value is an entry: what is derived may have been touched by anything. */
export function isEntry(value: unknown): value is CaptureEntry {
  if (typeof value !== "object" || value === null) return false;
  const entry: Partial<Record<keyof CaptureEntry, unknown>> = value;
  // Written out: ten thousand lines go through this before the first answer about all of them.
  return (
    typeof entry.filename === "string" &&
    isCaptureName(entry.filename) &&
    typeof entry.url === "string" &&
    typeof entry.title === "string" &&
    typeof entry.capturedAt === "string" &&
    typeof entry.id === "string" &&
    typeof entry.elements === "number" &&
    typeof entry.annotations === "number" &&
    typeof entry.unresolved === "number" &&
    typeof entry.bytes === "number" &&
    areIds(entry.openIds) &&
    areIds(entry.resolvedIds)
  );
}

function areIds(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((id) => typeof id === "string");
}
