import type { HttpBindings } from "@hono/node-server";
import { type Context, Hono } from "hono";
import { ServiceError } from "../host/contract/errors.js";
import { limits } from "../host/contract/limits.js";
import { type OpenCall, type OperationName, operationNames, operations } from "../host/contract/operations.js";
import { inputOfBody, inputOfQuery, isRecord } from "./input.js";
import { receive } from "./receive.js";
import { HttpRefusal, toWireError } from "./refusals.js";
import { optionsHeaders } from "./rules/cors.js";
import { parseJson } from "./rules/json.js";
import { makeRateLimit } from "./rules/rate.js";
import type { Handshake } from "./signing/handshake.js";
import type { Signatures } from "./signing/signatures.js";

export interface AppOptions {
  readonly call: OpenCall;
  readonly handshake: Handshake;
  readonly signatures: Signatures;
  /** A call was let in whole: right caller, right signature. */
  readonly onCall: (caller: Caller) => void;
  /** Takes what failed for a reason of ours; it is told to nobody else. */
  readonly onFault: (error: unknown) => void;
}

/** Who called. */
export interface Caller {
  /** Origin of the extension; undefined for a program. */
  readonly origin: string | undefined;
  readonly isSigned: boolean;
  readonly userAgent: string;
}

type Env = { Bindings: HttpBindings };
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
  app.notFound(({ env }) => refuse(notFound(env.incoming.method ?? "")));
  app.onError((error) => {
    if (!(error instanceof ServiceError)) options.onFault(error);
    return refuse(error);
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
    const { body, isSigned } = await receive(context.env, maxBytes, signatures);
    const { origin, "user-agent": userAgent = "" } = context.env.incoming.headers;
    onCall({ origin, isSigned, userAgent });
    if (method === "GET") return json(context, await call(name, inputOfQuery(new URL(context.req.url).searchParams)), status);
    return json(context, await call(name, inputOfBody(body, context.req.param()), undefined, body.length), status);
  };
}

/** Both are counted by themselves: a handshake takes one of each. */
function handshakeAnswers({ handshake }: AppOptions): Map<string, Answer> {
  const countChallenge = makeRateLimit(limits.handshakesMax, limits.handshakesWindowMs);
  const countProof = makeRateLimit(limits.handshakesMax, limits.handshakesWindowMs);
  const unsigned: Signatures = { precheck: async () => false, check: () => undefined };
  return new Map<string, Answer>([
    [
      "GET",
      (context) => {
        countChallenge();
        return json(context, { challenge: handshake.challenge(), expiresInSeconds: limits.challengeLifetimeMs / 1_000 }, 200);
      },
    ],
    [
      "POST",
      async (context) => {
        countProof();
        const { body } = await receive(context.env, limits.smallBodyMaxBytes, unsigned);
        const { challenge, proof } = proofOf(parseJson(body));
        return json(context, { sessionId: await handshake.open(challenge, proof) }, 201);
      },
    ],
  ]);
}

function proofOf(body: unknown): { challenge: string; proof: string } {
  const { challenge, proof } = isRecord(body) ? body : {};
  if (typeof challenge === "string" && typeof proof === "string") return { challenge, proof };
  throw new ServiceError("invalid-input", "A handshake is {challenge, proof}: the challenge of GET /handshake and its HMAC-SHA256 in hex.");
}

function json(context: Context<Env>, value: unknown, status: 200 | 201): Response {
  return context.body(JSON.stringify(value), status, { "Content-Type": "application/json" });
}

function refuse(error: unknown): Response {
  const { status, headers, body } = toWireError(error);
  return new Response(body, { status, headers });
}

function methodNotAllowed(method: string, methods: readonly string[]): HttpRefusal {
  const allow = methods.join(", ");
  return new HttpRefusal("method-not-allowed", `${method} is not allowed on this path. Allowed: ${allow}.`, { Allow: allow });
}

function notFound(method: string): ServiceError {
  const paths = [...new Set([...operationNames.map((name) => operations[name].path), "/handshake"])];
  return new ServiceError("not-found", `Nothing answers ${method} here. Paths: ${paths.join(", ")}; events come over a WebSocket at /ws.`);
}
