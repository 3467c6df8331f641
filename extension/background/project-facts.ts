import type { Push } from "../messages.js";
import { hearPageErrors } from "./components.js";
import type { Connections } from "./connections.js";

/** Pushes what a page's project has now: its configuration, and the states of all annotations of the page. */
export async function pushFacts(
  connections: Connections,
  sidebar: { readonly tabId: number; readonly isOpen: () => boolean; push(push: Push): void },
  url: string,
): Promise<void> {
  const askedAt = Date.now();
  const [config, { states }] = await Promise.all([
    connections.call(url, "config:get", {}),
    connections.call(url, "annotations:resolved", { url }),
  ]);
  sidebar.push({ type: "project", url, facts: { config, states, askedAt } });
  // With the user's permission, the page's errors are recorded from now on.
  await hearPageErrors(connections, url, sidebar);
}
