import { connect, type Socket } from "node:net";

/** A command of Firefox's remote protocol and its answer; rejects with the browser's own error text. */
export interface Marionette {
  send<T = unknown>(command: string, parameters?: Record<string, unknown>): Promise<T>;
  close(): void;
}

interface Waiting {
  resolve(value: unknown): void;
  reject(error: Error): void;
}

const connectTimeoutMs = 45_000;
const retryMs = 100;

/** Connects to Firefox's Marionette port once it listens. Frames are `length:json`; commands `[0, id, name, parameters]`. */
export async function connectMarionette(port: number): Promise<Marionette> {
  const socket = await openSocket(port, Date.now() + connectTimeoutMs);
  const waiting = new Map<number, Waiting>();
  let lastId = 0;
  // The first frame greets; it answers no command.
  readFrames(socket, (frame) => {
    if (!Array.isArray(frame)) return;
    const [, id, error, value] = frame;
    const one = waiting.get(id);
    waiting.delete(id);
    if (error) one?.reject(new Error(`${error.error}: ${error.message}`));
    else one?.resolve(value);
  });
  socket.on("close", () => {
    for (const { reject } of waiting.values()) reject(new Error("Firefox closed the Marionette connection"));
    waiting.clear();
  });
  return {
    send: <T>(command: string, parameters: Record<string, unknown> = {}) =>
      new Promise<T>((resolve, reject) => {
        lastId += 1;
        waiting.set(lastId, { resolve: (value) => resolve(value as T), reject });
        const text = JSON.stringify([0, lastId, command, parameters]);
        socket.write(`${Buffer.byteLength(text)}:${text}`);
      }),
    close: () => socket.destroy(),
  };
}

async function openSocket(port: number, deadline: number): Promise<Socket> {
  for (;;) {
    try {
      return await new Promise<Socket>((resolve, reject) => {
        const socket = connect(port, "127.0.0.1", () => resolve(socket));
        socket.on("error", reject);
      });
    } catch (error) {
      // The browser needs a moment until it listens.
      if (Date.now() > deadline) throw error;
      await new Promise((resolve) => setTimeout(resolve, retryMs));
    }
  }
}

function readFrames(socket: Socket, onFrame: (frame: unknown) => void): void {
  let buffer = Buffer.alloc(0);
  socket.on("data", (chunk) => {
    buffer = Buffer.concat([buffer, chunk]);
    for (;;) {
      const colon = buffer.indexOf(":");
      if (colon < 0) return;
      const length = Number(buffer.toString("utf8", 0, colon));
      const end = colon + 1 + length;
      if (buffer.length < end) return;
      onFrame(JSON.parse(buffer.toString("utf8", colon + 1, end)));
      buffer = buffer.subarray(end);
    }
  });
}
