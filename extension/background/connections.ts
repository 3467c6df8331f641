import { ServiceError } from "../../host/contract/errors.js";
import { limits } from "../../host/contract/limits.js";
import type { OperationInput, OperationName, OperationOutput, ServerInfo } from "../../host/contract/operations.js";
import { shortenUrl } from "../../host/contract/urls.js";
import { isUnauthorized } from "../transport/http.js";
import { type Transport, TransportError } from "../transport/transport.js";
import { type Decision, discover } from "./discovery.js";
import type { NativeLink } from "./native-link.js";

/** Chooses the project of each page, and calls its operations. */
export interface Connections {
  /** Returns the project of a page; cached for at most 10 s. */
  decide(pageUrl: string): Promise<Decision>;
  /** Runs an operation for a page. When the transport breaks, another is opened and the call retried once. */
  call<N extends OperationName>(pageUrl: string, name: N, input: OperationInput<N>): Promise<OperationOutput<N>>;
  /** Invalidates cached decisions. */
  forget(): void;
}

/** Shorter than the interval at which an open sidebar refreshes, so that each refresh probes anew. */
const freshMs = (limits.registryRefreshMs * 2) / 3;

/** Most cached decisions: in-page navigation changes the URL again and again. */
const decisionsMax = 100;

/** `onFound` receives the transport and project of each new decision; `onNearby` services whose events may change one. */
export function makeConnections(
  native: NativeLink,
  onFound: (transport: Transport, info: ServerInfo) => void,
  onNearby: (transport: Transport) => void,
): Connections {
  const decisions = new Map<string, { readonly at: number; readonly decision: Promise<Decision> }>();

  function decide(pageUrl: string): Promise<Decision> {
    const known = decisions.get(pageUrl);
    if (known !== undefined && Date.now() - known.at < freshMs) return known.decision;
    const decision = discover(pageUrl, native);
    decisions.delete(pageUrl);
    decisions.set(pageUrl, { at: Date.now(), decision });
    const [oldest] = decisions.keys();
    if (decisions.size > decisionsMax && oldest !== undefined) decisions.delete(oldest);
    decision.then(
      (made) => {
        if (made.state === "connected") onFound(made.transport, made.info);
        else made.nearby.forEach(onNearby);
      },
      () => decisions.delete(pageUrl),
    );
    return decision;
  }

  return {
    decide,
    forget: () => decisions.clear(),
    call: async (pageUrl, name, asked) => {
      const input = withShortUrl(asked);
      try {
        return await callOn(await decide(pageUrl), name, input);
      } catch (error) {
        if (!(error instanceof TransportError) && !isUnauthorized(error)) throw error;
        // Retrying is safe: the service recognises a capture by its id and does not store it twice.
        decisions.clear();
        return callOn(await decide(pageUrl), name, input);
      }
    },
  };
}

/** Truncates the page's URL in an operation's input, so that it fits the request line. */
function withShortUrl<Input>(input: Input): Input {
  if (typeof input !== "object" || input === null || !("url" in input) || typeof input.url !== "string") return input;
  return { ...input, url: shortenUrl(input.url) };
}

function callOn<N extends OperationName>(decision: Decision, name: N, input: OperationInput<N>): Promise<OperationOutput<N>> {
  if (decision.state === "broken") throw new ServiceError("no-match", decision.detail);
  return decision.transport.call(name, input, decision.info.id);
}
