import { basename } from "node:path";
import type { ServiceEvent } from "../contract/events.js";
import { isWriteFailure, reasonOf } from "./failures.js";
import { listAndSweep } from "./fs/atomic-write.js";
import { folderPath, readInside } from "./fs/folder.js";
import { debugLog } from "./log.js";
import { openAnnotations } from "./project/annotations.js";
import { archiveOld, openArchive } from "./project/archive.js";
import { openBaselines, openProposals } from "./project/baselines.js";
import { openCaptureFiles } from "./project/capture-files.js";
import { openCaptureIndex } from "./project/capture-index.js";
import { openCaptures } from "./project/captures.js";
import { openConfig } from "./project/config.js";
import { ensureThere, isWritable, layoutOf, openContext, prepareFolders } from "./project/context.js";
import { watchStore } from "./project/events.js";
import { hooksIn } from "./project/news.js";
import { openOrigins } from "./project/origin.js";
import { openProgress } from "./project/progress.js";
import { openRequests } from "./project/requests.js";
import { openSessionKey, sessionKeyFile } from "./project/session-key.js";
import { openSnapshots } from "./project/snapshots.js";
import { projectId, realRoot } from "./project-root.js";
import { followReceipts, openReceipts } from "./user/receipts.js";
import { stateFolder as defaultStateFolder } from "./user/state-folder.js";

/** A project's `.svc/` folder. Any number of processes may have it open at once. All refusals are ServiceErrors. */
export type Store = Awaited<ReturnType<typeof openStore>>;

/** Opens a project's store, creates what is missing, reads a read-only one. `stateFolder`: of this user's receipts. Throws `not-found`. */
export async function openStore(root: string, { stateFolder = defaultStateFolder() }: { readonly stateFolder?: string } = {}) {
  const layout = layoutOf(await realRoot(root));
  await prepareFolders(layout).catch((error: unknown) => {
    // Reading works all the same; a write reports what is wrong.
    if (!isWriteFailure(error)) throw error;
    debugLog(`the store cannot be prepared: ${reasonOf(error)}`);
  });
  const id = projectId(layout.root);
  const key = await readInside(layout.store, sessionKeyFile, 1_024);
  await followReceipts(stateFolder, id, key).catch((error: unknown) =>
    debugLog(`receipts of a moved project could not be taken over: ${reasonOf(error)}`),
  );
  const receipts = openReceipts(stateFolder, id);
  const context = openContext(layout, receipts);
  const archive = openArchive(layout);
  const files = openCaptureFiles(layout.captures);
  const index = openCaptureIndex(context, files);
  const origins = openOrigins(receipts.folder);
  const requests = openRequests(context, origins);
  const config = openConfig(context);
  const progress = openProgress(context);
  const annotations = openAnnotations({ index, files, archive, progress, origins });
  const captures = openCaptures({ context, index, files, archive, annotations, requests, origins });
  const baselines = openBaselines(context, captures);
  const listeners = new Map<symbol, (event: ServiceEvent) => void>();
  let stopWatching: () => void = () => undefined;

  /** Reports what happens in the store from now on, each thing once; captures and requests alone with `onComing`, see events. Returns a disposer. */
  function watch(listener: (event: ServiceEvent) => void, onComing?: () => void): () => void {
    const own = Symbol("listener");
    listeners.set(own, listener);
    const emit = (event: ServiceEvent) => {
      for (const hear of listeners.values()) {
        try {
          hear(event);
        } catch (error) {
          debugLog(`a listener failed at ${event.type}: ${reasonOf(error)}`);
        }
      }
    };
    /** Whose it is stands in a receipt that was written before. */
    const coming = (more: () => void) => () => {
      origins.version();
      progress.read();
      more();
    };
    if (listeners.size === 1)
      stopWatching = watchStore(
        { context, project: id, index, files, annotations, progress, requests, config, onComing: onComing && coming(onComing) },
        emit,
      );
    return () => {
      if (listeners.delete(own) && listeners.size === 0) stopWatching();
    };
  }

  return {
    id,
    name: basename(layout.root) || layout.root,
    /** Real path of the project. */
    root: layout.root,
    capturesDir: folderPath(layout.captures),
    captures,
    annotations,
    requests,
    config,
    baselines,
    proposals: openProposals(receipts, config, baselines),
    snapshots: openSnapshots(context, captures.nameOf),
    sessionKey: openSessionKey(context),
    watch,
    /** Hooks of agents that print what is new here, and when each does. */
    hooks: () => hooksIn(folderPath(layout.store)),
    /** Throws ServiceError `not-found` where the project's folder has gone: it is made by nobody but the person. */
    ensureThere: () => ensureThere(layout),
    writable: () => isWritable(layout),
    /** Moves old, settled captures to the archive and ends what dead writers left; returns the number moved. */
    tidy: async () => {
      for (const folder of [layout.store, layout.run, receipts.folder, { base: stateFolder, parts: [] }]) await listAndSweep(folder);
      const moved = await archiveOld(index, archive, (await config.get()).archiveAfterDays);
      await config.settle();
      return moved;
    },
    /** Ends all watching. Resolves when what is being written stands. */
    close: async () => {
      listeners.clear();
      stopWatching();
      await context.settled();
    },
  };
}
