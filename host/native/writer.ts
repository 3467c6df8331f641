import type { Writable } from "node:stream";
import { encodeFrame } from "./framing.js";

export interface Writer {
  /** Queues frames, given as JSON; they leave in this order with nothing between them. */
  send(frames: readonly string[]): void;
  /** Resolves when the pipe takes more; undefined when it does so now. */
  ready(): Promise<void> | undefined;
  /** Resolves when all that was sent has left, or the peer is gone. */
  flushed(): Promise<void>;
}

/** Writes frames to a pipe. When the reader is gone, what is sent afterwards is dropped. */
export function makeWriter(output: Writable): Writer {
  let gone = false;
  const waiting: (() => void)[] = [];
  let last: Promise<void> = Promise.resolve();
  const release = () => {
    for (const resolve of waiting.splice(0)) resolve();
  };
  const leave = () => {
    gone = true;
    release();
  };
  output.on("drain", release);
  output.on("close", leave);
  // A closed pipe is the browser's way to end: the reading side ends the connection.
  output.on("error", leave);

  return {
    send(frames) {
      for (const frame of frames) {
        if (gone) return;
        last = new Promise((resolve) => output.write(encodeFrame(frame), () => resolve()));
      }
    },
    ready() {
      if (gone || !output.writableNeedDrain) return undefined;
      return new Promise((resolve) => {
        waiting.push(resolve);
      });
    },
    flushed: () => last,
  };
}
