import type { Readable } from "node:stream";

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
    // A stream that was cut off before emits nothing any more.
    if (stream.destroyed) return resolve(false);
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
