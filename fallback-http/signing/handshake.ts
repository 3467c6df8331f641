import { createHash, createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { ServiceError } from "../../host/contract/errors.js";
import { limits } from "../../host/contract/limits.js";
import { handshakeText, keyCheckText, serverText } from "../../host/contract/signing.js";

/** The project's session key as 64 hex digits, read when it is needed: `svc-init --rotate-key` may have made a new one. */
export type SessionKey = () => Promise<string> | string;

/** What a client sends to open a session. `nonce`: 64 hex digits of its own that the server is to prove its key on. */
export interface SessionClaim {
  readonly challenge: string;
  readonly proof: string;
  readonly nonce?: string | undefined;
}

/** Returns out sessions, each against a proof that the caller holds the key, and proves the same to the caller. The key is in no answer. */
export interface Handshake {
  /** A text to prove the key on: used once, within a minute. */
  challenge(): string;
  /** Shows a holder of the key whose challenge this is. `port`: the server's own. */
  keyCheck(challenge: string, port: number): Promise<string>;
  /** Opens a session on the server's own `port`; `serverProof` answers a nonce. `unauthorized` for a bad challenge or proof. */
  open(claim: SessionClaim, port: number): Promise<{ readonly sessionId: string; readonly serverProof?: string }>;
  /** The key that a session was opened with; undefined when there is no such session. */
  keyOf(sessionId: string): string | undefined;
}

// Far more than the rate limit lets anyone open in a minute; beyond it the oldest goes.
const challengesMax = 100;
const sessionsMax = 1_000;

/** `now` returns milliseconds that never go back. */
export function makeHandshake(sessionKey: SessionKey, now: () => number = () => performance.now()): Handshake {
  const challenges = new Map<string, number>();
  const sessions = new Map<string, string>();

  function take(challenge: string): boolean {
    const issuedAt = challenges.get(challenge);
    challenges.delete(challenge);
    return issuedAt !== undefined && now() - issuedAt <= limits.challengeLifetimeMs;
  }

  return {
    challenge: () => remember(challenges, now(), challengesMax),
    keyCheck: async (challenge: string, port: number) => hmacHex(await sessionKey(), keyCheckText(port, challenge)),
    async open({ challenge, proof, nonce }: SessionClaim, port: number) {
      if (!take(challenge))
        throw refused("challenge", "The challenge is unknown, used or older than 60 seconds: GET /handshake for a new one.");
      const key = await sessionKey();
      if (!equalInConstantTime(hmacHex(key, handshakeText(challenge)), proof))
        throw refused(
          "signature",
          "The proof does not fit the challenge and this project's key. Pair the extension again with `svc-init pair`.",
        );
      const sessionId = remember(sessions, key, sessionsMax);
      if (nonce === undefined) return { sessionId };
      return { sessionId, serverProof: hmacHex(key, serverText({ port, challenge, nonce, sessionId })) };
    },
    keyOf: (sessionId: string) => sessions.get(sessionId),
  };
}

/** Keeps a value under a new random name and forgets the oldest beyond `max`. */
function remember<Value>(values: Map<string, Value>, value: Value, max: number): string {
  const name = randomBytes(32).toString("hex");
  values.set(name, value);
  const [oldest] = values.keys();
  if (values.size > max && oldest !== undefined) values.delete(oldest);
  return name;
}

function refused(reason: "challenge" | "signature", message: string): ServiceError {
  return new ServiceError("unauthorized", message, { reason });
}

/** HMAC-SHA256 in hex over UTF-8 text (RFC 2104). The key is the session key as it is stored: 64 hex digits for 32 bytes. */
export function hmacHex(keyHex: string, text: string): string {
  return createHmac("sha256", Buffer.from(keyHex, "hex")).update(text).digest("hex");
}

export function sha256Hex(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

/** Compares in a time that does not depend on where the texts differ. Any text is welcome, of any length: both are compared as bytes. */
export function equalInConstantTime(expected: string, given: string): boolean {
  const left = Buffer.from(expected);
  const right = Buffer.from(given);
  return left.length === right.length && timingSafeEqual(left, right);
}
