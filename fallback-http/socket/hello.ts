import { ServiceError } from "../../host/contract/errors.js";
import { isRecord } from "../input.js";
import { parseJson } from "../rules/json.js";
import type { Claim, Signatures } from "../signing/signatures.js";

/** Reads a socket's message: a JSON object with a `type`. Throws ServiceError for anything else. */
export function readMessage(data: Buffer, isBinary: boolean): Record<string, unknown> & { readonly type: string } {
  const message = isBinary ? undefined : parseJson(data);
  if (isRecord(message) && typeof message["type"] === "string") return { ...message, type: message["type"] };
  throw new ServiceError("invalid-input", "A message is one JSON object as text with a `type`: hello, then ping.");
}

/**
 * Checks the first message: `{type:"hello"}`, signed as a GET of /ws with no body where signatures are in use. A browser cannot put
 * headers on a WebSocket, so the claim stands in the message. Returns what proves the server to one who signed, as the answer to a
 * signed request does (status 101, no body).
 */
export async function checkHello(message: Record<string, unknown>, signatures: Signatures): Promise<string | undefined> {
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
