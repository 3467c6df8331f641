import { signatureHeaders } from "../../host/contract/names.js";
import { emptySha256, handshakeText, requestText } from "../../host/contract/signing.js";
import { hmacHex, importSessionKey, sha256Hex } from "./hmac.js";
import { ask } from "./http.js";
import type { HttpRequest } from "./http-request.js";
import { TransportError } from "./transport.js";

/** Signs requests of one session with the service on one port. */
export interface Signer {
  readonly sessionId: string;
  /** The headers that make the request a signed one, now: they hold for 30 s and once. */
  headersFor(request: HttpRequest): Promise<Record<string, string>>;
}

/**
 * Proves knowledge of the session key (64 hex digits) to the service on a port and gets a session. Rejects with ServiceError
 * `unauthorized` when the key is another project's.
 */
export async function openSession(port: number, keyText: string): Promise<Signer> {
  const key = await importSessionKey(keyText);
  if (key === undefined) throw new TypeError("A session key has 64 hexadecimal digits.");
  const base = `http://127.0.0.1:${port}`;
  const challenge = textField(await ask(base, { method: "GET", path: "/handshake" }, {}), "challenge");
  const proof = await hmacHex(key, handshakeText(challenge));
  const answer = await ask(base, { method: "POST", path: "/handshake", body: JSON.stringify({ challenge, proof }) }, {});
  return makeSigner(key, textField(answer, "sessionId"));
}

function makeSigner(key: CryptoKey, sessionId: string): Signer {
  let last = 0;
  return {
    sessionId,
    headersFor: async ({ method, path, body }) => {
      // A signature is accepted once: two equal requests in one millisecond need two timestamps.
      last = Math.max(Date.now(), last + 1);
      const timestamp = String(last);
      const bodySha256 = body === undefined ? emptySha256 : await sha256Hex(body);
      return {
        [signatureHeaders.session]: sessionId,
        [signatureHeaders.timestamp]: timestamp,
        [signatureHeaders.signature]: await hmacHex(key, requestText({ method, path, timestamp, bodySha256 })),
      };
    },
  };
}

function textField(answer: unknown, field: string): string {
  const value = typeof answer === "object" && answer !== null ? Object.entries(answer).find(([name]) => name === field)?.[1] : undefined;
  if (typeof value !== "string") throw new TransportError("answer", "The handshake's answer is none of this service.");
  return value;
}
