import { ServiceError } from "../../host/contract/errors.js";
import type { HeardEvent } from "../../host/contract/events.js";
import type { ServerInfo } from "../../host/contract/operations.js";
import { type Transport, TransportError } from "../transport/transport.js";

/** Counts the pending requests of agents for the icon (`show`). Updated only while a sidebar is open. */
export function makeRequestBadge(show: (count: number) => Promise<void>) {
  const waiting = new Map<string, Set<string>>();
  const count = () => show([...waiting.values()].reduce((sum, ids) => sum + ids.size, 0));

  return {
    /** Reads the pending requests of a project that was just found. */
    refresh: async (transport: Transport, { id }: ServerInfo) => {
      try {
        const { requests } = await transport.call("requests:pending", {}, id);
        waiting.set(id, new Set(requests.map((request) => request.id)));
        await count();
      } catch (error) {
        // The connection broke meanwhile: its next user gets the error, and the next project that is found is read again.
        if (!(error instanceof TransportError || error instanceof ServiceError)) throw error;
      }
    },
    hear: async (event: HeardEvent) => {
      if (event.type === "request:created") waiting.set(event.project, (waiting.get(event.project) ?? new Set()).add(event.request.id));
      else if (event.type === "request:ended") waiting.get(event.project)?.delete(event.id);
      else return;
      await count();
    },
    clear: async () => {
      waiting.clear();
      await count();
    },
  };
}
