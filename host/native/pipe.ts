import type { Readable, Writable } from "node:stream";
import { encodeFrame } from "./framing.js";

/**
 * Hands on what a stream brings, and lets it wait while the promise given back is pending. Resolves when the stream is over: true at its
 * end, false when it was cut off, by us or by a peer that died. Rejects with what `take` throws. By events, since iterating over the
 * stream takes as long as all else that a short message needs.
 */
export function eachChunk(stream: Readable, take: (chunk: Buffer) => Promise<unknown> | undefined): Promise<boolean> {
  return new Promise((resolve, reject) => {
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
export function makeWriter(output: Writable) {
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
