import { type ErrorBody, fromErrorBody, ServiceError } from "../../host/contract/errors.js";
import { limits } from "../../host/contract/limits.js";
import type { Call } from "../../host/contract/operations.js";
import { openEvents } from "./http-events.js";
import { type HttpRequest, httpRequestOf } from "./http-request.js";
import type { Signer } from "./signer.js";
import { readAnswer, type Transport, TransportError } from "./transport.js";

/** The service's HTTP port on this machine as a transport; signed when there is a signer. Each call is a request of its own. */
export function openHttp(port: number, signer?: Signer): Transport {
  const base = `http://127.0.0.1:${port}`;
  const closing = new AbortController();
  const call: Call = async (name, input) => {
    const request = httpRequestOf(name, input);
    return readAnswer(name, await ask(base, request, (await signer?.headersFor(request)) ?? {}, closing.signal));
  };
  return {
    name: signer === undefined ? "unsigned" : "signed",
    call,
    events: { place: base, session: signer?.sessionId ?? "", open: (listeners) => openEvents(port, signer, listeners) },
    close: () => closing.abort(),
  };
}

/** Sends one request and gives the answer's JSON. Rejects with ServiceError when the service refused, else with TransportError. */
export async function ask(
  base: string,
  request: HttpRequest,
  headers: Readonly<Record<string, string>>,
  closing?: AbortSignal,
): Promise<unknown> {
  const response = await send(base, request, headers, closing);
  const answer = await readJson(response);
  if (response.ok) return answer;
  if (isErrorBody(answer)) throw fromErrorBody(answer);
  throw notOurs(base);
}

async function send(
  base: string,
  { method, path, body }: HttpRequest,
  headers: Readonly<Record<string, string>>,
  closing?: AbortSignal,
): Promise<Response> {
  const timeout = AbortSignal.timeout(limits.httpRequestTimeoutMs);
  try {
    return await fetch(base + path, {
      method,
      headers: body === undefined ? headers : { ...headers, "content-type": "application/json" },
      ...(body === undefined ? {} : { body }),
      signal: closing === undefined ? timeout : AbortSignal.any([timeout, closing]),
      cache: "no-store",
      credentials: "omit",
      redirect: "error",
    });
  } catch (error) {
    if (error instanceof DOMException && error.name === "TimeoutError") {
      throw new TransportError("timeout", `${base} did not answer within ${limits.httpRequestTimeoutMs / 1_000} s.`, { cause: error });
    }
    // The browser does not tell a port without a listener from a request that it refused itself.
    const message = `Nothing answers on ${base}: no service runs there, or the browser refused access to the local network.`;
    throw new TransportError("unreachable", message, { cause: error });
  }
}

async function readJson(response: Response): Promise<unknown> {
  try {
    return await response.json();
  } catch (error) {
    // No JSON, or the connection broke in the middle: either way no answer of the service.
    throw new TransportError("answer", `What answers on ${response.url} is not the service.`, { cause: error });
  }
}

function notOurs(base: string): TransportError {
  return new TransportError("answer", `What answers on ${base} is not the service.`);
}

function isErrorBody(value: unknown): value is ErrorBody {
  if (typeof value !== "object" || value === null || !("error" in value)) return false;
  const { error } = value;
  return typeof error === "object" && error !== null && "code" in error && "message" in error && typeof error.message === "string";
}

/** Tells whether the service wants signed requests from now on, or a new session. */
export function isUnauthorized(error: unknown): error is ServiceError {
  return error instanceof ServiceError && error.code === "unauthorized";
}
