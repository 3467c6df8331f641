import { isUtf8 } from "node:buffer";
import type { Readable, Writable } from "node:stream";
import { ServiceError, toErrorBody } from "../contract/errors.js";
import type { ServiceEvent } from "../contract/events.js";
import { type Handover, type NativeReply, type NativeRequest, nativeIdSchema, nativeRequestSchema } from "../contract/frames.js";
import { isRecord } from "../contract/json.js";
import { limits } from "../contract/limits.js";
import { type OpenCall, serverInfoSchema } from "../contract/operations.js";
import { type Client, clientSchema } from "../contract/presence.js";
import { encodeFrame, FrameError, framesOf, makeFrameDecoder } from "./framing.js";

export interface NativePeer {
  readonly input: Readable;
  readonly output: Writable;
  readonly call: OpenCall;
  /** Registers for events; returns a disposer. */
  readonly subscribe: (listener: (event: ServiceEvent) => void) => () => void;
  /** The extension identified itself in its first frame: once a connection. Awaited before that is answered. */
  readonly onClient: (client: Client) => Promise<void>;
  /** What an extension that identified itself gets of a project that it just found, by ServerInfo.id; undefined when there is nothing. */
  readonly handOver: (project: string) => Promise<Handover | undefined>;
  /** One line for a person: why the connection ended, which call failed unexpectedly. */
  readonly log: (line: string) => void;
}

/** Serves the browser until either end closes; calls under way are finished. Resolves to false when the peer broke the framing. */
export async function serveNative(peer: NativePeer): Promise<boolean> {
  const writer = makeWriter(peer.output);
  const send = (reply: NativeReply) => writer.send(JSON.stringify(reply));
  const unsubscribe = peer.subscribe((event) => send({ event }));
  const decoder = makeFrameDecoder(limits.nativeRequestMaxBytes);
  const running = new Set<Promise<void>>();
  let client: Client | undefined;
  let handedOver = "";

  function take(chunk: Buffer): Promise<unknown> | undefined {
    for (const body of decoder.push(chunk)) {
      const message = parse(body);
      const { data: request } = nativeRequestSchema.safeParse(message);
      if (request === undefined) {
        send(malformed(message));
        continue;
      }
      const answered = answer(request, body.length).finally(() => running.delete(answered));
      running.add(answered);
    }
    // Reading stops while too much is under way: the pipe then holds the browser back.
    return running.size >= maxRunning ? Promise.race(running) : writer.ready();
  }

  async function answer(request: NativeRequest, bytes: number): Promise<void> {
    const { id, op, project, input } = request;
    let reply: NativeReply;
    try {
      await greet(request);
      reply = { id, ok: true, output: await peer.call(op, input, project, bytes) };
      if (op === "info:get" && client !== undefined) await handOver(reply.output);
    } catch (error) {
      if (!(error instanceof ServiceError)) peer.log(`the operation ${JSON.stringify(op)} failed: ${String(error)}`);
      reply = { id, ok: false, ...toErrorBody(error) };
    }
    writer.send(...framesOf(id, reply));
  }

  async function greet(request: NativeRequest): Promise<void> {
    if (request.client === undefined || client !== undefined) return;
    client = clientSchema.safeParse(request.client).data;
    if (client !== undefined) await peer.onClient(client);
  }

  /** Goes before the answer that names the project, and again only when something in it has changed. */
  async function handOver(info: unknown): Promise<void> {
    const handover = await peer.handOver(serverInfoSchema.parse(info).id);
    if (handover === undefined) return;
    const frame = JSON.stringify({ handover } satisfies NativeReply);
    if (frame !== handedOver) writer.send(frame);
    handedOver = frame;
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

/** Throws FrameError for a frame that is no JSON. */
function parse(body: Buffer): unknown {
  try {
    if (!isUtf8(body)) throw new SyntaxError("not UTF-8");
    return JSON.parse(body.toString());
  } catch (error) {
    throw new FrameError(`a frame of ${body.length} bytes was no JSON`, { cause: error });
  }
}

function malformed(value: unknown): NativeReply {
  const { data: id = null } = nativeIdSchema.safeParse(isRecord(value) ? value["id"] : undefined);
  const message = "This frame is no request. Send {id, op, project?, input} with the name of an operation as op.";
  return { id, ok: false, ...toErrorBody(new ServiceError("invalid-input", message)) };
}

/** Hands on what a stream brings, waiting for each `take`. Resolves to whether it ended by itself; rejects as `take`. By events, as faster. */
function eachChunk(stream: Readable, take: (chunk: Buffer) => Promise<unknown> | undefined): Promise<boolean> {
  return new Promise((resolve, reject) => {
    // A signal may have come before anybody listened.
    if (stream.destroyed) return resolve(false);
    const onData = (chunk: Buffer) => {
      try {
        const wait = take(chunk);
        if (wait === undefined) return;
        stream.pause();
        wait.then(() => stream.resume(), reject);
      } catch (error) {
        stream.off("data", onData);
        reject(error);
      }
    };
    stream.on("data", onData);
    stream.once("end", () => resolve(true));
    // After `end` this settles nothing any more.
    stream.once("close", () => resolve(false));
    stream.once("error", (error: NodeJS.ErrnoException) => (isCutOff(error) ? resolve(false) : reject(error)));
  });
}

function isCutOff({ code }: NodeJS.ErrnoException): boolean {
  return code === "ECONNRESET" || code === "EPIPE" || code === "EIO";
}

/** Writes frames to a pipe. When the reader is gone, what is sent afterwards is dropped. */
function makeWriter(output: Writable) {
  let last: Promise<unknown> = Promise.resolve();
  // A closed pipe is the browser's way to end: the reading side ends the connection.
  output.on("error", () => undefined);
  const closed = new Promise((resolve) => output.once("close", resolve));
  return {
    /** Queues frames, given as JSON; they leave in this order with nothing between them. */
    send(...frames: readonly string[]): void {
      for (const frame of frames) last = new Promise((resolve) => output.write(encodeFrame(frame), resolve));
    },
    /** Resolves when the pipe takes more; undefined when it does so now. */
    ready: () => (output.writableNeedDrain ? Promise.race([closed, new Promise((resolve) => output.once("drain", resolve))]) : undefined),
    /** Resolves when all that was sent has left, or the peer is gone. */
    flushed: async () => void (await last),
  };
}
