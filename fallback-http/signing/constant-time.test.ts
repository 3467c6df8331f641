import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { equalInConstantTime } from "./handshake.js";

describe("comparison of signatures", () => {
  const expected = "ab".repeat(32);

  it.each([
    "",
    "ab",
    expected.toUpperCase(),
    "z".repeat(64),
    "\u00e4".repeat(64),
    "\ud800".repeat(64),
    `${expected} `,
    expected.slice(0, 63),
  ])("%j differs", (given) => {
    expect(equalInConstantTime(expected, given)).toBe(false);
  });

  it("agrees with === on any two texts", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.string({ unit: "binary" }), (left, right) => {
        expect(equalInConstantTime(left, right)).toBe(left === right);
        expect(equalInConstantTime(left, left)).toBe(true);
      }),
    );
  });
});
