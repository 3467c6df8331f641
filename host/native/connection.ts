import { isUtf8 } from "node:buffer";
import type { Readable, Writable } from "node:stream";
import { ServiceError, toErrorBody } from "../contract/errors.js";
import type { ServiceEvent } from "../contract/events.js";
import { isNativeId, isNativeRequest, type NativeReply, type NativeRequest } from "../contract/frames.js";
import { limits } from "../contract/limits.js";
import type { OpenCall } from "../contract/operations.js";
import { eachChunk } from "./each-chunk.js";
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
 * Serves the browser until its end of the pipe closes, or ours does. Requests run side by side; those under way at the end are finished.
 * Resolves to false when the peer broke the framing.
 */
export async function serveNative(peer: NativePeer): Promise<boolean> {
  const writer = makeWriter(peer.output);
  const unsubscribe = peer.subscribe((event) => writer.send([JSON.stringify({ event } satisfies NativeReply)]));
  const decoder = makeFrameDecoder(limits.nativeRequestMaxBytes);
  const running = new Set<Promise<void>>();

  function take(chunk: Buffer): Promise<unknown> | undefined {
    for (const body of decoder.push(chunk)) {
      const answered = answer(peer, writer, body).finally(() => running.delete(answered));
      running.add(answered);
    }
    // Reading stops while too much is under way: the pipe then holds the browser back.
    return running.size >= maxRunning ? Promise.race(running) : writer.ready();
  }

  try {
    const isWhole = await eachChunk(peer.input, take);
    if (isWhole) decoder.end();
    return true;
  } catch (error) {
    if (!(error instanceof FrameError)) throw error;
    peer.log(`native messaging ended: ${error.message}`);
    return false;
  } finally {
    unsubscribe();
    // What comes after a broken frame is nobody's.
    peer.input.destroy();
    await Promise.all(running);
    await writer.flushed();
  }
}

const maxRunning = 32;

/** Answers one frame. Throws FrameError at once for one that is no JSON. */
function answer(peer: NativePeer, writer: Writer, body: Buffer): Promise<void> {
  const message = parse(body);
  if (isNativeRequest(message)) return answerRequest(peer, writer, message, body.length);
  writer.send([JSON.stringify(malformed(message))]);
  return Promise.resolve();
}

function parse(body: Buffer): unknown {
  try {
    if (!isUtf8(body)) throw new SyntaxError("not UTF-8");
    return JSON.parse(body.toString());
  } catch (error) {
    throw new FrameError(`a frame of ${body.length} bytes was no JSON`, { cause: error });
  }
}

function malformed(value: unknown): NativeReply {
  const id = typeof value === "object" && value !== null && "id" in value && isNativeId(value.id) ? value.id : null;
  const message = "This frame is no request. Send {id, op, project?, input} with the name of an operation as op.";
  return { id, ok: false, ...toErrorBody(new ServiceError("invalid-input", message)) };
}

async function answerRequest({ call, log }: NativePeer, writer: Writer, request: NativeRequest, bytes: number): Promise<void> {
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
