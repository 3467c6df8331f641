import type { HttpBindings } from "@hono/node-server";
import { type Context, Hono } from "hono";
import { ServiceError } from "../host/contract/errors.js";
import { groupBy } from "../host/contract/group-by.js";
import { isRecord } from "../host/contract/json.js";
import { limits } from "../host/contract/limits.js";
import { proofHeaders, signatureHeaders } from "../host/contract/names.js";
import { type OpenCall, type OperationName, operationNames, operations } from "../host/contract/operations.js";
import { type Client, clientSchema } from "../host/contract/presence.js";
import { printable, truncate } from "../host/contract/printable.js";
import { HttpRefusal, refusalResponse } from "./refusals.js";
import { checkMediaType, hasBody, parseJson, readBody } from "./rules/body.js";
import { optionsHeaders } from "./rules/origin.js";
import { makeRateLimit } from "./rules/rate.js";
import type { Handshake, SessionClaim } from "./signing/handshake.js";
import type { Claim, SignAnswer, Signatures } from "./signing/signatures.js";

export interface AppOptions {
  readonly call: OpenCall;
  readonly handshake: Handshake;
  readonly signatures: Signatures;
  /** A call was let in whole: right caller, right signature. */
  readonly onCall: (caller: Caller) => void;
  /** An extension proved the key; how it identified itself beside what the browser states. Awaited before the session is given. */
  readonly onPaired: (caller: Pick<Caller, "userAgent"> & { readonly origin: string }, client: Client | undefined) => Promise<void> | void;
  /** Takes internal failures, which are reported to nobody else. */
  readonly onFault: (error: unknown) => void;
}

export interface Caller {
  /** Origin of the extension; undefined for a program. */
  readonly origin: string | undefined;
  readonly isSigned: boolean;
  readonly userAgent: string;
}

type Env = { Bindings: HttpBindings; Variables: { signAnswer: SignAnswer | undefined } };
type Answer = (context: Context<Env>) => Promise<Response> | Response;

/** The 16 endpoints: the table of operations walked, and /handshake. Who may call at all was decided before. */
export function makeApp(options: AppOptions): Hono<Env> {
  const app = new Hono<Env>();
  const endpoints: { readonly method: string; readonly path: string; readonly answer: Answer }[] = [
    { method: "GET", path: "/handshake", answer: challengeAnswer(options) },
    { method: "POST", path: "/handshake", answer: sessionAnswer(options) },
    ...operationNames.map((name) => ({ ...operations[name], answer: operationAnswer(name, options) })),
  ];
  for (const [path, answers] of groupBy(endpoints, (endpoint) => endpoint.path)) {
    for (const { method, answer } of answers) app.on(method, path, answer);
    const methods = ["OPTIONS", ...answers.flatMap(({ method }) => (method === "GET" ? ["GET", "HEAD"] : [method]))];
    app.options(path, (context) => context.body(null, 204, optionsHeaders(methods, context.env.incoming.headers.origin)));
    app.all(path, ({ env }) => {
      const allow = methods.join(", ");
      const message = `${env.incoming.method} is not allowed on this path. Allowed: ${allow}.`;
      throw new HttpRefusal("method-not-allowed", message, { Allow: allow });
    });
  }
  app.notFound((context) => refuse(context, notFound(context.env.incoming.method ?? "")));
  app.onError((error, context) => {
    if (!(error instanceof ServiceError)) options.onFault(error);
    return refuse(context, error);
  });
  return app;
}

function operationAnswer(name: OperationName, { call, signatures, onCall }: AppOptions): Answer {
  const { method, status, maxBytes } = operations[name];
  return async (context) => {
    const { body, signAnswer } = await receive(context.env, maxBytes, signatures);
    context.set("signAnswer", signAnswer);
    const { origin, "user-agent": userAgent = "" } = context.env.incoming.headers;
    onCall({ origin, isSigned: signAnswer !== undefined, userAgent });
    if (method === "GET") return json(context, await call(name, inputOfQuery(new URL(context.req.url).searchParams)), status);
    return json(context, await call(name, inputOfBody(body, context.req.param()), undefined, body.length), status);
  };
}

function challengeAnswer({ handshake }: AppOptions): Answer {
  const count = makeRateLimit(limits.handshakesMax, limits.handshakesWindowMs);
  return async (context) => {
    count();
    const challenge = handshake.challenge();
    context.header(proofHeaders.keyCheck, await handshake.keyCheck(challenge, ownPort(context)));
    return json(context, { challenge, expiresInSeconds: limits.challengeLifetimeMs / 1_000 }, 200);
  };
}

