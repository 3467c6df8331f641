import { endianness } from "node:os";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { codePoint } from "../testing/code-points.js";
import { encodeFrame, FrameError, makeFrameDecoder } from "./framing.js";

const max = 10_000;

/** Cuts bytes at the given points, in any order and number. */
function chunksOf(bytes: Buffer, cuts: readonly number[]): Buffer[] {
  const points = [0, ...cuts.map((cut) => cut % (bytes.length + 1)).sort((a, b) => a - b), bytes.length];
  return points.slice(1).map((end, index) => bytes.subarray(points[index], end));
}

function header(length: number): Buffer {
  const bytes = Buffer.alloc(4);
  if (endianness() === "LE") bytes.writeUInt32LE(length);
  else bytes.writeUInt32BE(length);
  return bytes;
}

describe("framing", () => {
  it("gives back every message, however the stream is cut", () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit: codePoint, maxLength: 300 }), { maxLength: 8 }),
        fc.array(fc.nat(), { maxLength: 12 }),
        (texts, cuts) => {
          const decoder = makeFrameDecoder(max);
          const stream = Buffer.concat(texts.map((text) => encodeFrame(JSON.stringify(text))));
          const bodies = chunksOf(stream, cuts).flatMap((chunk) => [...decoder.push(chunk)]);
          decoder.end();
          expect(bodies.map((body) => JSON.parse(body.toString()))).toEqual(texts);
        },
      ),
    );
  });

  it("takes random bytes without any error but its own", () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 200 })), (chunks) => {
        const decoder = makeFrameDecoder(max);
        try {
          for (const chunk of chunks) for (const body of decoder.push(Buffer.from(chunk))) expect(body.length).toBeLessThanOrEqual(max);
          decoder.end();
        } catch (error) {
          expect(error).toBeInstanceOf(FrameError);
        }
      }),
    );
  });

  it.each([max + 1, 0xffff_ffff])("refuses a length of %i at its header, after giving what stood before it", (length) => {
    const decoder = makeFrameDecoder(max);
    const given: string[] = [];
    const read = () => {
      for (const body of decoder.push(Buffer.concat([encodeFrame("1"), header(length), Buffer.from("abc")]))) given.push(String(body));
    };
    expect(read).toThrow(FrameError);
    expect(given).toEqual(["1"]);
  });

  it("takes a frame of exactly the bound", () => {
    expect([...makeFrameDecoder(max).push(encodeFrame("x".repeat(max)))]).toHaveLength(1);
  });

  it.each([1, 3, 4, 6])("notices that the stream ended after %i bytes of a frame", (bytes) => {
    const decoder = makeFrameDecoder(max);
    expect([...decoder.push(encodeFrame("null").subarray(0, bytes))]).toEqual([]);
    expect(() => decoder.end()).toThrow(FrameError);
  });
});
