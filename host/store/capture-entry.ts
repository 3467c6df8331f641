import type { Capture } from "../contract/capture.js";
import type { CapturePlace } from "../contract/capture-cursor.js";
import type { CaptureRow } from "../contract/operations.js";
import { isCaptureName } from "./capture-name.js";
import type { FileFacts } from "./folder.js";

/** What the index knows of a capture beside its row. */
export interface CaptureEntry extends CaptureRow {
  /** `metadata.id`. */
  readonly id: string;
  readonly bytes: number;
  /** Of the file, in milliseconds of Unix time; with `bytes` it tells whether the file was changed by hand. */
  readonly modifiedMs: number;
  /** Ids of its annotations. */
  readonly openIds: readonly string[];
  readonly resolvedIds: readonly string[];
  /** The file is no capture; it is remembered so that nobody reads it again and again. */
  readonly isDamaged?: boolean;
}

export function entryOf(filename: string, { metadata, nodes, annotations }: Capture, { bytes, modifiedMs }: FileFacts): CaptureEntry {
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
    modifiedMs,
    openIds,
    resolvedIds,
  };
}

export function damagedEntry(filename: string, { bytes, modifiedMs }: FileFacts): CaptureEntry {
  const nothing = { url: "", title: "", capturedAt: "", elements: 0, annotations: 0, unresolved: 0, id: "", openIds: [], resolvedIds: [] };
  return { filename, ...nothing, bytes, modifiedMs, isDamaged: true };
}

export function rowOf({ filename, url, title, capturedAt, elements, annotations, unresolved }: CaptureEntry): CaptureRow {
  return { filename, url, title, capturedAt, elements, annotations, unresolved };
}

/** What orders captures: newest first, and those of one millisecond by name. */
export type Place = CapturePlace;

/** Negative when `a` stands before `b`. */
export function newestFirst(a: Place, b: Place): number {
  if (a.capturedAt !== b.capturedAt) return a.capturedAt > b.capturedAt ? -1 : 1;
  if (a.filename === b.filename) return 0;
  return a.filename > b.filename ? -1 : 1;
}

/** Tells whether a parsed line of an index is an entry: the file is derived data that anything may have touched. */
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
    typeof entry.modifiedMs === "number" &&
    areIds(entry.openIds) &&
    areIds(entry.resolvedIds)
  );
}

function areIds(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((id) => typeof id === "string");
}
