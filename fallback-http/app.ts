import type { HttpBindings } from "@hono/node-server";
import { type Context, Hono } from "hono";
import { ServiceError } from "../host/contract/errors.js";
import { isRecord } from "../host/contract/json.js";
import { limits } from "../host/contract/limits.js";
import { proofHeaders } from "../host/contract/names.js";
import { type OpenCall, type OperationName, operationNames, operations } from "../host/contract/operations.js";
import { type Client, clientSchema } from "../host/contract/presence.js";
import { inputOfBody, inputOfQuery, readJsonBytes, receive } from "./receive.js";
import { HttpRefusal, toWireError } from "./refusals.js";
import { parseJson } from "./rules/body.js";
import { optionsHeaders } from "./rules/origin.js";
import { makeRateLimit } from "./rules/rate.js";
import type { Handshake, SessionClaim } from "./signing/handshake.js";
import type { SignAnswer, Signatures } from "./signing/signatures.js";

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

/** Who called. */
export interface Caller {
  /** Origin of the extension; undefined for a program. */
  readonly origin: string | undefined;
  readonly isSigned: boolean;
  readonly userAgent: string;
}

type Env = { Bindings: HttpBindings; Variables: { signAnswer: SignAnswer | undefined } };
type Answer = (context: Context<Env>) => Promise<Response> | Response;
/** Path → method → what answers. */
type Routes = ReadonlyMap<string, ReadonlyMap<string, Answer>>;

/** The 16 endpoints: the table of operations walked, and /handshake. Who may call at all was decided before. */
export function makeApp(options: AppOptions): Hono<Env> {
  const app = new Hono<Env>();
  for (const [path, answers] of routesOf(options)) {
    for (const [method, answer] of answers) app.on(method, path, answer);
    const methods = ["OPTIONS", ...answers.keys()].flatMap((method) => (method === "GET" ? ["GET", "HEAD"] : [method]));
    app.options(path, (context) => context.body(null, 204, optionsHeaders(methods, context.env.incoming.headers.origin)));
    app.all(path, (context) => {
      throw methodNotAllowed(context.env.incoming.method ?? "", methods);
    });
  }
  app.notFound((context) => refuse(context, notFound(context.env.incoming.method ?? "")));
  app.onError((error, context) => {
    if (!(error instanceof ServiceError)) options.onFault(error);
    return refuse(context, error);
  });
  return app;
}

function routesOf(options: AppOptions): Routes {
  const routes = new Map<string, Map<string, Answer>>([["/handshake", handshakeAnswers(options)]]);
  for (const name of operationNames) {
    const { method, path } = operations[name];
    routes.set(path, (routes.get(path) ?? new Map<string, Answer>()).set(method, operationAnswer(name, options)));
  }
  return routes;
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

/** Both are counted by themselves: a handshake takes one of each. */
function handshakeAnswers({ handshake, onPaired }: AppOptions): Map<string, Answer> {
  const countChallenge = makeRateLimit(limits.handshakesMax, limits.handshakesWindowMs);
  const countProof = makeRateLimit(limits.handshakesMax, limits.handshakesWindowMs);
  return new Map<string, Answer>([
    [
      "GET",
      async (context) => {
        countChallenge();
        const challenge = handshake.challenge();
        context.header(proofHeaders.keyCheck, await handshake.keyCheck(challenge, ownPort(context)));
        return json(context, { challenge, expiresInSeconds: limits.challengeLifetimeMs / 1_000 }, 200);
      },
    ],
    [
      "POST",
      async (context) => {
        countProof();
        const { claim, client } = handshakeOf(parseJson(await readJsonBytes(context.env, limits.smallBodyMaxBytes)));
        const opened = await handshake.open(claim, ownPort(context));
        const { origin, "user-agent": userAgent = "" } = context.env.incoming.headers;
        if (origin !== undefined) await onPaired({ origin, userAgent }, client);
        return json(context, opened, 201);
      },
    ],
  ]);
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
  const { status, headers, body } = toWireError(error);
  return new Response(body, { status, headers: { ...headers, ...answerProof(context, status, body) } });
}

/** Who signed a request learns from whom the answer is. */
function answerProof(context: Context<Env>, status: number, body: string): Record<string, string> {
  const signAnswer = context.get("signAnswer");
  return signAnswer === undefined ? {} : { [proofHeaders.answer]: signAnswer(status, body) };
}

function methodNotAllowed(method: string, methods: readonly string[]): HttpRefusal {
  const allow = methods.join(", ");
  return new HttpRefusal("method-not-allowed", `${method} is not allowed on this path. Allowed: ${allow}.`, { Allow: allow });
}

function notFound(method: string): ServiceError {
  const paths = [...new Set([...operationNames.map((name) => operations[name].path), "/handshake"])];
  return new ServiceError("not-found", `Nothing answers ${method} here. Paths: ${paths.join(", ")}; events come over a WebSocket at /ws.`);
}
