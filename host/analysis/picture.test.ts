import { crc32, deflateSync } from "node:zlib";
import { encode } from "fast-png";
import { describe, expect, test } from "vitest";
import { processorMs } from "../testing/processor-time.js";
import { cropMarked } from "./picture.js";

const crop = (png: Uint8Array) => cropMarked({ png, window: { width: 10, height: 10 }, marks: [[2, 2, 4, 4]] });
const real = encode({ width: 10, height: 10, data: new Uint8Array(300).fill(90), channels: 3, depth: 8 });

function chunk(type: string, data: Uint8Array): Uint8Array {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

/** A PNG that claims this size, with these chunks after its header. */
function png(width: number, height: number, ...chunks: readonly Uint8Array[]): Uint8Array {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2], 8);
  return Buffer.concat([real.subarray(0, 8), chunk("IHDR", header), ...chunks, chunk("IEND", new Uint8Array(0))]);
}

const packed = deflateSync(Buffer.alloc(100_000_000));
const honest = chunk("IDAT", deflateSync(Buffer.alloc(310)));
const profile = chunk("iCCP", Buffer.concat([Buffer.from("icc\0\0", "latin1"), packed]));

describe("cropMarked", () => {
  test.each([
    ["data of 100 MB", png(10, 10, chunk("IDAT", packed))],
    [
      "the same in pieces",
      png(10, 10, ...Array.from({ length: 50 }, (_, at) => chunk("IDAT", packed.subarray(at * 2_000, (at + 1) * 2_000)))),
    ],
    ["a height of 4 billion rows", png(10, 0xff_ff_ff_ff, honest)],
    ["100 million pixels", png(10_000, 10_000, honest)],
    ["fewer data than pixels", png(10, 10, chunk("IDAT", deflateSync(Buffer.alloc(9))))],
    ["a chunk longer than the file", png(10, 10, honest).subarray(0, 50)],
    ["data that are no stream of zlib", png(10, 10, chunk("IDAT", Buffer.concat([Buffer.from("78da", "hex"), Buffer.alloc(64, 0xff)])))],
    ["nothing", new Uint8Array(0)],
  ])("refuses a PNG of ten by ten pixels with %s, at the cost of ten by ten", async (_, file) => {
    expect(await processorMs(() => expect(() => crop(file)).toThrow(RangeError))).toBeLessThan(250);
  });

  test("does not unpack a colour profile", async () => {
    expect(await processorMs(() => expect(crop(png(10, 10, profile, honest))?.width).toBe(10))).toBeLessThan(250);
  });

  test("cuts what browsers write", () => {
    expect(crop(real)).toMatchObject({ width: 10, height: 10 });
  });
});
