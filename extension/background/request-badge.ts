import { ServiceError } from "../../host/contract/errors.js";
import type { ServiceEvent } from "../../host/contract/events.js";
import type { ServerInfo } from "../../host/contract/operations.js";
import { browser } from "../browser.js";
import { type Transport, TransportError } from "../transport/transport.js";

/** Behind the number of requests. */
export const badgeColour = "#4338ca";

/** Shows on the icon how many requests of agents are pending. Updated only while a sidebar is open. */
export function makeRequestBadge() {
  const waiting = new Map<string, Set<string>>();

  async function show(): Promise<void> {
    const count = [...waiting.values()].reduce((sum, ids) => sum + ids.size, 0);
    await browser.action.setBadgeBackgroundColor({ color: badgeColour });
    await browser.action.setBadgeText({ text: count === 0 ? "" : String(count) });
    const rest = browser.runtime.getManifest().action?.default_title ?? "";
    await browser.action.setTitle({ title: count === 0 ? rest : `The agent waits for ${count === 1 ? "a page" : `${count} pages`}` });
  }

  return {
    /** Reads the pending requests of a project that was just found. */
    refresh: async (transport: Transport, { id }: ServerInfo) => {
      try {
        const { requests } = await transport.call("requests:pending", {}, id);
        waiting.set(id, new Set(requests.map((request) => request.id)));
        await show();
      } catch (error) {
        // The connection broke meanwhile: its next user gets the error, and the next project that is found is read again.
        if (!(error instanceof TransportError || error instanceof ServiceError)) throw error;
      }
    },
    hear: async (event: ServiceEvent) => {
      if (event.type === "request:created") waiting.set(event.project, (waiting.get(event.project) ?? new Set()).add(event.request.id));
      else if (event.type === "request:ended") waiting.get(event.project)?.delete(event.id);
      else return;
      await show();
    },
    clear: async () => {
      if (waiting.size === 0) return;
      waiting.clear();
      await show();
    },
  };
}
