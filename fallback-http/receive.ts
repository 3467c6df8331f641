import type { HttpBindings } from "@hono/node-server";
import { ServiceError } from "../host/contract/errors.js";
import { isRecord } from "../host/contract/json.js";
import { signatureHeaders } from "../host/contract/names.js";
import { checkMediaType, hasBody, parseJson, readBody } from "./rules/body.js";
import type { Claim, SignAnswer, Signatures } from "./signing/signatures.js";

interface Received {
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
  // Node joins headers of these names that were sent twice: then nothing fits.
  const sent = (name: string) => headers[name.toLowerCase()]?.toString();
  const { session, timestamp, signature } = signatureHeaders;
  return { session: sent(session), timestamp: sent(timestamp), signature: sent(signature) };
}

/** Path and query of a request target, which may be an absolute URL (RFC 9112, 3.2.2). */
function pathOf(target: string): string {
  return target.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, "");
}

/** An operation's input from a query string: each name once. Values stay text; the operation's own schema reads digits. */
export function inputOfQuery(query: URLSearchParams): Record<string, string> {
  const names = [...query.keys()];
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined)
    throw new ServiceError("invalid-input", `"${printable(twice)}" stands twice in the query. Send each parameter once.`);
  return Object.fromEntries(query);
}

/**
 * An operation's input from a body, with the parts that its path names (`:id`). Where the path names some, the body may be missing;
 * it may repeat them, but not differ.
 */
export function inputOfBody(body: Buffer, fromPath: Readonly<Record<string, string>>): unknown {
  const names = Object.keys(fromPath);
  if (names.length === 0) return parseJson(body);
  const sent = body.length === 0 ? {} : parseJson(body);
  if (!isRecord(sent)) return sent;
  const other = names.find((name) => Object.hasOwn(sent, name) && sent[name] !== fromPath[name]);
  if (other !== undefined)
    throw new ServiceError("invalid-input", `"${other}" in the body is not the one in the path. Leave it out of the body.`);
  return { ...sent, ...fromPath };
}

/** Foreign text for a message: short, and without anything that a terminal would obey. */
function printable(text: string): string {
  return text.replace(/\P{L}/gu, (char) => (/[\w .:-]/.test(char) ? char : "?")).slice(0, 40);
}
