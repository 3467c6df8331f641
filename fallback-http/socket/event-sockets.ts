import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { type WebSocket, WebSocketServer } from "ws";
import { ServiceError, toErrorBody } from "../../host/contract/errors.js";
import type { ServiceEvent } from "../../host/contract/events.js";
import { isRecord } from "../../host/contract/json.js";
import { limits } from "../../host/contract/limits.js";
import { fixedHeaderLines, sendRawRefusal } from "../refusals.js";
import { parseJson } from "../rules/body.js";
import { makeRateLimit } from "../rules/rate.js";
import type { Claim, Signatures } from "../signing/signatures.js";

interface ConnectionOptions {
  readonly signatures: Signatures;
  readonly helloTimeoutMs: number;
  readonly onActivity: () => void;
  readonly onFault: (error: unknown) => void;
}

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

export interface EventSockets {
  /** Answers a request to upgrade that was admitted already. */
  upgrade(incoming: IncomingMessage, socket: Duplex, head: Buffer): void;
  /** Sends an event to every peer whose hello was accepted. */
  push(event: ServiceEvent): void;
  closeUnsigned(): void;
  close(): void;
}

/** The WebSocket at /ws: at most 10 peers, 1 MB a message, no compression (events are small). */
export function makeEventSockets(options: ConnectionOptions): EventSockets {
  const server = new WebSocketServer(serverOptions);
  server.on("headers", (lines) => lines.push(...fixedHeaderLines));
  const connections = new Map<WebSocket, Connection>();
  const heartbeat = setInterval(() => {
    for (const socket of connections.keys()) beat(socket);
  }, heartbeatMs).unref();
  // The library's own answer to a broken handshake would lack the fixed headers.
  server.on("wsClientError", (error, socket) =>
    sendRawRefusal(socket, new ServiceError("invalid-input", `No valid WebSocket handshake: ${error.message}.`)),
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
    upgrade: (incoming: IncomingMessage, socket: Duplex, head: Buffer) => {
      if (/^\/ws(\?|$)/.test(incoming.url ?? "")) server.handleUpgrade(incoming, socket, head, accept);
      else sendRawRefusal(socket, new ServiceError("not-found", "Events come over a WebSocket at /ws, nowhere else."));
    },
    push: (event: ServiceEvent) => {
      const text = JSON.stringify(event);
      for (const connection of connections.values()) connection.push(text);
    },
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

/** Codes of RFC 6455, 7.4.1, and of the registry that it opens. */
const closeCodes = { goingAway: 1001, policyViolation: 1008, tryAgainLater: 1013 } as const;

/** A peer that reads nothing while more than this waits for it is cut off, so that it cannot fill our memory. */
const unreadMaxBytes = 4 * 1024 * 1024;

interface Connection {
  /** Sends to a peer that was greeted, in turn with its messages; refuses it instead once its key was rotated. */
  push(text: string): void;
  closeUnsigned(): void;
}

/** Speaks with one WebSocket until it closes: the peer sends hello in time, then may ping, and gets events. */
function serveConnection(socket: WebSocket, { signatures, helloTimeoutMs, onActivity, onFault }: ConnectionOptions): Connection {
  const countMessage = makeRateLimit(limits.httpRequestsMax, limits.httpRequestsWindowMs);
  const helloTimer = setTimeout(
    () => refuse(new ServiceError("unauthorized", "No hello came in time.", { reason: "missing" })),
    helloTimeoutMs,
  );
  let isGreeted = false;
  /** Session of a signed hello. */
  let session: string | undefined;
  let taken = Promise.resolve();

  async function take(data: Buffer, isBinary: boolean): Promise<void> {
    if (socket.readyState !== socket.OPEN) return;
    const message = readMessage(data, isBinary);
    onActivity();
    if (!isGreeted) {
      const proof = await checkHello(message, signatures);
      clearTimeout(helloTimer);
      isGreeted = true;
      if (proof !== undefined) {
        session = text(message["sessionId"]);
        send(JSON.stringify({ type: "hello", proof }));
      }
    } else if (message.type === "ping") await sendInSession('{"type":"pong"}');
    else throw new ServiceError("invalid-input", "After the hello the only message is a ping.");
  }

  async function sendInSession(text: string): Promise<void> {
    if (session !== undefined) await signatures.checkSession(session);
    send(text);
  }

  function push(text: string): void {
    if (isGreeted) taken = taken.then(() => sendInSession(text)).catch(refuse);
  }

  function send(text: string): void {
    if (socket.readyState !== socket.OPEN) return;
    if (socket.bufferedAmount > unreadMaxBytes) socket.terminate();
    else socket.send(text);
  }

  /** The reason is sent as a message, since a close reason holds 123 bytes; then the connection ends. */
  function refuse(error: unknown): void {
    if (!(error instanceof ServiceError)) onFault(error);
    if (socket.readyState !== socket.OPEN) return;
    const { code, reason } = toErrorBody(error).error;
    socket.send(JSON.stringify({ type: "error", ...toErrorBody(error) }));
    socket.close(closeCodes.policyViolation, reason ?? code);
  }

  // Text arrives as one Buffer: ws yields other shapes only when configured to.
  socket.on("message", (data: Buffer, isBinary) => {
    // One after the other: what follows the hello waits until that is checked.
    taken = taken.then(() => take(data, isBinary)).catch(refuse);
    try {
      countMessage();
    } catch (error) {
      refuse(error);
    }
  });
  socket.on("close", () => clearTimeout(helloTimer));
  // A message too long or a broken frame: ws has closed the connection with its code already.
  socket.on("error", onFault);
  const closeUnsigned = () => {
    if (isGreeted && session === undefined)
      refuse(new ServiceError("unauthorized", "This project takes signed calls only now.", { reason: "missing" }));
  };
  return { push, closeUnsigned };
}

/** Reads a socket's message: a JSON object with a `type`. Throws ServiceError for anything else. */
function readMessage(data: Buffer, isBinary: boolean): Record<string, unknown> & { readonly type: string } {
  const message = isBinary ? undefined : parseJson(data);
  if (isRecord(message) && typeof message["type"] === "string") return { ...message, type: message["type"] };
  throw new ServiceError("invalid-input", "A message is one JSON object as text with a `type`: hello, then ping.");
}

/** Checks a hello, signed as a GET of /ws where signatures are in use. Returns the proof for one who signed (status 101, no body). */
async function checkHello(message: Record<string, unknown>, signatures: Signatures): Promise<string | undefined> {
  if (message["type"] !== "hello") throw new ServiceError("invalid-input", "The first message must be a hello.");
  const claim: Claim = {
    session: text(message["sessionId"]),
    timestamp: text(message["timestamp"]),
    signature: text(message["signature"]),
  };
  if (!(await signatures.precheck(claim))) return undefined;
  return signatures.check(claim, { method: "GET", path: "/ws", body: new Uint8Array() })(101, "");
}

/** A time may come as a number; what is neither text nor number counts as there, and wrong. */
function text(value: unknown): string | undefined {
  if (value === undefined || typeof value === "string") return value;
  return typeof value === "number" ? String(value) : "";
}
