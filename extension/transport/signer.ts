import { isRecord } from "../../host/contract/json.js";
import { proofHeaders, signatureHeaders } from "../../host/contract/names.js";
import type { Client } from "../../host/contract/presence.js";
import { answerText, emptySha256, handshakeText, keyCheckText, requestText, serverText } from "../../host/contract/signing.js";
import { hex, hmacHex, importSessionKey, sha256Hex } from "./hmac.js";
import { exchange, type HttpAnswer, readAnswerJson } from "./http-exchange.js";
import type { HttpRequest } from "./http-request.js";
import { TransportError } from "./transport.js";

/** Signs requests of one session with the service on one port, and knows its answers from those of anybody else. */
export interface Signer {
  readonly sessionId: string;
  /** Signs a request now: it holds for 30 s and once. */
  sign(request: HttpRequest): Promise<SignedHeaders>;
  /** Returns whether an answer to a signed request comes from a holder of the key. `proof`: what was sent with it. */
  isAuthentic(
    signedHeaders: SignedHeaders,
    answer: { readonly status: number; readonly text: string; readonly proof: string },
  ): Promise<boolean>;
}

export interface SignedHeaders {
  readonly headers: Readonly<Record<string, string>>;
  readonly signature: string;
}

/**
 * Opens a session with the service on a port that holds one of the keys (64 hex digits each); undefined when none. The server first shows
 * on its own challenge and port whose key it holds, so that no foreign one is tried; then each answers the other's random text. A stranger
 * who passes the handshake on to the real server fails: that proves the key for its own port. Throws TransportError and ServiceError as
 * `exchange` does.
 */
export async function openSignedSession(
  port: number,
  keyTexts: readonly string[],
  client: Client,
): Promise<{ readonly signer: Signer; readonly key: string } | undefined> {
  const base = `http://127.0.0.1:${port}`;
  const asked = await exchange(base, { method: "GET", path: "/handshake" }, {});
  const challenge = textField(readAnswerJson(asked), "challenge");
  const [fitting] = (await Promise.all(keyTexts.map((text) => keyOf(text, port, challenge, asked)))).filter((one) => one !== undefined);
  if (fitting === undefined) return undefined;
  const { text, key } = fitting;
  const nonce = hex(crypto.getRandomValues(new Uint8Array(32)).buffer);
  const body = JSON.stringify({ challenge, proof: await hmacHex(key, handshakeText(challenge)), nonce, client });
  const answer = readAnswerJson(await exchange(base, { method: "POST", path: "/handshake", body }, {}));
  const sessionId = textField(answer, "sessionId");
  const proven = await hmacHex(key, serverText({ port, challenge, nonce, sessionId }));
  if (textField(answer, "serverProof") !== proven) throw unproven(base);
  return { signer: makeSigner(key, sessionId), key: text };
}

/** What answers on the port cannot prove the key of the project that was there. */
export function unproven(base: string): TransportError {
  return new TransportError("unproven", `What answers on ${base} cannot prove that it is your project's service.`);
}

/** The key when the challenge's server holds it. */
async function keyOf(text: string, port: number, challenge: string, { header }: HttpAnswer) {
  const key = await importSessionKey(text);
  if (key === undefined) throw new TypeError("A session key has 64 hexadecimal digits.");
  const isHeld = header(proofHeaders.keyCheck) === (await hmacHex(key, keyCheckText(port, challenge)));
  return isHeld ? { text, key } : undefined;
}

function makeSigner(key: CryptoKey, sessionId: string): Signer {
  let last = 0;
  return {
    sessionId,
    sign: async ({ method, path, body }: HttpRequest) => {
      // A signature is accepted once: two equal requests in one millisecond need two timestamps.
      last = Math.max(Date.now(), last + 1);
      const timestamp = String(last);
      const bodySha256 = body === undefined ? emptySha256 : await sha256Hex(body);
      const signature = await hmacHex(key, requestText({ method, path, timestamp, bodySha256 }));
      return {
        signature,
        headers: {
          [signatureHeaders.session]: sessionId,
          [signatureHeaders.timestamp]: timestamp,
          [signatureHeaders.signature]: signature,
        },
      };
    },
    isAuthentic: async (
      { signature }: SignedHeaders,
      { status, text, proof }: { readonly status: number; readonly text: string; readonly proof: string },
    ) => proof === (await hmacHex(key, answerText({ signature, status, bodySha256: await sha256Hex(text) }))),
  };
}

function textField(answer: unknown, field: string): string {
  const value = isRecord(answer) ? answer[field] : undefined;
  if (typeof value !== "string") throw new TransportError("answer", "The handshake's answer is none of this service.");
  return value;
}
