import fc from "fast-check";
import { expect, it } from "vitest";
import type { Box } from "../contract/annotation.js";
import { BoxGrid, intersection } from "./geometry.js";

const side = fc.integer({ min: 0, max: 600 });
const box: fc.Arbitrary<Box> = fc.tuple(fc.integer({ min: -300, max: 900 }), fc.integer({ min: -300, max: 900 }), side, side);

it("a grid finds each box that meets another, once, as comparing all pairs does", () => {
  fc.assert(
    fc.property(fc.array(box, { maxLength: 30 }), box, (boxes, asked) => {
      const grid = new BoxGrid<number>();
      for (const [place, one] of boxes.entries()) grid.add(one, place);
      const meeting = boxes.flatMap((one, place) => (intersection(one, asked) === undefined ? [] : [place]));
      expect([...grid.meeting(asked)].sort((a, b) => a - b)).toEqual(meeting);
    }),
  );
});
