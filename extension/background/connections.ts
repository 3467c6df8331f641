import { ServiceError } from "../../host/contract/errors.js";
import type { OperationInput, OperationName, OperationOutput } from "../../host/contract/operations.js";
import { shortenUrl } from "../../host/contract/urls.js";
import { isUnauthorized } from "../transport/http.js";
import { TransportError } from "../transport/transport.js";
import { type Decision, discover } from "./discovery.js";
import type { NativeLink } from "./native-link.js";

export interface Connections {
  /** Returns the project of a page; cached until `forget`, which an open sidebar calls at each refresh. */
  decide(pageUrl: string): Promise<Decision>;
  forget(): void;
  /** Runs an operation for a page. When the transport breaks, another is opened and the call retried once. */
  call<N extends OperationName>(pageUrl: string, name: N, asked: OperationInput<N>): Promise<OperationOutput<N>>;
}

/** `onLost` runs when a call has found that the way to a project is closed. */
export function makeConnections(native: NativeLink, onDecision: (decision: Decision) => void, onLost: () => void): Connections {
  const decisions = new Map<string, Promise<Decision>>();

  function decide(pageUrl: string): Promise<Decision> {
    const known = decisions.get(pageUrl);
    if (known !== undefined) return known;
    const decision = discover(pageUrl, native);
    decisions.set(pageUrl, decision);
    decision.then(onDecision, () => decisions.delete(pageUrl));
    return decision;
  }

  return {
    decide,
    forget: () => decisions.clear(),
    call: async <N extends OperationName>(pageUrl: string, name: N, asked: OperationInput<N>): Promise<OperationOutput<N>> => {
      const input = withShortUrl(asked);
      try {
        return await callOn(await decide(pageUrl), name, input);
      } catch (error) {
        if (!(error instanceof TransportError) && !isUnauthorized(error)) throw error;
        // Retrying is safe: the service recognises a capture by its id and does not store it twice.
        decisions.clear();
        const decision = await decide(pageUrl);
        if (decision.state === "broken") onLost();
        return callOn(decision, name, input);
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
