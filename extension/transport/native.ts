import { type ErrorBody, fromErrorBody } from "../../host/contract/errors.js";
import { type HeardEvent, heardSchema } from "../../host/contract/events.js";
import { type Handover, handoverSchema } from "../../host/contract/frames.js";
import { isRecord } from "../../host/contract/json.js";
import { limits } from "../../host/contract/limits.js";
import type { Call } from "../../host/contract/operations.js";
import { thisClient } from "./client.js";
import { withDeadline } from "./deadline.js";
import { isNativeAllowed, openNativePort } from "./native-port.js";
import { readAnswer, type Transport, TransportError } from "./transport.js";

export interface NativeListeners {
  readonly onEvent: (event: HeardEvent) => void;
  /** The host hands over a project's key before it answers with the project; the answer waits until this has settled. */
  readonly onHandover: (handover: Handover) => Promise<void>;
  /** Once, when the connection ends other than by `closeWhenIdle`. */
  readonly onEnd: (error: TransportError) => void;
}

export interface NativeTransport {
  readonly name: "native";
  readonly call: Call;
  isOpen(): boolean;
  /** Disconnects as soon as no call is under way. */
  closeWhenIdle(): void;
}

/** Starts the native host. Throws TransportError when the user has not allowed it; a missing host ends the connection at the first call. */
export function openNative({ onEvent, onHandover, onEnd }: NativeListeners): NativeTransport {
  if (!isNativeAllowed()) throw new TransportError("permission", "Native messaging is not allowed yet.");
  const pending = new Map<number, { resolve(output: unknown): void; reject(error: Error): void }>();
  const join = makePartJoiner();
  let ended: TransportError | undefined;
  let isUnused = false;
  let answered = false;
  let lastId = 0;
  let handedOver = Promise.resolve();

  function end(error: TransportError): void {
    ended = error;
    for (const { reject } of pending.values()) reject(error);
    pending.clear();
  }

  function closeIfUnused(): void {
    if (!isUnused || pending.size > 0 || ended !== undefined) return;
    end(new TransportError("host-ended", "The connection was closed."));
    port.disconnect();
  }

  /** Frames of a newer host that this extension does not know are nothing to it. */
  function settle(frame: unknown): void {
    if (!isRecord(frame)) return;
    answered = true;
    const event = heardSchema.safeParse(frame["event"]);
    const handover = handoverSchema.safeParse(frame["handover"]);
    if (event.success) onEvent(event.data);
    else if (handover.success) handedOver = handedOver.then(() => onHandover(handover.data));
    // The browser guarantees who sent it, so only the shape's outline is checked; answers meet their schema later.
    else if (typeof frame["id"] === "number") settleCall(frame as unknown as Reply);
  }

  function settleCall(reply: Reply): void {
    if ("part" in reply) settle(join(reply));
    else if (reply.ok) pending.get(reply.id)?.resolve(reply.output);
    else pending.get(reply.id)?.reject(fromErrorBody(reply));
  }

  const port = openNativePort({
    onMessage: settle,
    onEnd: (reason, hop) => {
      const error = new TransportError(hop ?? (answered ? "host-ended" : "host-missing"), reason);
      end(error);
      onEnd(error);
    },
  });

  const call: Call = async (op, input, project) => {
    if (ended !== undefined) throw ended;
    isUnused = false;
    const id = ++lastId;
    const output = new Promise<unknown>((resolve, reject) => pending.set(id, { resolve, reject }));
    const client = id === 1 ? { client: thisClient() } : {};
    port.postMessage({ id, op, ...(project === undefined ? {} : { project }), input, ...client });
    try {
      const answer = readAnswer(op, await withDeadline(output, limits.httpConnectionTimeoutMs, "The native host"));
      await handedOver;
      return answer;
    } finally {
      pending.delete(id);
      closeIfUnused();
    }
  };

  return {
    name: "native",
    call,
    isOpen: () => ended === undefined,
    closeWhenIdle: () => {
      isUnused = true;
      closeIfUnused();
    },
  } satisfies Transport & Record<string, unknown>;
}

type Reply =
  | Part
  | { readonly id: number; readonly ok: true; readonly output: unknown }
  | ({ readonly id: number; readonly ok: false } & ErrorBody);

/** A piece of a long answer's JSON; `part` counts from 0. */
export interface Part {
  readonly id: number;
  readonly part: number;
  readonly of: number;
  readonly data: string;
}

/** Collects parts, of several answers at once; returns the whole answer with its last part. */
export function makePartJoiner(): (part: Part) => unknown {
  const pieces = new Map<number, string[]>();
  return ({ id, part, of, data }) => {
    const known = pieces.get(id) ?? [];
    known[part] = data;
    pieces.set(id, known);
    if (Object.keys(known).length < of) return undefined;
    pieces.delete(id);
    return JSON.parse(known.join(""));
  };
}
