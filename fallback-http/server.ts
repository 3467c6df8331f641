import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { getRequestListener } from "@hono/node-server";
import { ServiceError } from "../host/contract/errors.js";
import type { ServiceEvent } from "../host/contract/events.js";
import { limits } from "../host/contract/limits.js";
import { type AppOptions, makeApp } from "./app.js";
import { answerParserErrors, refusalResponse, requestEvents, sendRawRefusal, sendRefusal, stampHeaders } from "./refusals.js";
import { closeAfterBody } from "./rules/body.js";
import { allowReading, checkHost, checkOrigin, checkStranger, type KnownExtensions } from "./rules/origin.js";
import { makeRateLimit } from "./rules/rate.js";
import { makeHandshake, type SessionKey } from "./signing/handshake.js";
import { makeSignatures } from "./signing/signatures.js";
import { type EventSockets, makeEventSockets } from "./socket/event-sockets.js";

export interface HttpServerOptions extends Pick<AppOptions, "call" | "onCall" | "onPaired" | "onFault"> {
  readonly subscribe: (listener: (event: ServiceEvent) => void) => () => void;
  readonly sessionKey: SessionKey;
  /** Tried in this order; 0 lets the system choose. */
  readonly ports: readonly number[];
  readonly requireSigned: boolean;
  /** Asked at each request: whether a browser has paired with the project, so that it takes signed calls only. */
  readonly signedOnly: () => boolean;
  /** Asked at each request: the extensions that are let in beside our own. */
  readonly extensions: () => KnownExtensions;
  /** Somebody who may call did, or sent a message. */
  readonly onActivity: () => void;
  readonly timeouts?: Partial<Timeouts>;
}

export interface RunningServer {
  readonly port: number;
  /** Takes no more calls, lets those under way end for a moment, then closes everything. */
  close(): Promise<void>;
}

/** In milliseconds: silence on a connection, the arrival of a whole request, a socket's hello, answers under way at the end. */
const defaultTimeouts = {
  connection: limits.httpConnectionTimeoutMs,
  request: limits.httpRequestTimeoutMs,
  hello: limits.socketHelloTimeoutMs,
  close: 2_000,
};
type Timeouts = Record<keyof typeof defaultTimeouts, number>;

/** Serves the operations on 127.0.0.1; undefined when every port is taken. */
export async function startHttpServer(options: HttpServerOptions): Promise<RunningServer | undefined> {
  const { call, sessionKey, requireSigned, signedOnly, onActivity, onCall, onPaired, onFault } = options;
  const timeouts: Timeouts = { ...defaultTimeouts, ...options.timeouts };
  const handshake = makeHandshake(sessionKey);
  const signatures = makeSignatures({ handshake, sessionKey, required: () => requireSigned || signedOnly() });
  const sockets = makeEventSockets({ signatures, helloTimeoutMs: timeouts.hello, onActivity, onFault });
  const paired: AppOptions["onPaired"] = async (caller, client) => {
    await onPaired(caller, client);
    if (signedOnly()) sockets.closeUnsigned();
  };
  const app = makeApp({ call, handshake, signatures, onCall, onPaired: paired, onFault });
  const server = makeServer(timeouts);
  const port = await listenOnFirstFree(server, options.ports);
  if (port === undefined) {
    sockets.close();
    return undefined;
  }
  answer(server, app.fetch, sockets, makeAdmission(port, options));
  const unsubscribe = options.subscribe(sockets.push);
  return {
    port,
    close: (): Promise<void> => {
      unsubscribe();
      sockets.close();
      return closeServer(server, timeouts.close);
    },
  };
}

function makeServer({ connection, request }: Timeouts): Server {
  const server = createServer({
    requestTimeout: request,
    headersTimeout: request,
    keepAliveTimeout: connection,
    connectionsCheckingInterval: Math.min(1_000, request / 2),
    // The Host rule answers these itself, with the fixed headers.
    requireHostHeader: false,
  });
  server.timeout = connection;
  // Node would leave out all headers behind the thousandth, Origin among them. A head's 16 KB bound their number.
  server.maxHeadersCount = 0;
  boundConnections(server, limits.httpConnectionsMax);
  return server;
}

