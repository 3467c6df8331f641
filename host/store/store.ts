import { basename } from "node:path";
import type { ServiceEvent } from "../contract/events.js";
import { isWriteFailure, reasonOf } from "./failures.js";
import { folderPath } from "./fs/folder.js";
import { debugLog } from "./log.js";
import { openAnnotations } from "./project/annotations.js";
import { archiveOld, openArchive } from "./project/archive.js";
import { openBaselines } from "./project/baselines.js";
import { openCaptureFiles } from "./project/capture-files.js";
import { openCaptureIndex } from "./project/capture-index.js";
import { openCaptures } from "./project/captures.js";
import { openConfig } from "./project/config.js";
import { isWritable, layoutOf, openContext, prepareFolders } from "./project/context.js";
import { watchStore } from "./project/events.js";
import { hooksIn } from "./project/news.js";
import { openOrigins } from "./project/origin.js";
import { openProgress } from "./project/progress.js";
import { openProposals } from "./project/proposals.js";
import { openRequests } from "./project/requests.js";
import { openSessionKey } from "./project/session-key.js";
import { openSnapshots } from "./project/snapshots.js";
import { projectId, realRoot } from "./project-root.js";
import { openReceipts } from "./user/receipts.js";
import { stateFolder as defaultStateFolder } from "./user/state-folder.js";

/** A project's `.svc/` folder. Any number of processes may have it open at once. All refusals are ServiceErrors. */
export type Store = Awaited<ReturnType<typeof openStore>>;

/**
 * Opens a project's store and creates what is missing of it. `stateFolder`: where this user's receipts lie; default: from the environment. A
 * read-only one can be read. Throws `not-found` for a missing root.
 */
export async function openStore(root: string, { stateFolder = defaultStateFolder() }: { readonly stateFolder?: string } = {}) {
  const layout = layoutOf(await realRoot(root));
  await prepareFolders(layout).catch((error: unknown) => {
    // Reading works all the same; a write reports what is wrong.
    if (!isWriteFailure(error)) throw error;
    debugLog(`the store cannot be prepared: ${reasonOf(error)}`);
  });
  const id = projectId(layout.root);
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
  const stops = new Set<() => void>();

  /** Reports what happens in the store, whoever does it, each thing once. Returns a disposer. */
  function watch(listener: (event: ServiceEvent) => void): () => void {
    const stop = watchStore({ context, project: id, index, annotations, progress, requests, config }, listener);
    stops.add(stop);
    return () => {
      stops.delete(stop);
      stop();
    };
  }

  return {
    /** Same as in the registry and in ServerInfo. */
    id,
    /** Base name of the root. */
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
    /** Whether a capture could be written now. */
    writable: () => isWritable(layout),
    /** Moves old, settled captures to the archive and sweeps what dead writers left; returns the number moved. */
    tidy: async () => archiveOld(index, archive, (await config.get()).archiveAfterDays),
    /** Ends all watching. */
    close: async () => {
      for (const stop of stops) stop();
      stops.clear();
    },
  };
}
