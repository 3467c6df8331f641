import { once } from "node:events";
import { PassThrough } from "node:stream";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { limits } from "../contract/limits.js";
import { serveNative } from "./connection.js";
import { framesOf } from "./framing.js";

function joined(frames: readonly string[]): unknown {
  const parts = frames.map((frame) => JSON.parse(frame));
  expect(parts.map(({ part, of }) => [part, of])).toEqual(parts.map((_, index) => [index, parts.length]));
  return JSON.parse(parts.map(({ data }) => data).join(""));
}

describe("framesOf", () => {
  const longest = limits.nativeReplyMaxBytes;
  const fillers = ["a", '"', "\\", "é", "漢", "😀", "\ud800", "\n"];

  it.each(fillers)("splits an answer full of %j into frames a browser accepts", (filler) => {
    const reply = { id: "漢".repeat(100), ok: true, output: `x${filler.repeat(longest)}` } as const;
    const frames = framesOf(reply.id, reply);
    expect(frames.length).toBeGreaterThan(1);
    for (const frame of frames) expect(Buffer.byteLength(frame)).toBeLessThanOrEqual(longest);
    expect(joined(frames)).toEqual(reply);
  });

  it("leaves an answer whole that fits", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (output) => {
        const reply = { id: 7, ok: true, output } as const;
        expect(framesOf(7, reply)).toEqual([JSON.stringify(reply)]);
      }),
    );
  });

  it("leaves an answer of exactly the bound whole", () => {
    const reply = { id: 7, ok: true, output: "" } as const;
    const output = "x".repeat(longest - JSON.stringify(reply).length);
    expect(framesOf(7, { ...reply, output })).toHaveLength(1);
    expect(framesOf(7, { ...reply, output: `${output}x` }).length).toBeGreaterThan(1);
  });
});

it("ends where its input was closed before it began to listen, as by a signal at start", async () => {
  const input = new PassThrough();
  input.destroy();
  await once(input, "close");
  const unused = () => Promise.reject(new Error("not called"));
  const peer = { call: unused, subscribe: () => () => undefined, onClient: unused, handOver: unused, log: () => undefined };
  expect(await serveNative({ ...peer, input, output: new PassThrough() })).toBe(true);
});
