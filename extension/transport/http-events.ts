import { heardSchema } from "../../host/contract/events.js";
import { isRecord, parseJson } from "../../host/contract/json.js";
import { signatureHeaders } from "../../host/contract/names.js";
import type { SignedHeaders, Signer } from "./signer.js";
import type { EventListeners } from "./transport.js";

/** Less than the 30 s after which browsers put an idle worker to sleep. */
const pingMs = 20_000;

/** Hears events over a WebSocket; signed, nothing is believed before the other side has proven the key on it. Returns what ends it. */
export function openEvents(port: number, signer: Signer | undefined, { onEvent, onEnd }: EventListeners): () => void {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/ws`);
  const opened = performance.now();
  let ping: ReturnType<typeof setInterval> | undefined;
  let signed: SignedHeaders | undefined;
  let isOver = false;
  let isProven = signer === undefined;
  /** One message after the other: the proof stands before the first event. */
  let taken = Promise.resolve();
  socket.addEventListener("open", async () => {
    signed = await signer?.sign({ method: "GET", path: "/ws" });
    if (isOver) return;
    socket.send(JSON.stringify({ type: "hello", ...claimOf(signed) }));
    ping = setInterval(() => socket.send('{"type":"ping"}'), pingMs);
  });
  async function take(data: unknown): Promise<void> {
    const message = parseJson(String(data));
    if (!isProven) isProven = await isProof(message);
    const event = heardSchema.safeParse(message);
    // Pongs, refusals (the end follows), and what a newer service pushes: nothing for us.
    if (event.success && isProven && !isOver) onEvent(event.data);
  }
  async function isProof(message: unknown): Promise<boolean> {
    const proof = isRecord(message) ? message["proof"] : undefined;
    if (signer === undefined || signed === undefined || typeof proof !== "string") return false;
    return signer.isAuthentic(signed, { status: 101, text: "", proof });
  }
  socket.addEventListener("message", ({ data }) => {
    taken = taken.then(() => take(data));
  });
  const end = () => {
    isOver = true;
    clearInterval(ping);
  };
  const ended = () => {
    end();
    onEnd(performance.now() - opened);
  };
  socket.addEventListener("close", ended);
  return () => {
    end();
    socket.removeEventListener("close", ended);
    socket.close();
  };
}

/** No page and no extension can put headers on a WebSocket: the signature travels in the first message. */
function claimOf(signed: SignedHeaders | undefined): Record<string, string | undefined> {
  if (signed === undefined) return {};
  return {
    sessionId: signed.headers[signatureHeaders.session],
    timestamp: signed.headers[signatureHeaders.timestamp],
    signature: signed.signature,
  };
}
