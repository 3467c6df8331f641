import { isUtf8 } from "node:buffer";
import type { IncomingMessage, ServerResponse } from "node:http";
import { ServiceError } from "../../host/contract/errors.js";
import { jsonDepthMax, parseJson as parseText } from "../../host/contract/json.js";

/** Whether a request carries a body (RFC 9112, 6.3). */
export function hasBody({ headers }: IncomingMessage): boolean {
  return headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
}

/** Keeps the socket of a client that wants it closed until its whole body has come: who still sends would see no refusal. */
export function closeAfterBody(incoming: IncomingMessage, outgoing: ServerResponse): void {
  if (outgoing.shouldKeepAlive || !hasBody(incoming)) return;
  const { socket } = incoming;
  const close = socket.destroySoon.bind(socket);
  socket.destroySoon = () => {
    if (incoming.complete) close();
    else incoming.once("end", close).resume();
  };
}

/** Reads at most `maxBytes`, else throws `too-large` at once. The rest is read and dropped, so that the client sees the answer. */
export function readBody(incoming: IncomingMessage, outgoing: ServerResponse, maxBytes: number): Promise<Buffer> {
  if (Number(incoming.headers["content-length"] ?? 0) > maxBytes) return Promise.reject(tooLarge(maxBytes));
  // The client waits for this word before it sends (RFC 9110, 10.1.1).
  if (incoming.headers.expect?.toLowerCase() === "100-continue") outgoing.writeContinue();
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    incoming.on("data", (chunk: Buffer) => {
      length += chunk.length;
      if (length <= maxBytes) {
        chunks.push(chunk);
        return;
      }
      chunks.length = 0;
      reject(tooLarge(maxBytes));
    });
    incoming.on("end", () => resolve(chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks)));
    const cutOff = () => reject(new ServiceError("invalid-input", "The connection ended before the body did. Send the request again."));
    incoming.on("error", cutOff);
    incoming.on("close", cutOff);
  });
}

function tooLarge(maxBytes: number): ServiceError {
  const size = maxBytes >= 1024 * 1024 ? `${maxBytes / 1024 / 1024} MB` : `${maxBytes / 1024} KB`;
  return new ServiceError("too-large", `The body is longer than the ${size} allowed here (${maxBytes} bytes). Send less.`);
}

/** Accepts JSON in UTF-8 alone (RFC 8259, 8.1), not compressed: no page may send that to us unasked (Fetch, "CORS-safelisted"). */
export function checkMediaType({ headers }: IncomingMessage): void {
  const [type = "", ...parameters] = (headers["content-type"] ?? "").toLowerCase().split(";");
  const isJson = type.trim() === "application/json" && parameters.every((parameter) => isHarmless(parameter.trim()));
  const isPlain = (headers["content-encoding"] ?? "identity").trim().toLowerCase() === "identity";
  if (isJson && isPlain) return;
  throw new ServiceError(
    "unsupported-media-type",
    "The body must be JSON in UTF-8, not compressed: send `Content-Type: application/json`.",
  );
}

/** Parameters other than the character set change nothing about JSON. */
function isHarmless(parameter: string): boolean {
  return !parameter.startsWith("charset") || /^charset="?utf-8"?$/.test(parameter);
}

/** Reads a body as JSON (RFC 8259). Throws `bad-json` for one that is empty, no UTF-8, no JSON, or nested too deep to be written again. */
export function parseJson(bytes: Buffer): unknown {
  if (bytes.length === 0) throw badJson("is empty");
  if (!isUtf8(bytes)) throw badJson("is not UTF-8");
  const value = parseText(bytes.toString("utf8"));
  if (value === undefined) throw badJson(`is no JSON, or nested more than ${jsonDepthMax} levels deep`);
  return value;
}

function badJson(what: string): ServiceError {
  return new ServiceError("bad-json", `The body ${what}. Send one JSON object in UTF-8.`);
}
