import { reasonOf } from "../store/failures.js";
import type { Log } from "../store/log.js";
import type { Projects } from "./projects.js";

/** Long after the first answers, and then now and then: nobody waits for it. */
const firstAfterMs = 20_000;
const everyMs = 60 * 60_000;

/** Archives old captures of all projects in the background. Gives the function that ends it. */
export function keepTidy(projects: Projects, log: Log): () => void {
  async function tidy(): Promise<void> {
    for (const store of await projects.all()) {
      const moved = await store.tidy();
      if (moved > 0) log(`${moved} captures of ${store.name} went to the archive`);
    }
  }
  const tidySafely = () => {
    tidy().catch((error: unknown) => log(`tidying failed: ${reasonOf(error)}`));
  };
  const first = setTimeout(tidySafely, firstAfterMs).unref();
  const later = setInterval(tidySafely, everyMs).unref();
  return () => {
    clearTimeout(first);
    clearInterval(later);
  };
}
