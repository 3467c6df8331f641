import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readCapture } from "../contract/reader.js";
import { randomTree } from "../contract/testing/random-capture.js";
import { details, outlineOf } from "./outline.js";

describe("an outline's parent is the nearest ancestor that is in the outline", () => {
  it.each(details)("in random trees, %s, from any element down to any depth", (detail) => {
    fc.assert(
      fc.property(randomTree, fc.nat(), fc.option(fc.nat(12)), (capture, from, depth) => {
        const reader = readCapture(capture);
        const entries = outlineOf(reader, detail, from % reader.count, depth ?? undefined);
        const chosen = new Set(entries.map(({ element }) => element.index));
        const expected = ({ index }: { index: number }) => reader.ancestors(index).find((ancestor) => chosen.has(ancestor)) ?? -1;
        expect(entries.map(({ parent }) => parent)).toEqual(entries.map(({ element }) => expected(element)));
      }),
      { numRuns: 300 },
    );
  });
});
