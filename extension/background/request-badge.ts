import { ServiceError } from "../../host/contract/errors.js";
import type { ServiceEvent } from "../../host/contract/events.js";
import type { ServerInfo } from "../../host/contract/operations.js";
import { browser } from "../browser.js";
import { type Transport, TransportError } from "../transport/transport.js";

/** A number on the icon while an agent waits for a page, whichever tab is in front. Known only while a sidebar listens. */
export interface RequestBadge {
  /** Asks a project that was just reached what its agents wait for. */
  look(transport: Transport, project: ServerInfo): Promise<void>;
  hear(event: ServiceEvent): Promise<void>;
  clear(): Promise<void>;
}

export function makeRequestBadge(): RequestBadge {
  const waiting = new Map<string, Set<string>>();

  async function show(): Promise<void> {
    const count = [...waiting.values()].reduce((sum, ids) => sum + ids.size, 0);
    await browser.action.setBadgeBackgroundColor({ color: "#4338ca" });
    await browser.action.setBadgeText({ text: count === 0 ? "" : String(count) });
    const rest = browser.runtime.getManifest().action?.default_title ?? "";
    await browser.action.setTitle({ title: count === 0 ? rest : `The agent waits for ${count === 1 ? "a page" : `${count} pages`}` });
  }

  return {
    look: async (transport, { id }) => {
      try {
        const { requests } = await transport.call("requests:pending", {}, id);
        waiting.set(id, new Set(requests.map((request) => request.id)));
        await show();
      } catch (error) {
        // The way to the project broke in between; who uses it next hears of it, and the next one that is found is asked again.
        if (!(error instanceof TransportError || error instanceof ServiceError)) throw error;
      }
    },
    hear: async (event) => {
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
