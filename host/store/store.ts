import type { ServiceEvent } from "../contract/events.js";
import type { AnnotationStore } from "./annotations.js";
import type { BaselineStore } from "./baselines.js";
import type { CaptureStore } from "./captures.js";
import type { ConfigStore } from "./config.js";
import { debugLog, type Log } from "./log.js";
import type { RequestStore } from "./requests.js";
import type { SessionKeyStore } from "./session-key.js";
import type { SnapshotStore } from "./snapshots.js";

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
  /** Tells what happens in the store, whoever does it, each thing once. Gives the function that ends it. */
  watch(listener: (event: ServiceEvent) => void): () => void;
  /** Tells whether a capture could be written now. */
  writable(): Promise<boolean>;
  /** Moves old, settled captures to the archive and sweeps what dead writers left; gives the number moved. */
  tidy(): Promise<number>;
  close(): Promise<void>;
}

/** Opens a project's store and creates what is missing of it. A read-only one can be read. Throws `not-found` for a missing root. */
export async function openStore(root: string, { log = debugLog }: { log?: Log } = {}): Promise<Store> {
  throw new Error(`not built yet: ${root} ${log.name}`);
}
