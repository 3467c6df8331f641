import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import { type ErrorCode, errorStatus, ServiceError, toErrorBody } from "../host/contract/errors.js";

/** A refusal with HTTP headers of its own, such as `Allow` or `Retry-After`, or a status that none of our codes has. */
export class HttpRefusal extends ServiceError {
  readonly headers: Readonly<Record<string, string>>;
  readonly status: number;

  constructor(code: ErrorCode, message: string, headers: Readonly<Record<string, string>>, status: number = errorStatus[code]) {
    super(code, message);
    this.headers = headers;
    this.status = status;
  }
}

/** Returns the wire form of any thrown value: status, headers and body as text. A foreign one becomes `internal`. */
function toWireError(error: unknown) {
  const body = toErrorBody(error);
  const { code } = body.error;
  const { status, headers } = error instanceof HttpRefusal ? error : { status: errorStatus[code], headers: {} };
  // A 401 must name a scheme (RFC 9110, 15.5.2); browsers show no prompt for one they do not know.
  const challenge = code === "unauthorized" ? { "WWW-Authenticate": "SVC-HMAC-SHA256" } : {};
  const all: Record<string, string> = { "Content-Type": "application/json", ...challenge, ...headers };
  return { status, headers: all, body: JSON.stringify(body) };
}

/** The response that the routes give for any thrown value. `more`: further headers. */
export function refusalResponse(error: unknown, more: (status: number, body: string) => Record<string, string> = () => ({})): Response {
  const { status, headers, body } = toWireError(error);
  return new Response(body, { status, headers: { ...headers, ...more(status, body) } });
}

/** Refuses a request that never reaches the routes. Node reads and drops its body, so that the client sees the answer. */
export function sendRefusal(outgoing: ServerResponse, error: unknown): void {
  const { status, headers, body } = toWireError(error);
  outgoing.writeHead(status, { ...headers, "Content-Length": Buffer.byteLength(body) }).end(body);
}

/** A socket closed while its peer still sends would be reset, and the answer lost with it. */
const lingerMs = 500;

/** Refuses on a socket that no response object stands for: an upgrade, a CONNECT, bytes that are no HTTP. Then closes it. */
export function sendRawRefusal(socket: Duplex, error: unknown): void {
  const { status, headers, body } = toWireError(error);
  // The peer may be gone: then nobody reads the refusal.
  socket.on("error", () => socket.destroy());
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const all = { ...headers, "Content-Length": String(Buffer.byteLength(body)), Connection: "close" };
  const lines = [...fixedHeaderLines, ...Object.entries(all).map(([name, value]) => `${name}: ${value}`)];
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ""}\r\n${lines.join("\r\n")}\r\n\r\n${body}`);
  socket.resume();
  setTimeout(() => socket.destroy(), lingerMs).unref();
}

/** `nosniff`: no browser reads JSON as a script or page (Fetch); `no-store`: no cache has page content (RFC 9111, 5.2.2.5). */
const fixedHeaders = { "X-Content-Type-Options": "nosniff", "Cache-Control": "no-store" } as const;

export const fixedHeaderLines: readonly string[] = Object.entries(fixedHeaders).map(([name, value]) => `${name}: ${value}`);

/** Puts the fixed headers on a response before anything else can answer it. */
export function stampHeaders(outgoing: ServerResponse): void {
  for (const [name, value] of Object.entries(fixedHeaders)) outgoing.setHeader(name, value);
}

/** Events of requests. Listening to the second and third keeps Node from answers of its own (RFC 9110, 10.1.1). */
export const requestEvents = ["request", "checkContinue", "checkExpectation"] as const;

/** Answers what Node's parser refuses, whose own answer lacks the fixed headers. Statuses are HTTP's, codes the nearest of ours. */
export function answerParserErrors(server: Server): void {
  const open = new WeakMap<Duplex, ServerResponse>();
  for (const event of requestEvents)
    server.prependListener(event, (incoming: IncomingMessage, outgoing: ServerResponse) => open.set(incoming.socket, outgoing));
  server.on("clientError", (error: NodeJS.ErrnoException, socket) => {
    const response = open.get(socket);
    const isWhole = response?.req.complete === true;
    const refuse = () => sendRawRefusal(socket, refusalOf(error.code));
    // A second answer to one request, inside the first or before it, would be read as part of something else.
    if (error.code === "ECONNRESET" || (response?.headersSent === true && !isWhole)) socket.destroy();
    else if (isWhole && !response.writableFinished) response.once("finish", refuse);
    else refuse();
  });
  server.on("connect", (_incoming, socket) => sendRawRefusal(socket, noProxy));
}

function refusalOf(code: string | undefined): HttpRefusal {
  if (code === "ERR_HTTP_REQUEST_TIMEOUT")
    return new HttpRefusal("invalid-input", "The request was not complete in time. Send it again at once.", {}, 408);
  if (code === "HPE_HEADER_OVERFLOW")
    return new HttpRefusal("too-large", "The head of the request is longer than 16 KB. Send a shorter one.", {}, 431);
  return new HttpRefusal("invalid-input", "The request is no valid HTTP/1.1.", {});
}

const noProxy = new HttpRefusal("method-not-allowed", "CONNECT is not allowed: this server is no proxy.", {
  Allow: "GET, HEAD, POST, PUT, OPTIONS",
});