/** Counted apart from the challenges: a handshake takes one of each. */
function sessionAnswer({ handshake, onPaired }: AppOptions): Answer {
  const count = makeRateLimit(limits.handshakesMax, limits.handshakesWindowMs);
  return async (context) => {
    count();
    const { claim, client } = handshakeOf(parseJson(await readJsonBytes(context.env, limits.smallBodyMaxBytes)));
    const opened = await handshake.open(claim, ownPort(context));
    const { origin, "user-agent": userAgent = "" } = context.env.incoming.headers;
    if (origin !== undefined) await onPaired({ origin, userAgent }, client);
    return json(context, opened, 201);
  };
}

/** The port of this end of the connection: no header can claim another. */
function ownPort({ env }: Context<Env>): number {
  return env.incoming.socket.localPort ?? 0;
}

function handshakeOf(body: unknown): { claim: SessionClaim; client: Client | undefined } {
  const { challenge, proof, nonce, client } = isRecord(body) ? body : {};
  const hasNonce = nonce === undefined || (typeof nonce === "string" && /^[0-9a-f]{64}$/.test(nonce));
  if (typeof challenge !== "string" || typeof proof !== "string" || !hasNonce)
    throw new ServiceError(
      "invalid-input",
      "A handshake is {challenge, proof, nonce?}: the challenge of GET /handshake, its HMAC-SHA256 in hex, and 64 hex digits of your own.",
    );
  return { claim: { challenge, proof, nonce }, client: clientSchema.safeParse(client).data };
}

function json(context: Context<Env>, value: unknown, status: 200 | 201): Response {
  const body = JSON.stringify(value);
  return context.body(body, status, { "Content-Type": "application/json", ...answerProof(context, status, body) });
}

function refuse(context: Context<Env>, error: unknown): Response {
  return refusalResponse(error, (status, body) => answerProof(context, status, body));
}

/** Who signed a request learns from whom the answer is. */
function answerProof(context: Context<Env>, status: number, body: string): Record<string, string> {
  const signAnswer = context.get("signAnswer");
  return signAnswer === undefined ? {} : { [proofHeaders.answer]: signAnswer(status, body) };
}

function notFound(method: string): ServiceError {
  const paths = [...new Set([...operationNames.map((name) => operations[name].path), "/handshake"])];
  return new ServiceError("not-found", `Nothing answers ${method} here. Paths: ${paths.join(", ")}; events come over a WebSocket at /ws.`);
}

/** Who asks, in which type, how long, and signed how, in this order: the least is read from a caller who will be refused. */
async function receive({ incoming, outgoing }: HttpBindings, maxBytes: number, signatures: Signatures) {
  const claim = claimOf(incoming.headers);
  const isSigned = await signatures.precheck(claim);
  const body = await readJsonBytes({ incoming, outgoing }, maxBytes);
  if (!isSigned) return { body, signAnswer: undefined };
  return { body, signAnswer: signatures.check(claim, { method: incoming.method ?? "", path: pathOf(incoming.url ?? ""), body }) };
}

/** The body of a request that needs no signature, in the one media type, within its bound. */
async function readJsonBytes({ incoming, outgoing }: HttpBindings, maxBytes: number): Promise<Buffer> {
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
function inputOfQuery(query: URLSearchParams): Record<string, string> {
  const names = [...query.keys()];
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined)
    throw new ServiceError("invalid-input", `"${truncate(printable(twice), 40)}" stands twice in the query. Send each parameter once.`);
  return Object.fromEntries(query);
}

/** An operation's input from a body, with what its path names (`:id`): that the body may repeat, but not differ, or be missing at all. */
function inputOfBody(body: Buffer, fromPath: Readonly<Record<string, string>>): unknown {
  const names = Object.keys(fromPath);
  if (names.length === 0) return parseJson(body);
  const sent = body.length === 0 ? {} : parseJson(body);
  if (!isRecord(sent)) return sent;
  const other = names.find((name) => Object.hasOwn(sent, name) && sent[name] !== fromPath[name]);
  if (other !== undefined)
    throw new ServiceError("invalid-input", `"${other}" in the body is not the one in the path. Leave it out of the body.`);
  return { ...sent, ...fromPath };
}
