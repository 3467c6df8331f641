import { basename } from "node:path";
import type { ServiceEvent } from "../contract/events.js";
import { isWriteFailure, reasonOf } from "./failures.js";
import { folderPath } from "./fs/folder.js";
import { debugLog } from "./log.js";
import { type AnnotationStore, openAnnotations } from "./project/annotations.js";
import { archiveOld, openArchive } from "./project/archive.js";
import { type BaselineStore, openBaselines } from "./project/baselines.js";
import { openCaptureFiles } from "./project/capture-files.js";
import { openCaptureIndex } from "./project/capture-index.js";
import { type CaptureStore, openCaptures } from "./project/captures.js";
import { type ConfigStore, openConfig } from "./project/config.js";
import { isWritable, type Layout, layoutOf, openContext, prepareFolders } from "./project/context.js";
import { watchStore } from "./project/events.js";
import { type HookStep, hooksIn } from "./project/news.js";
import { openProgress } from "./project/progress.js";
import { openProposals, type ProposalStore } from "./project/proposals.js";
import { openRequests, type RequestStore } from "./project/requests.js";
import { openSessionKey, type SessionKeyStore } from "./project/session-key.js";
import { openSnapshots, type SnapshotStore } from "./project/snapshots.js";
import { projectId, realRoot } from "./project-root.js";
import { openReceipts } from "./user/receipts.js";
import { stateFolder as defaultStateFolder } from "./user/state-folder.js";

/** A project's `.svc/` folder. Any number of processes may have it open at once. All refusals are ServiceErrors. */
export interface Store {
  /** Same as in the registry and in ServerInfo. */
  readonly id: string;
  /** Base name of the root. */
  readonly name: string;
  /** Real path of the project. */
  readonly root: string;
  readonly capturesDir: string;
  readonly captures: CaptureStore;
  readonly annotations: AnnotationStore;
  readonly baselines: BaselineStore;
  readonly requests: RequestStore;
  readonly snapshots: SnapshotStore;
  readonly config: ConfigStore;
  readonly sessionKey: SessionKeyStore;
  readonly proposals: ProposalStore;
  /** Reports what happens in the store, whoever does it, each thing once. Returns a disposer. */
  watch(listener: (event: ServiceEvent) => void): () => void;
  /** Hooks of agents that print what is new here, and when each does. */
  hooks(): readonly HookStep[];
  /** Whether a capture could be written now. */
  writable(): Promise<boolean>;
  /** Moves old, settled captures to the archive and sweeps what dead writers left; returns the number moved. */
  tidy(): Promise<number>;
  /** Ends all watching. */
  close(): Promise<void>;
}

export interface StoreOptions {
  /** Where this user's receipts lie; default: from the environment. */
  readonly stateFolder?: string;
}

/** Opens a project's store and creates what is missing of it. A read-only one can be read. Throws `not-found` for a missing root. */
export async function openStore(root: string, { stateFolder = defaultStateFolder() }: StoreOptions = {}): Promise<Store> {
  const layout = layoutOf(await realRoot(root));
  await prepare(layout);
  const id = projectId(layout.root);
  const receipts = openReceipts(stateFolder, id);
  const context = openContext(layout, receipts);
  const archive = openArchive(layout);
  const files = openCaptureFiles(layout.captures);
  const index = openCaptureIndex(context, files);
  const requests = openRequests(context);
  const config = openConfig(context);
  const progress = openProgress(context);
  const sentHere = async () => new Set(Object.keys((await receipts.read()).annotations));
  const annotations = openAnnotations({ index, files, archive, progress, sentHere });
  const captures = openCaptures({ context, index, files, archive, annotations, requests });
  const baselines = openBaselines(context, captures);
  const stops = new Set<() => void>();

  function watch(listener: (event: ServiceEvent) => void): () => void {
    const stop = watchStore({ context, project: id, index, annotations, progress, requests, config }, listener);
    stops.add(stop);
    return () => {
      stops.delete(stop);
      stop();
    };
  }

  return {
    id,
    name: basename(layout.root) || layout.root,
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
    hooks: () => hooksIn(folderPath(layout.store)),
    writable: () => isWritable(layout),
    tidy: async () => archiveOld({ index, archive }, (await config.get()).archiveAfterDays),
    close: async () => {
      for (const stop of stops) stop();
      stops.clear();
    },
  };
}

async function prepare(layout: Layout): Promise<void> {
  try {
    await prepareFolders(layout);
  } catch (error) {
    // Reading works all the same; a write reports what is wrong.
    if (!isWriteFailure(error)) throw error;
    debugLog(`the store cannot be prepared: ${reasonOf(error)}`);
  }
}