/** Decides who may call at all. Throws, or lets the extension read the answer, and may still refuse what it asks for. */
type Admission = (incoming: IncomingMessage, outgoing?: ServerResponse) => void;

function makeAdmission(port: number, { extensions, onActivity }: HttpServerOptions): Admission {
  const countRequest = makeRateLimit(limits.httpRequestsMax, limits.httpRequestsWindowMs);
  return (incoming, outgoing) => {
    checkHost(incoming, port);
    const visitor = checkOrigin(incoming, extensions());
    if (visitor.origin !== undefined && outgoing !== undefined) allowReading(outgoing, visitor.origin);
    checkStranger(incoming, visitor);
    // A browser's question before the real request costs nothing and changes nothing.
    if (incoming.method !== "OPTIONS") countRequest();
    onActivity();
  };
}

function answer(server: Server, fetch: Parameters<typeof getRequestListener>[0], sockets: EventSockets, admit: Admission): void {
  const listener = getRequestListener(fetch, { autoCleanupIncoming: false, errorHandler: refuseTarget });
  const onRequest = (incoming: IncomingMessage, outgoing: ServerResponse) => {
    stampHeaders(outgoing);
    closeAfterBody(incoming, outgoing);
    try {
      admit(incoming, outgoing);
    } catch (error) {
      sendRefusal(outgoing, error);
      return;
    }
    void listener(incoming, outgoing);
  };
  answerParserErrors(server);
  for (const event of requestEvents) server.on(event, onRequest);
  server.on("upgrade", (incoming: IncomingMessage, socket: Duplex, head: Buffer) => {
    try {
      admit(incoming);
    } catch (error) {
      sendRawRefusal(socket, error);
      return;
    }
    sockets.upgrade(incoming, socket, head);
  });
}

/** A request target that is no path, such as `foo` or `http://[`. */
function refuseTarget(cause: unknown): Response {
  return refusalResponse(new ServiceError("invalid-input", "The request's target is no path.", { cause }));
}

/** Ends what is idle at once and the rest after `graceMs` milliseconds. */
async function closeServer(server: Server, graceMs: number): Promise<void> {
  const timer = setTimeout(() => server.closeAllConnections(), graceMs);
  await once(server.close(), "close");
  clearTimeout(timer);
}

/** Loopback only: no other machine can reach the server, whatever the firewall allows. */
const address = "127.0.0.1";

/** Listens on the first of the ports that is free and returns it; undefined when all are taken. Port 0 lets the system choose. */
async function listenOnFirstFree(server: Server, ports: readonly number[]): Promise<number | undefined> {
  for (const port of ports) {
    try {
      await once(server.listen({ port, host: address, exclusive: true }), "listening");
      return portOf(server);
    } catch (error) {
      // In use, or reserved by the system (Windows): somebody else's, so the next one.
      if (!(error instanceof Error && "code" in error && (error.code === "EADDRINUSE" || error.code === "EACCES"))) throw error;
    }
  }
  return undefined;
}

function portOf(server: Server): number {
  const bound = server.address();
  if (bound === null || typeof bound === "string") throw new Error("the server listens on no TCP port");
  return bound.port;
}

/** A new connection above the bound takes the place of the oldest that is owed no answer; with none such it is closed itself. */
function boundConnections(server: Server, most: number): void {
  const open = new Map<Socket, () => boolean>();
  const isIdle = () => true;
  server.on("connection", (socket: Socket) => {
    if (open.size >= most) {
      const oldest = [...open].find(([, isFree]) => isFree())?.[0] ?? socket;
      open.delete(oldest);
      oldest.destroy();
    }
    if (socket.destroyed) return;
    open.set(socket, isIdle);
    socket.once("close", () => open.delete(socket));
  });
  for (const event of requestEvents)
    server.prependListener(event, (incoming: IncomingMessage, outgoing: ServerResponse) => {
      if (open.has(incoming.socket)) open.set(incoming.socket, () => !incoming.complete || outgoing.writableFinished);
    });
  server.prependListener("upgrade", ({ socket }: IncomingMessage) => {
    if (open.has(socket)) open.set(socket, () => false);
  });
}
