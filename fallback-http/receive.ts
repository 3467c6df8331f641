import type { HttpBindings } from "@hono/node-server";
import { signatureHeaders } from "../host/contract/names.js";
import { hasBody, readBody } from "./rules/body.js";
import { checkMediaType } from "./rules/media-type.js";
import type { Claim, SignAnswer, Signatures } from "./signing/signatures.js";

export interface Received {
  /** Empty when there is no body. */
  readonly body: Buffer;
  /** Signs the answer; undefined when the request was not signed. */
  readonly signAnswer: SignAnswer | undefined;
}

/**
 * Takes a request in: who asks, in which type, how long, and whether the signature covers it, in this order, so that the least is read
 * from a caller who will be refused.
 */
export async function receive({ incoming, outgoing }: HttpBindings, maxBytes: number, signatures: Signatures): Promise<Received> {
  const claim = claimOf(incoming.headers);
  const isSigned = await signatures.precheck(claim);
  const body = await readJsonBytes({ incoming, outgoing }, maxBytes);
  if (!isSigned) return { body, signAnswer: undefined };
  return { body, signAnswer: signatures.check(claim, { method: incoming.method ?? "", path: pathOf(incoming.url ?? ""), body }) };
}

/** The body of a request that needs no signature, in the one media type, within its bound. */
export async function readJsonBytes({ incoming, outgoing }: HttpBindings, maxBytes: number): Promise<Buffer> {
  if (!hasBody(incoming)) return Buffer.alloc(0);
  checkMediaType(incoming);
  return readBody(incoming, outgoing, maxBytes);
}

function claimOf(headers: HttpBindings["incoming"]["headers"]): Claim {
  const first = (name: string) => {
    const value = headers[name.toLowerCase()];
    return Array.isArray(value) ? value[0] : value;
  };
  return {
    session: first(signatureHeaders.session),
    timestamp: first(signatureHeaders.timestamp),
    signature: first(signatureHeaders.signature),
  };
}

/** Path and query of a request target, which may be an absolute URL (RFC 9112, 3.2.2). */
function pathOf(target: string): string {
  return target.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, "");
}
