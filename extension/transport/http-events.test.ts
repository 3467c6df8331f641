import { once } from "node:events";
import { afterAll, afterEach, describe, expect, it, vi } from "vitest";
import { WebSocket, WebSocketServer } from "ws";
import type { HeardEvent } from "../../host/contract/events.js";
import { signatureHeaders } from "../../host/contract/names.js";
import { waitUntil } from "../../host/testing/wait-until.js";
import { openEvents } from "./http-events.js";
import type { Signer } from "./signer.js";

// Node 20 has none of its own.
vi.stubGlobal("WebSocket", WebSocket);
afterAll(() => void vi.unstubAllGlobals());

const servers: WebSocketServer[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

async function serve(onConnection: (socket: WebSocket) => void): Promise<number> {
  const server = new WebSocketServer({ host: "127.0.0.1", port: 0 });
  servers.push(server);
  server.on("connection", onConnection);
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return address.port;
}

const event = JSON.stringify({ type: "config:changed", project: "p" } satisfies HeardEvent);

const signed = {
  headers: { [signatureHeaders.session]: "s", [signatureHeaders.timestamp]: "1", [signatureHeaders.signature]: "x" },
  signature: "x",
};

/** Signs once it is let. */
function slowSigner() {
  let open: () => void = () => undefined;
  const gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  let asked = false;
  const signer: Signer = {
    sessionId: "s",
    sign: async () => {
      asked = true;
      await gate;
      return signed;
    },
    isAuthentic: async () => gate.then(() => true),
  };
  return { signer, isAsked: () => asked || undefined, go: open };
}

describe("a socket for events that is closed", () => {
  it.each(["by us", "by the service"])("%s while it signs sets no timer and sends nothing", async (by) => {
    const sent: string[] = [];
    const sockets: WebSocket[] = [];
    const port = await serve((socket) => {
      sockets.push(socket);
      socket.on("message", (data) => sent.push(String(data)));
    });
    const intervals = vi.spyOn(globalThis, "setInterval");
    const { signer, isAsked, go } = slowSigner();
    const ends: number[] = [];
    const close = openEvents(port, signer, { onEvent: () => undefined, onEnd: (ms) => ends.push(ms) });
    await waitUntil("the signer to be asked", isAsked);
    if (by === "by us") close();
    else sockets[0]?.close();
    const left = async () => (sockets[0]?.readyState === WebSocket.CLOSED ? true : undefined);
    await waitUntil("the connection to end", left);
    go();
    await new Promise((resolve) => setImmediate(resolve));
    expect(sent).toEqual([]);
    expect(ends).toHaveLength(by === "by us" ? 0 : 1);
    expect(intervals).not.toHaveBeenCalled();
    intervals.mockRestore();
  });

  it("tells nothing of what had arrived before", async () => {
    const port = await serve((socket) => socket.on("message", () => socket.send(JSON.stringify({ proof: "p" }), () => socket.send(event))));
    const { signer, go } = slowSigner();
    const heard: HeardEvent[] = [];
    const proofAsked = { yes: false };
    const sluggish: Signer = {
      ...signer,
      sign: async () => signed,
      isAuthentic: async (...given) => {
        proofAsked.yes = true;
        return signer.isAuthentic(...given);
      },
    };
    const close = openEvents(port, sluggish, { onEvent: (one) => heard.push(one), onEnd: () => undefined });
    await waitUntil("the proof to be read", () => proofAsked.yes || undefined);
    close();
    go();
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(heard).toEqual([]);
  });
});
