import { type ErrorBody, fromErrorBody } from "../../host/contract/errors.js";
import { isRecord, parseJson } from "../../host/contract/json.js";
import { limits } from "../../host/contract/limits.js";
import type { HttpRequest } from "./http-request.js";
import { TransportError } from "./transport.js";

export interface HttpAnswer {
  readonly url: string;
  readonly status: number;
  readonly text: string;
  /** Empty for a header that is not there, or not readable for us. */
  header(name: string): string;
}

/** Sends one request to a port of this machine. Throws TransportError `unreachable` or `timeout`. */
export async function exchange(
  base: string,
  { method, path, body }: HttpRequest,
  headers: Readonly<Record<string, string>>,
): Promise<HttpAnswer> {
  try {
    const response = await fetch(base + path, {
      method,
      headers: body === undefined ? headers : { ...headers, "content-type": "application/json" },
      ...(body === undefined ? {} : { body }),
      signal: AbortSignal.timeout(limits.httpRequestTimeoutMs),
      cache: "no-store",
      credentials: "omit",
      redirect: "error",
    });
    const text = await response.text();
    return { url: base + path, status: response.status, text, header: (name) => response.headers.get(name) ?? "" };
  } catch (error) {
    if (error instanceof DOMException && error.name === "TimeoutError") {
      throw new TransportError("timeout", `${base} did not answer within ${limits.httpRequestTimeoutMs / 1_000} s.`, { cause: error });
    }
    // The browser does not distinguish a port without a listener from a request that it refused itself.
    const message = `Nothing answers on ${base}: no service runs there, or the browser keeps extensions from this machine's ports. Native messaging needs none.`;
    throw new TransportError("unreachable", message, { cause: error });
  }
}

/** The JSON of a good answer. Throws the ServiceError of a refusal, and TransportError `answer` for what is none of ours. */
export function readAnswerJson({ url, status, text }: HttpAnswer): unknown {
  const json = parseJson(text);
  if (json !== undefined && status >= 200 && status < 300) return json;
  if (isErrorBody(json)) throw fromErrorBody(json);
  throw new TransportError("answer", `What answers on ${url} is not the service.`);
}

function isErrorBody(value: unknown): value is ErrorBody {
  const error = isRecord(value) ? value["error"] : undefined;
  return isRecord(error) && "code" in error && typeof error["message"] === "string";
}
