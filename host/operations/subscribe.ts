import type { ServiceEvent } from "../contract/events.js";
import { limits } from "../contract/limits.js";
import { reasonOf } from "../store/failures.js";
import type { Log } from "../store/log.js";
import type { Projects } from "./projects.js";

/**
 * Watches every project, and tells of one that is registered or taken out later as of a changed configuration: pages may be its own now.
 * Returns the function that ends it.
 */
export function subscribeAll(projects: Projects, listener: (event: ServiceEvent) => void, log: Log): () => void {
  const stops = new Map<string, () => void>();
  let isStopped = false;
  let isFirst = true;

  async function follow(): Promise<void> {
    const stores = await projects.all();
    if (isStopped) return;
    for (const store of stores) {
      if (stops.has(store.id)) continue;
      stops.set(store.id, store.watch(listener));
      if (!isFirst) listener({ type: "config:changed", project: store.id });
    }
    isFirst = false;
    const served = new Set(stores.map(({ id }) => id));
    for (const [id, stop] of stops) {
      if (served.has(id)) continue;
      stop();
      stops.delete(id);
      listener({ type: "config:changed", project: id });
    }
  }

  const followSafely = () => {
    follow().catch((error: unknown) => log(`projects cannot be followed: ${reasonOf(error)}`));
  };
  followSafely();
  const stopWatching = projects.watch(followSafely);
  const timer = setInterval(followSafely, limits.registryRefreshMs).unref();
  return () => {
    isStopped = true;
    clearInterval(timer);
    stopWatching();
    for (const stop of stops.values()) stop();
  };
}
