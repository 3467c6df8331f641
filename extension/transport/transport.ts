import type { HeardEvent } from "../../host/contract/events.js";
import { type Call, type OperationName, type OperationOutput, operations } from "../../host/contract/operations.js";

/** How the extension reaches the service, best first. */
export type TransportName = "native" | "signed" | "unsigned";

export interface Transport {
  readonly name: TransportName;
  readonly call: Call;
  /** Where events have a channel of their own; over native messaging they come with the answers. */
  readonly events?: EventChannel;
}

/** One place and session are one channel: it need not be opened twice, and a new session takes the old one's place. `open` returns the function that ends it. */
export interface EventChannel {
  readonly place: string;
  readonly session: string;
  open(listeners: EventListeners): () => void;
}

export interface EventListeners {
  readonly onEvent: (event: HeardEvent) => void;
  /** Once, when the channel ends other than by us. `livedMs`: for how long it was there. */
  readonly onEnd: (livedMs: number) => void;
}

/** Which part of the way to the service failed. `unproven`: what answers does not prove the key of a project that this browser paired with. */
export type BrokenHop = "permission" | "host-missing" | "host-ended" | "unreachable" | "timeout" | "answer" | "unproven";

/** The service could not be asked, or its answer is none. Refusals by the service itself are ServiceError. */
export class TransportError extends Error {
  override readonly name = "TransportError";
  readonly hop: BrokenHop;

  constructor(hop: BrokenHop, message: string, options: { cause?: unknown } = {}) {
    super(message, options);
    this.hop = hop;
  }
}

/** The answer of an operation, checked: on an HTTP port may sit any program, and host and extension may differ in version. */
export function readAnswer<N extends OperationName>(name: N, answer: unknown): OperationOutput<N> {
  const parsed = operations[name].output.safeParse(answer);
  if (!parsed.success) throw new TransportError("answer", `The answer to ${name} is none of this service, or of another version of it.`);
  // The compiler does not follow the name through the table; the schema just did.
  return parsed.data as OperationOutput<N>;
}
