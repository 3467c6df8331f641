import type { ServiceEvent } from "../contract/events.js";
import type { AnnotationStore } from "./annotations.js";
import type { CaptureIndex } from "./capture-index.js";
import type { ConfigStore } from "./config.js";
import type { StoreContext } from "./context.js";
import { captureDiffer, configDiffer, requestDiffer } from "./differs.js";
import { reasonOf } from "./failures.js";
import { watchFolders } from "./folder-watch.js";
import type { RequestStore } from "./requests.js";

export interface EventParts {
  readonly context: StoreContext;
  readonly project: string;
  readonly index: CaptureIndex;
  readonly annotations: AnnotationStore;
  readonly requests: RequestStore;
  readonly config: ConfigStore;
}

/**
 * Tells what happens in a store by looking at its files after each change, so that nothing that a dead writer did is missed and nothing is
 * told twice. Writes of this process wait until the first look is done. Gives the function that ends it.
 */
export function watchStore(parts: EventParts, tell: (event: ServiceEvent) => void): () => void {
  const { layout, log, receipts, holdWritesFor } = parts.context;
  const differs = [captureDiffer(parts), requestDiffer(parts), configDiffer(parts)];
  let looking: Promise<void> = Promise.resolve();
  let isWaiting = false;
  let isStopped = false;
  let expiry: NodeJS.Timeout | undefined;

  async function look(isFirst: boolean): Promise<void> {
    isWaiting = false;
    for (const differ of differs) {
      try {
        const events = await differ.look(isFirst);
        if (!isStopped) for (const event of events) tell(event);
      } catch (error) {
        // Looked at again with the next change.
        log(`the watcher could not look: ${reasonOf(error)}`);
      }
    }
    const waitMs = Math.min(...differs.map(({ nextMs }) => nextMs?.() ?? Number.POSITIVE_INFINITY));
    clearTimeout(expiry);
    // Requests expire without any file changing.
    if (!isStopped && Number.isFinite(waitMs)) expiry = setTimeout(lookSoon, waitMs).unref();
  }

  /** One look at a time, and one more for all changes that came during it. */
  function lookSoon(): void {
    if (isWaiting || isStopped) return;
    isWaiting = true;
    looking = looking.then(() => look(false));
  }

  // Watching starts before the first look: what changes during it is looked at again.
  const stopWatching = watchFolders([layout.store, layout.captures, layout.requests, receipts.folder], lookSoon);
  looking = look(true);
  holdWritesFor(looking);
  return () => {
    isStopped = true;
    clearTimeout(expiry);
    stopWatching();
  };
}
