import type { ServiceEvent } from "../contract/events.js";
import { limits } from "../contract/limits.js";
import { reasonOf } from "../store/failures.js";
import type { Log } from "../store/log.js";
import type { Projects } from "./projects.js";

/** Watches every project, those registered later too (within 15 s). Gives the function that ends it. */
export function subscribeAll(projects: Projects, listener: (event: ServiceEvent) => void, log: Log): () => void {
  const stops = new Map<string, () => void>();
  let isStopped = false;

  async function follow(): Promise<void> {
    const stores = await projects.all();
    if (isStopped) return;
    for (const store of stores) if (!stops.has(store.id)) stops.set(store.id, store.watch(listener));
    const served = new Set(stores.map(({ id }) => id));
    for (const [id, stop] of stops) {
      if (served.has(id)) continue;
      stop();
      stops.delete(id);
    }
  }

  const followSafely = () => {
    follow().catch((error: unknown) => log(`projects cannot be followed: ${reasonOf(error)}`));
  };
  followSafely();
  const timer = setInterval(followSafely, limits.registryRefreshMs).unref();
  return () => {
    isStopped = true;
    clearInterval(timer);
    for (const stop of stops.values()) stop();
  };
}
