import { reasonOf } from "../store/failures.js";
import type { Log } from "../store/log.js";
import type { Store } from "../store/store.js";
import type { Projects } from "./projects.js";

/** Long after the first answers, and then now and then: nobody waits for it. */
const firstAfterMs = 5_000;
const everyMs = 60 * 60_000;

/** Archives old captures of all projects in the background. Gives the function that ends it. */
export function keepTidy(projects: Projects, log: Log): () => void {
  async function tidy(): Promise<void> {
    for (const store of await projects.all()) await tidyOne(store).catch(tell);
  }
  async function tidyOne(store: Store): Promise<void> {
    const moved = await store.tidy();
    if (moved > 0) log(`${moved} captures of ${store.name} went to the archive`);
  }
  // A project that cannot be written keeps no other from being tidied.
  const tell = (error: unknown) => log(`tidying failed: ${reasonOf(error)}`);
  const tidySafely = () => {
    tidy().catch(tell);
  };
  const first = setTimeout(tidySafely, firstAfterMs).unref();
  const later = setInterval(tidySafely, everyMs).unref();
  return () => {
    clearTimeout(first);
    clearInterval(later);
  };
}
