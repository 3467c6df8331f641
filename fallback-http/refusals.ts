import { type ServerResponse, STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import { type ErrorBody, errorStatus, ServiceError, toErrorBody } from "../host/contract/errors.js";
import { fixedHeaders } from "./rules/response-headers.js";

/** A refusal that HTTP wants told with headers of its own, as `Allow` or `Retry-After`. */
export class HttpRefusal extends ServiceError {
  readonly headers: Readonly<Record<string, string>>;

  constructor(code: ServiceError["code"], message: string, headers: Readonly<Record<string, string>>) {
    super(code, message);
    this.headers = headers;
  }
}

/** What an error looks like on the wire: status, headers and body as text. */
export interface WireError {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Gives any thrown value its wire form; a foreign one tells nothing but `internal`. */
export function toWireError(error: unknown): WireError {
  const body = toErrorBody(error);
  const headers = { "Content-Type": "application/json", ...challengeHeader(body), ...(error instanceof HttpRefusal ? error.headers : {}) };
  return { status: errorStatus[body.error.code], headers, body: JSON.stringify(body) };
}

/** Refuses a request that never reaches the routes. Node reads and drops its body, so that the client sees the answer. */
export function sendRefusal(outgoing: ServerResponse, error: unknown): void {
  const { status, headers, body } = toWireError(error);
  outgoing.writeHead(status, { ...headers, "Content-Length": Buffer.byteLength(body) }).end(body);
}

/** Refuses an upgrade with an HTTP answer, then closes the socket. */
export function sendUpgradeRefusal(socket: Duplex, error: unknown): void {
  sendRawRefusal(socket, toWireError(error));
}

/** A socket closed while its peer still sends would be reset, and the answer lost with it. */
const lingerMs = 500;

/** Refuses on a socket that no response object stands for: an upgrade, a CONNECT, bytes that are no HTTP. Then closes it. */
export function sendRawRefusal(socket: Duplex, { status, headers, body }: WireError): void {
  // The peer may be gone, or go while we speak; then there is nobody to tell.
  socket.on("error", () => socket.destroy());
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const all = { ...fixedHeaders, ...headers, "Content-Length": String(Buffer.byteLength(body)), Connection: "close" };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ""}\r\n${lines.join("\r\n")}\r\n\r\n${body}`);
  socket.resume();
  setTimeout(() => socket.destroy(), lingerMs).unref();
}

/** A 401 must name a scheme (RFC 9110, 15.5.2); browsers show no prompt for one they do not know. */
function challengeHeader({ error }: ErrorBody): Record<string, string> {
  return error.code === "unauthorized" ? { "WWW-Authenticate": "SVC-HMAC-SHA256" } : {};
}
