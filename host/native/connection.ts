import type { Readable, Writable } from "node:stream";
import { ServiceError, toErrorBody } from "../contract/errors.js";
import type { ServiceEvent } from "../contract/events.js";
import { type NativeReply, type NativeRequest, nativeRequestSchema } from "../contract/frames.js";
import { limits } from "../contract/limits.js";
import type { OpenCall } from "../contract/operations.js";
import { FrameError, makeFrameDecoder } from "./framing.js";
import { framesOf } from "./parts.js";
import { makeWriter, type Writer } from "./writer.js";

export interface NativePeer {
  readonly input: Readable;
  readonly output: Writable;
  readonly call: OpenCall;
  /** Registers for events; the function returned ends that. */
  readonly subscribe: (listener: (event: ServiceEvent) => void) => () => void;
  /** One line for a person: why the connection ended, which call failed unexpectedly. */
  readonly log: (line: string) => void;
}

/**
 * Serves the browser until its end of the pipe closes. Requests run side by side; those under way at the end are finished.
 * Resolves to false when the peer broke the framing.
 */
export async function serveNative(peer: NativePeer): Promise<boolean> {
  const writer = makeWriter(peer.output);
  const unsubscribe = peer.subscribe((event) => writer.send([JSON.stringify({ event } satisfies NativeReply)]));
  const running = new Set<Promise<void>>();
  try {
    for await (const received of requestsOf(peer, writer)) {
      const answered = answer(peer, writer, received).finally(() => running.delete(answered));
      running.add(answered);
      // Reading stops while too much is under way: the pipe then holds the browser back.
      if (running.size >= maxRunning) await Promise.race(running);
      await writer.ready();
    }
    return true;
  } catch (error) {
    if (!(error instanceof FrameError)) throw error;
    peer.log(`native messaging ended: ${error.message}`);
    return false;
  } finally {
    unsubscribe();
    await Promise.all(running);
    await writer.flushed();
  }
}

const maxRunning = 32;

interface Received {
  readonly request: NativeRequest;
  /** Length of the frame that carried it. */
  readonly bytes: number;
}

/** Valid requests in order of arrival; a frame of another shape is answered at once. */
async function* requestsOf(peer: NativePeer, writer: Writer): AsyncGenerator<Received> {
  const decoder = makeFrameDecoder(limits.nativeRequestMaxBytes);
  for await (const chunk of peer.input) {
    for (const body of decoder.push(chunk)) {
      const value = parse(body);
      const request = nativeRequestSchema.safeParse(value);
      if (request.success) yield { request: request.data, bytes: body.length };
      else writer.send([JSON.stringify(malformed(value))]);
    }
  }
  decoder.end();
}

const utf8 = new TextDecoder("utf-8", { fatal: true });

function parse(body: Buffer): unknown {
  try {
    return JSON.parse(utf8.decode(body));
  } catch (error) {
    throw new FrameError(`a frame of ${body.length} bytes was no JSON`, { cause: error });
  }
}

function malformed(value: unknown): NativeReply {
  const id = nativeRequestSchema.shape.id.safeParse(typeof value === "object" && value !== null && "id" in value ? value.id : undefined);
  const message = "This frame is no request. Send {id, op, project?, input} with the name of an operation as op.";
  return { id: id.success ? id.data : null, ok: false, ...toErrorBody(new ServiceError("invalid-input", message)) };
}

async function answer({ call, log }: NativePeer, writer: Writer, { request, bytes }: Received): Promise<void> {
  const { id, op, project, input } = request;
  let reply: NativeReply;
  try {
    reply = { id, ok: true, output: await call(op, input, project, bytes) };
  } catch (error) {
    if (!(error instanceof ServiceError)) log(`the operation ${JSON.stringify(op)} failed: ${String(error)}`);
    reply = { id, ok: false, ...toErrorBody(error) };
  }
  writer.send(framesOf(id, reply));
}
