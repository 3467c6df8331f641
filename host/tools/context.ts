import type { ServiceEvent } from "../contract/events.js";
import type { NoteCase } from "../contract/note-cases.js";
import type { Comparison } from "../contract/operations.js";
import type { Verification } from "../operations/verify.js";
import type { AnnotationStore, PlacedAnnotation } from "../store/project/annotations.js";
import type { BaselineStore } from "../store/project/baselines.js";
import type { CaptureStore } from "../store/project/captures.js";
import type { RequestStore } from "../store/project/requests.js";
import type { SnapshotStore } from "../store/project/snapshots.js";

/** How the extension can reach this project now. */
export interface Connections {
  readonly nativeHosts: number;
  /** Port of the project's HTTP process; undefined when none runs. */
  readonly httpPort: number | undefined;
  readonly agents: readonly string[];
  /** When the extension last called, ISO 8601 UTC; undefined when it never did. */
  readonly lastSeenAt: string | undefined;
  /** Why the browser may not find this project, in words for the user; undefined when nothing is known to be wrong. */
  readonly problem?: string | undefined;
}

export interface FileChanges {
  /** Commits after the revision that touch the file; 0 also where git does not know. */
  readonly commits: number;
  /** Whether the file differs from its last commit, as a new one does; unknown outside git and where only a filter program could determine it. */
  readonly changed: boolean | "unknown";
  /** When it was last written, unix ms; undefined when it is gone. */
  readonly writtenAt: number | undefined;
}

/** A project's own files, apart from what git ignores. Paths are relative to its root, with `/`. */
export interface SourceFiles {
  /** As they are now, or were at most so long ago (ms): some seconds when absent. */
  list(maxAgeMs?: number): Promise<readonly string[]>;
  /** The text of a file of the project; undefined when it is gone, no text, or longer than the bound: that for source files when absent. */
  read(path: string, maxBytes?: number): Promise<string | undefined>;
  /** Listed files of some kinds that were written after a moment (unix ms), the newest first, with when that was. */
  writtenAfter(moment: number, isKind: (path: string) => boolean): Promise<readonly { readonly path: string; readonly at: number }[]>;
  /** What happened to a file after a revision, which may be empty or unknown. */
  changesSince(revision: string, path: string): Promise<FileChanges>;
}

/** All that tools may ask of the world. What they cannot ask for here, they cannot do. */
export interface ToolContext {
  readonly captures: Pick<CaptureStore, "list" | "allEntries" | "entries" | "read" | "originOf">;
  readonly annotations: AnnotationStore;
  readonly baselines: BaselineStore;
  readonly requests: Pick<RequestStore, "create" | "get" | "all" | "pending" | "wait" | "withdraw">;
  readonly snapshots: Pick<SnapshotStore, "read">;
  readonly sources: SourceFiles;
  /** Name of the agent that calls; empty when it has none. */
  readonly agent: string;
  /** As `noteCase` of the operations. */
  noteCase(annotation: string): Promise<NoteCase>;
  /** As `verifyAnnotation` of the operations. */
  verify(verification: Verification): Promise<PlacedAnnotation>;
  /** The project's URL patterns where it does not claim a page, so that no sidebar there would show a request; undefined where it does. */
  patternsWithout(url: string): Promise<readonly string[] | undefined>;
  /** Whether an open page of this address answers requests without a click. */
  isAnsweredAutomatically(url: string): Promise<boolean>;
  /** Others see that the agent waits while this runs, for at most so many milliseconds. */
  whileWaiting<T>(timeoutMs: number, run: () => Promise<T>): Promise<T>;
  /** As the operation `baselines:compare`. */
  compareBaseline(query: { url: string; filename?: string | undefined }): Promise<Comparison>;
  connections(): Promise<Connections>;
  /** Reports what happens in the project, whoever does it. Returns a disposer. */
  subscribe(listener: (event: ServiceEvent) => void): () => void;
}
