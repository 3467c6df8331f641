import { ServiceError, type UnauthorizedReason } from "../../host/contract/errors.js";
import { limits } from "../../host/contract/limits.js";
import { answerText, requestText } from "../../host/contract/signing.js";
import { equalInConstantTime, type Handshake, hmacHex, type SessionKey, sha256Hex } from "./handshake.js";

/** What a caller sends to prove who it is; any part may be missing. */
export interface Claim {
  readonly session: string | undefined;
  /** Unix time in milliseconds, decimal. */
  readonly timestamp: string | undefined;
  readonly signature: string | undefined;
}

/** What the signature must cover, beside the timestamp. `path` with its query, as sent. */
interface Signed {
  readonly method: string;
  readonly path: string;
  readonly body: Uint8Array;
}

export type SignAnswer = (status: number, body: string) => string;

/** Checks claims. Its functions throw `unauthorized` with its reason. */
export interface Signatures {
  checkSession(session: string): Promise<void>;
  /** What can be checked before the body is read. Returns whether a signature must follow: an unsigned caller has none, where that is allowed. */
  precheck(claim: Claim): Promise<boolean>;
  /** The signature itself; a good one is accepted once. Returns what signs the answer. */
  check(claim: Claim, signed: Signed): SignAnswer;
}

interface SignatureOptions {
  readonly handshake: Handshake;
  readonly sessionKey: SessionKey;
  /** Whether callers that do not sign are refused, asked at each request. */
  readonly required: () => boolean;
}

export function makeSignatures({ handshake, sessionKey, required }: SignatureOptions): Signatures {
  const isFirstUse = makeOnce();

  /** Throws where the session is none of ours, or the key is another now. */
  async function checkSession(session: string): Promise<void> {
    const key = handshake.keyOf(session);
    if (key === undefined || !equalInConstantTime(await sessionKey(), key)) throw refused("session");
  }

  return {
    checkSession,
    async precheck({ session, timestamp, signature }: Claim) {
      if (!required() && session === undefined && timestamp === undefined && signature === undefined) return false;
      if (session === undefined || timestamp === undefined || signature === undefined) throw refused("missing");
      await checkSession(session);
      if (!/^\d{1,16}$/.test(timestamp) || Math.abs(Date.now() - Number(timestamp)) > limits.signatureWindowMs) throw refused("timestamp");
      return true;
    },
    check({ session = "", timestamp = "", signature = "" }: Claim, { method, path, body }: Signed): SignAnswer {
      const key = handshake.keyOf(session);
      if (key === undefined) throw refused("session");
      const expected = hmacHex(key, requestText({ method, path, timestamp, bodySha256: sha256Hex(body) }));
      if (!equalInConstantTime(expected, signature)) throw refused("signature");
      if (!isFirstUse(signature)) throw refused("replay");
      return (status, body) => hmacHex(key, answerText({ signature, status, bodySha256: sha256Hex(Buffer.from(body)) }));
    },
  };
}

/** Whether a signature is new. Those whose timestamp no longer passes are forgotten: at most twice the window after their use. */
function makeOnce(): (signature: string) => boolean {
  const usedAt = new Map<string, number>();
  return (signature) => {
    const time = performance.now();
    for (const [old, at] of usedAt) {
      if (time - at <= 2 * limits.signatureWindowMs) break;
      usedAt.delete(old);
    }
    if (usedAt.has(signature)) return false;
    usedAt.set(signature, time);
    return true;
  };
}

const messages: Readonly<Record<Exclude<UnauthorizedReason, "challenge">, string>> = {
  missing: "Requests must be signed: send X-SVC-Session, X-SVC-Timestamp and X-SVC-Signature. A session comes from /handshake.",
  session: "There is no such session: this server restarted or the key changed. Open one with /handshake.",
  timestamp: "The timestamp must be unix milliseconds within 30 seconds of this machine's clock. Sign again with the time of now.",
  signature: "The signature does not fit this method, path, timestamp, body and session. Sign what is sent, with this project's key.",
  replay: "This signature was used before. Sign each request anew.",
};

function refused(reason: keyof typeof messages): ServiceError {
  return new ServiceError("unauthorized", messages[reason], { reason });
}
