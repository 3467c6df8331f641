import type { ServiceEvent } from "../../host/contract/events.js";
import type { Transport } from "../transport/transport.js";

/** A socket that closed sooner was refused; the next probe of the ports comes soon enough. */
const settledMs = 1_000;

/** The WebSockets for events of projects that are served over HTTP, one for each. `onEnd` runs when a service that had one has disconnected. */
export function makeEventSockets(onEvent: (event: ServiceEvent) => void, onEnd: () => void) {
  const open = new Map<string, { readonly session: string; readonly close: () => void }>();
  return {
    /** Opens a socket for a transport's events, unless it has no channel for them or one is open. */
    follow: ({ events }: Transport) => {
      if (events === undefined) return;
      const { place, session } = events;
      const known = open.get(place);
      if (known?.session === session) return;
      known?.close();
      const ended = (livedMs: number) => {
        open.delete(place);
        if (livedMs > settledMs) onEnd();
      };
      open.set(place, { session, close: events.open({ onEvent, onEnd: ended }) });
    },
    closeAll: () => {
      for (const { close } of open.values()) close();
      open.clear();
    },
  };
}
