import { endianness } from "node:os";

/** The peer broke the framing: nothing after this point of the stream can be read. */
export class FrameError extends Error {
  override readonly name = "FrameError";
}

export interface FrameDecoder {
  /** Takes the next bytes of the stream and gives the bodies that they complete, one by one; then throws FrameError if the rest is none. */
  push(chunk: Buffer): Generator<Buffer, void>;
  /** Says that the stream is over. Throws FrameError when it ended inside a frame. */
  end(): void;
}

/**
 * Cuts a byte stream into native messaging frames: a 32-bit length in native byte order, then as many bytes of UTF-8 JSON.
 * Memory follows the bytes received, never the length announced.
 * Protocol: https://developer.mozilla.org/docs/Mozilla/Add-ons/WebExtensions/Native_messaging
 */
export function makeFrameDecoder(maxBytes: number): FrameDecoder {
  let chunks: Buffer[] = [];
  let held = 0;
  let length: number | undefined;

  function take(bytes: number): Buffer {
    const [first] = chunks;
    const all = chunks.length === 1 && first !== undefined ? first : Buffer.concat(chunks, held);
    chunks = all.length === bytes ? [] : [all.subarray(bytes)];
    held = all.length - bytes;
    return all.subarray(0, bytes);
  }

  function next(): Buffer | undefined {
    if (length === undefined) {
      if (held < headerBytes) return undefined;
      length = readLength(take(headerBytes));
      if (length > maxBytes) throw new FrameError(`a frame of ${length} bytes was announced; at most ${maxBytes} are accepted`);
    }
    if (held < length) return undefined;
    const body = take(length);
    length = undefined;
    return body;
  }

  return {
    *push(chunk) {
      chunks.push(chunk);
      held += chunk.length;
      for (let body = next(); body !== undefined; body = next()) yield body;
    },
    end() {
      if (length !== undefined || held > 0) throw new FrameError("the stream ended inside a frame");
    },
  };
}

/** One frame: length and body. */
export function encodeFrame(json: string): Buffer {
  const body = Buffer.byteLength(json);
  const frame = Buffer.allocUnsafe(headerBytes + body);
  if (littleEndian) frame.writeUInt32LE(body);
  else frame.writeUInt32BE(body);
  frame.write(json, headerBytes);
  return frame;
}

const headerBytes = 4;
const littleEndian = endianness() === "LE";

function readLength(header: Buffer): number {
  return littleEndian ? header.readUInt32LE() : header.readUInt32BE();
}
