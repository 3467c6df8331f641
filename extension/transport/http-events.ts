import { eventSchema } from "../../host/contract/events.js";
import { signatureHeaders } from "../../host/contract/names.js";
import type { Signer } from "./signer.js";
import type { EventListeners } from "./transport.js";

/** Less than the 30 s after which browsers put an idle worker to sleep. */
const pingMs = 20_000;

/** Hears the service's events over a WebSocket to its port, greeted as requests are signed. Gives the function that ends it. */
export function openEvents(port: number, signer: Signer | undefined, { onEvent, onEnd }: EventListeners): () => void {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/ws`);
  const opened = performance.now();
  let ping: ReturnType<typeof setInterval> | undefined;
  socket.addEventListener("open", async () => {
    socket.send(JSON.stringify({ type: "hello", ...(await claimOf(signer)) }));
    ping = setInterval(() => socket.send('{"type":"ping"}'), pingMs);
  });
  socket.addEventListener("message", ({ data }) => {
    const event = eventSchema.safeParse(parse(data));
    // Pongs, refusals (the end follows), and what a newer service tells: nothing for us.
    if (event.success) onEvent(event.data);
  });
  const ended = () => {
    clearInterval(ping);
    onEnd(performance.now() - opened);
  };
  socket.addEventListener("close", ended);
  return () => {
    clearInterval(ping);
    socket.removeEventListener("close", ended);
    socket.close();
  };
}

/** No page and no extension can put headers on a WebSocket: the signature travels in the first message. */
async function claimOf(signer: Signer | undefined): Promise<Record<string, string | undefined>> {
  if (signer === undefined) return {};
  const headers = await signer.headersFor({ method: "GET", path: "/ws" });
  return {
    sessionId: headers[signatureHeaders.session],
    timestamp: headers[signatureHeaders.timestamp],
    signature: headers[signatureHeaders.signature],
  };
}

function parse(data: unknown): unknown {
  try {
    return JSON.parse(String(data));
  } catch {
    // On the port may sit any program; what is no JSON tells nothing.
    return undefined;
  }
}
