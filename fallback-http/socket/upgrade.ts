import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { type WebSocket, WebSocketServer } from "ws";
import { ServiceError } from "../../host/contract/errors.js";
import type { ServiceEvent } from "../../host/contract/events.js";
import { limits } from "../../host/contract/limits.js";
import { fixedHeaderLines, sendUpgradeRefusal } from "../refusals.js";
import { type Connection, type ConnectionOptions, closeCodes, serveConnection } from "./connection.js";

/** How often a silent peer is asked whether it still lives; an MV3 worker's own pings come as messages. */
const heartbeatMs = 20_000;

const serverOptions = {
  noServer: true,
  maxPayload: limits.socketMessageMaxBytes,
  perMessageDeflate: false,
  handleProtocols: () => false as const,
  /** Milliseconds that a peer has to answer a close. */
  closeTimeout: 2_000,
};

export type EventSockets = ReturnType<typeof makeEventSockets>;

/** The WebSocket at /ws: at most 10 peers, 1 MB a message, no compression (events are small). */
export function makeEventSockets(options: ConnectionOptions) {
  const server = new WebSocketServer(serverOptions);
  server.on("headers", (lines) => lines.push(...fixedHeaderLines));
  const connections = new Map<WebSocket, Connection>();
  const heartbeat = setInterval(() => {
    for (const socket of connections.keys()) beat(socket);
  }, heartbeatMs).unref();
  // The library's own answer to a broken handshake would lack the fixed headers.
  server.on("wsClientError", (error, socket) =>
    sendUpgradeRefusal(socket, new ServiceError("invalid-input", `No valid WebSocket handshake: ${error.message}.`)),
  );

  function accept(socket: WebSocket): void {
    if (connections.size >= limits.socketConnectionsMax) {
      socket.on("error", options.onFault);
      socket.close(closeCodes.tryAgainLater, `at most ${limits.socketConnectionsMax} connections`);
      return;
    }
    connections.set(socket, serveConnection(socket, options));
    socket.on("close", () => connections.delete(socket));
  }

  return {
    /** Answers a request to upgrade that was admitted already. */
    upgrade: (incoming: IncomingMessage, socket: Duplex, head: Buffer) => {
      if (/^\/ws(\?|$)/.test(incoming.url ?? "")) server.handleUpgrade(incoming, socket, head, accept);
      else sendUpgradeRefusal(socket, new ServiceError("not-found", "Events come over a WebSocket at /ws, nowhere else."));
    },
    /** Sends an event to every peer whose hello was accepted. */
    push: (event: ServiceEvent) => {
      const text = JSON.stringify(event);
      for (const connection of connections.values()) connection.push(text);
    },
    /** Ends the connections of peers that did not sign. */
    closeUnsigned: () => {
      for (const connection of connections.values()) connection.closeUnsigned();
    },
    close: () => {
      clearInterval(heartbeat);
      for (const socket of connections.keys()) socket.close(closeCodes.goingAway, "the server ends");
    },
  };
}

const unanswered = new WeakSet<WebSocket>();

/** RFC 6455, 5.5.2: a ping that stays without a pong for a whole beat means that the peer has gone. */
function beat(socket: WebSocket): void {
  if (unanswered.has(socket)) {
    socket.terminate();
    return;
  }
  unanswered.add(socket);
  socket.once("pong", () => unanswered.delete(socket));
  socket.ping();
}
