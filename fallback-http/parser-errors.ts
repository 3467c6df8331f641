import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import type { ErrorCode } from "../host/contract/errors.js";
import { sendRawRefusal, type WireError } from "./refusals.js";

/**
 * All under which Node hands over a request. Listening for the second keeps it from saying "continue" to a client that will be refused,
 * for the third from an answer of its own, without the fixed headers, to any other expectation (RFC 9110, 10.1.1: it may be ignored).
 */
export const requestEvents = ["request", "checkContinue", "checkExpectation"] as const;

/**
 * Answers what Node's parser refuses before there is a request, or before it is whole: bytes that are no HTTP, too long a head, a
 * request that does not end in time. Node's own answer would lack the fixed headers. Statuses are HTTP's own (RFC 9110, 15.5;
 * RFC 6585, 5), codes the nearest of ours.
 */
export function answerParserErrors(server: Server): void {
  const open = new WeakMap<Duplex, ServerResponse>();
  for (const event of requestEvents)
    server.prependListener(event, (incoming: IncomingMessage, outgoing: ServerResponse) => open.set(incoming.socket, outgoing));
  server.on("clientError", (error: NodeJS.ErrnoException, socket) => {
    const response = open.get(socket);
    const isAnswered = response?.headersSent === true && !(response.writableFinished && response.req.complete);
    // A second answer to one request, or inside the first, would be read as part of something else.
    if (isAnswered || error.code === "ECONNRESET") socket.destroy();
    else sendRawRefusal(socket, refusalOf(error.code));
  });
  server.on("connect", (_incoming, socket) => sendRawRefusal(socket, noProxy));
}

function refusalOf(code: string | undefined): WireError {
  if (code === "ERR_HTTP_REQUEST_TIMEOUT")
    return wireError(408, "invalid-input", "The request was not complete in time. Send it again at once.");
  if (code === "HPE_HEADER_OVERFLOW")
    return wireError(431, "too-large", "The head of the request is longer than 16 KB. Send a shorter one.");
  return wireError(400, "invalid-input", "The request is no valid HTTP/1.1.");
}

const noProxy = wireError(405, "method-not-allowed", "CONNECT is not allowed: this server is no proxy.", {
  Allow: "GET, HEAD, POST, PUT, OPTIONS",
});

function wireError(status: number, code: ErrorCode, message: string, headers: Readonly<Record<string, string>> = {}): WireError {
  return { status, headers: { "Content-Type": "application/json", ...headers }, body: JSON.stringify({ error: { code, message } }) };
}
