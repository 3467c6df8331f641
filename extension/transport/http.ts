import { ServiceError } from "../../host/contract/errors.js";
import { proofHeaders } from "../../host/contract/names.js";
import type { Call } from "../../host/contract/operations.js";
import { openEvents } from "./http-events.js";
import { exchange, readAnswerJson } from "./http-exchange.js";
import { type HttpRequest, httpRequestOf } from "./http-request.js";
import { type Signer, unproven } from "./signer.js";
import { readAnswer, type Transport } from "./transport.js";

/** The service's HTTP port on this machine as a transport; signed when there is a signer. Each call is a request of its own. */
export function openHttp(port: number, signer?: Signer): Transport {
  const base = `http://127.0.0.1:${port}`;
  const call: Call = async (name, input) => {
    const request = httpRequestOf(name, input);
    if (signer === undefined) return readAnswer(name, readAnswerJson(await exchange(base, request, {})));
    // The service may have gone since its last answer, and a stranger taken its port: nothing is sent before the key is proven anew.
    if (request.body !== undefined || request.path.includes("?")) await askSigned(base, { method: "GET", path: "/health" }, signer);
    return readAnswer(name, await askSigned(base, request, signer));
  };
  return {
    name: signer === undefined ? "unsigned" : "signed",
    call,
    events: { place: base, session: signer?.sessionId ?? "", open: (listeners) => openEvents(port, signer, listeners) },
  };
}

/** Refusals that the server may give before it has looked at the signature: these cannot be proven, and are believed as refusals only. */
const unprovable: readonly ServiceError["code"][] = ["unauthorized", "too-many-requests", "too-large", "forbidden-origin"];

/** One signed request. Throws TransportError `unproven` when the answer does not prove the key. */
async function askSigned(base: string, request: HttpRequest, signer: Signer): Promise<unknown> {
  const signed = await signer.sign(request);
  const answer = await exchange(base, request, signed.headers);
  const { status, text, header } = answer;
  if (await signer.isAuthentic(signed, { status, text, proof: header(proofHeaders.answer) })) return readAnswerJson(answer);
  try {
    readAnswerJson(answer);
  } catch (error) {
    if (error instanceof ServiceError && unprovable.includes(error.code))
      throw new ServiceError(error.code, error.message, { cause: error, ...(error.reason === undefined ? {} : { reason: error.reason }) });
  }
  throw unproven(base);
}

/** Returns whether the service wants signed requests from now on, or a new session. */
export function isUnauthorized(error: unknown): error is ServiceError {
  return error instanceof ServiceError && error.code === "unauthorized";
}
