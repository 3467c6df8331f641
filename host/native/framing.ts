import type { NativeReply, NativeRequest } from "../contract/frames.js";
import { limits } from "../contract/limits.js";

/** The peer broke the framing: nothing after this point of the stream can be read. */
export class FrameError extends Error {
  override readonly name = "FrameError";
}

/**
 * Cuts a byte stream into native messaging frames: a 32-bit length in native byte order, then as many bytes of UTF-8 JSON.
 * Memory follows the bytes received, never the length announced.
 * Protocol: https://developer.mozilla.org/docs/Mozilla/Add-ons/WebExtensions/Native_messaging
 */
export function makeFrameDecoder(maxBytes: number) {
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
    /** Takes the next bytes of the stream and yields the bodies that they complete, one by one; then throws FrameError if the rest is none. */
    *push(chunk: Buffer) {
      chunks.push(chunk);
      held += chunk.length;
      for (let body = next(); body !== undefined; body = next()) yield body;
    },
    /** Ends the stream. Throws FrameError when it ended inside a frame. */
    end() {
      if (length !== undefined || held > 0) throw new FrameError("the stream ended inside a frame");
    },
  };
}

export function encodeFrame(json: string): Buffer {
  const body = Buffer.byteLength(json);
  const frame = Buffer.allocUnsafe(headerBytes + body);
  frame.set(new Uint8Array(Uint32Array.of(body).buffer));
  frame.write(json, headerBytes);
  return frame;
}

const headerBytes = 4;

/** Typed arrays have the machine's own byte order. */
function readLength(header: Buffer): number {
  return new Uint32Array(Uint8Array.from(header).buffer)[0] ?? 0;
}

/** An answer as one frame, or its parts where browsers take no such length (1 MB): each part's `data` is a piece of the answer's JSON. */
export function framesOf(id: NativeRequest["id"], reply: NativeReply): string[] {
  const json = JSON.stringify(reply);
  if (Buffer.byteLength(json) <= limits.nativeReplyMaxBytes) return [json];
  const pieces = piecesOf(json);
  return pieces.map((data, part) => JSON.stringify({ id, part, of: pieces.length, data } satisfies NativeReply));
}

/** No UTF-16 unit of JSON text takes more than three bytes when it stands inside a JSON string again. */
const maxBytesPerUnit = 3;
/** Room for the part's own fields, the id included. */
const envelopeBytes = 1_024;
const pieceUnits = Math.floor((limits.nativeReplyMaxBytes - envelopeBytes) / maxBytesPerUnit);

function piecesOf(json: string): string[] {
  const pieces: string[] = [];
  let start = 0;
  while (start < json.length) {
    const end = Math.min(start + pieceUnits, json.length);
    // A surrogate pair stays whole: half of one has no UTF-8 form.
    const cut = end < json.length && isHighSurrogate(json.charCodeAt(end - 1)) ? end - 1 : end;
    pieces.push(json.slice(start, cut));
    start = cut;
  }
  return pieces;
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}
