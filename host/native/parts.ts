import type { NativeReply, NativeRequest } from "../contract/frames.js";
import { limits } from "../contract/limits.js";

/**
 * The frames (as JSON) that carry one answer: itself, or its parts when it is longer than a browser accepts from a host (1 MB).
 * A part's `data` is a piece of the answer's JSON; joined in order the pieces give it back.
 */
export function framesOf(id: NativeRequest["id"], reply: NativeReply): string[] {
  const json = JSON.stringify(reply);
  if (json.length * maxBytesPerUnit <= limits.nativeReplyMaxBytes || Buffer.byteLength(json) <= limits.nativeReplyMaxBytes) return [json];
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
