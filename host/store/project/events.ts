import { undefinedIfMissing } from "../../contract/errors.js";
import type { ServiceEvent } from "../../contract/events.js";
import type { CaptureEntry, PlacedStateRow } from "../../contract/operations.js";
import type { RequestStatus } from "../../contract/request.js";
import { reasonOf } from "../failures.js";
import { watchFolders } from "../fs/folder-watch.js";
import { debugLog } from "../log.js";
import { type AnnotationStore, placedStateRow, stateRow } from "./annotations.js";
import type { CaptureFiles } from "./capture-files.js";
import type { CaptureIndex } from "./capture-index.js";
import type { ConfigStore } from "./config.js";
import type { StoreContext } from "./context.js";
import type { ProgressStore } from "./progress.js";
import { isOpen, type RequestStore } from "./requests.js";

interface EventParts {
  readonly context: StoreContext;
  readonly project: string;
  readonly index: CaptureIndex;
  readonly files: CaptureFiles;
  readonly annotations: AnnotationStore;
  readonly progress: ProgressStore;
  readonly requests: RequestStore;
  readonly config: ConfigStore;
  /** Given where arrivals alone count; called once a capture that another process writes is decoded, just before it stands. */
  readonly onComing?: (() => void) | undefined;
}

/** A receipt is there before the file that it is of: a scan of the folders would delay that by its own time. In milliseconds. */
const receiptsWaitMs = 50;

/** Emits what happens in a store, each thing once, by scanning it after each change; writes wait for the first scan. Returns a disposer. */
export function watchStore(parts: EventParts, emit: (event: ServiceEvent) => void): () => void {
  const { layout, receipts, holdWritesFor } = parts.context;
  const { onComing, files } = parts;
  const detectors = [detectCaptures(parts, scheduleScan), detectRequests(parts, scheduleScan), ...(onComing ? [] : [detectConfig(parts)])];
  const foresee = (temporary: string) =>
    void files
      .foresee(temporary)
      .then((isNew) => isNew && onComing?.())
      .catch((error: unknown) => debugLog(`what is being written could not be read: ${reasonOf(error)}`));
  let scanning: Promise<void> = Promise.resolve();
  let isScheduled = false;
  let isStopped = false;

  async function scan(isFirst: boolean): Promise<void> {
    isScheduled = false;
    for (const detect of detectors) {
      try {
        const events = await detect(isFirst);
        if (!isStopped && !isFirst) for (const event of events) emit(event);
      } catch (error) {
        // Scanned again with the next change.
        debugLog(`the watcher could not scan: ${reasonOf(error)}`);
      }
    }
  }

  /** One scan at a time, and one more for all changes during it. */
  function scheduleScan(): void {
    if (isScheduled || isStopped) return;
    isScheduled = true;
    scanning = scanning.then(() => scan(false));
  }

  // Watching starts before the first scan: changes during it lead to another one.
  const stops = [
    watchFolders([layout.store, layout.captures, layout.requests], scheduleScan, onComing ? { onWriting: foresee } : {}),
    watchFolders([receipts.folder], scheduleScan, { waitMs: receiptsWaitMs }),
  ];
  scanning = scan(true);
  holdWritesFor(scanning);
  return () => {
    isStopped = true;
    for (const stop of stops) stop();
  };
}

/** Returns what happened since its last call. The first call only records the state: what it returns is not emitted. */
type ChangeDetector = (isFirst: boolean) => Promise<readonly ServiceEvent[]>;

/** How soon it is known that an agent was killed that asks for something, or works on it, in milliseconds: no file changes by that. */
const lifeCheckMs = 2_000;

function detectCaptures({ index, annotations, progress, project, onComing }: EventParts, scanAgain: () => void): ChangeDetector {
  const files = new Set<string>();
  let lifeCheck: NodeJS.Timeout | undefined;
  const known = new Map<string, { readonly isOpen: boolean; readonly version: string }>();

  async function annotationEvents(entries: readonly CaptureEntry[], isFirst: boolean): Promise<ServiceEvent[]> {
    const events: ServiceEvent[] = [];
    const states: PlacedStateRow[] = [];
    const marks = progress.read();
    const copies = annotations.latestCopies(entries);
    for (const [id, { entry, isOpen, standing }] of copies) {
      const before = known.get(id);
      const version = JSON.stringify([isOpen, standing, entry.contents?.[id], marks.get(id)]);
      const isReported = isFirst || before?.version === version;
      const placed = isReported ? undefined : await annotations.find(id, entries).catch(undefinedIfMissing);
      // While its file is being written it cannot be read: the next scan finds it changed still.
      if (isReported || placed !== undefined) known.set(id, { isOpen, version });
      if (placed === undefined) continue;
      const { annotation, capture, url } = placed;
      const { comment, resolution } = annotation;
      const state = stateRow(placed);
      if (!isOpen && before?.isOpen !== false && resolution !== undefined)
        events.push({ type: "annotation:resolved", project, id, capture, url, comment, resolution, state });
      else states.push(placed.origin === "here" && before !== undefined ? state : placedStateRow(placed));
    }
    if (states.length > 0) events.push({ type: "config:changed", project, states });
    clearTimeout(lifeCheck);
    const isWorkedOn = [...copies].some(([id, { isOpen }]) => isOpen && marks.get(id)?.working?.maker !== undefined);
    if (isWorkedOn) lifeCheck = setTimeout(scanAgain, lifeCheckMs).unref();
    const gone = [...known.keys()].filter((id) => !copies.has(id));
    for (const id of gone) known.delete(id);
    return gone.length === 0 ? events : [...events, { type: "config:changed", project }];
  }

  return async (isFirst) => {
    const entries = await index.entries();
    const added = entries.filter(({ filename }) => !files.has(filename));
    for (const { filename } of added) files.add(filename);
    return [
      ...added.map(({ filename, url }): ServiceEvent => ({ type: "capture:created", project, filename, url })),
      ...(onComing ? [] : await annotationEvents(entries, isFirst)),
    ];
  };
}

/** Requests expire, and their makers end, without any file changing: `scanAgain` is called then. */
function detectRequests({ requests, project }: EventParts, scanAgain: () => void): ChangeDetector {
  const seen = new Map<string, RequestStatus>();
  let expiry: NodeJS.Timeout | undefined;
  return async () => {
    const all = await requests.all();
    const events: ServiceEvent[] = [];
    for (const request of all) {
      const { id, status } = request;
      const before = seen.get(id);
      seen.set(id, status);
      if (before === status) continue;
      if (before === undefined) events.push({ type: "request:created", project, request });
      if (!isOpen(request)) events.push({ type: "request:ended", project, id, status });
    }
    clearTimeout(expiry);
    const expiryMs = Math.min(...all.filter(isOpen).map(({ expiresAt }) => Date.parse(expiresAt)));
    const leftMs = Math.max(1, Math.min(lifeCheckMs, expiryMs - Date.now() + 1));
    if (Number.isFinite(expiryMs)) expiry = setTimeout(scanAgain, leftMs).unref();
    return events;
  };
}

function detectConfig({ config, project }: EventParts): ChangeDetector {
  let seen = "";
  return async () => {
    const before = seen;
    seen = await config.state();
    return before === seen ? [] : [{ type: "config:changed", project }];
  };
}
