import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { contrastRatio, hexOf, over, parseColor } from "./colors.js";

function hex(css: string): string | undefined {
  const color = parseColor(css);
  return color === undefined ? undefined : hexOf(color);
}

describe("parseColor", () => {
  it.each([
    ["rgb(255, 0, 0)", "#ff0000"],
    ["rgba(0, 0, 0, 0.5)", "#00000080"],
    ["#abc", "#aabbcc"],
    ["color(srgb 1 0 0)", "#ff0000"],
    ["oklch(0.628 0.2577 29.23)", "#ff0000"],
    ["lab(53.24 80.09 67.2)", "#ff0000"],
    ["hsl(120 100% 50%)", "#00ff00"],
  ])("reads %s", (css, wanted) => {
    const [found, want] = [parseColor(css), parseColor(wanted)];
    for (const part of ["r", "g", "b", "alpha"] as const) expect(found?.[part]).toBeCloseTo(want?.[part] ?? -1, 1);
  });

  it.each(["", "none", "12px", "rgb(0, 0, 0) rgb(1, 1, 1)", "var(--x)", "rgb(", "#12", "solid 1px", "rgb(  -0A)"])(
    "knows that %j is none",
    (css) => {
      expect(parseColor(css)).toBeUndefined();
    },
  );

  it("never throws, whatever a page writes into a property", () => {
    const piece = fc.oneof(
      fc.string({ maxLength: 8 }),
      fc.constantFrom("rgb(", "oklch(", "color(", ")", "/", "%", ",", " ", "1", "none", "#"),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
        parseColor(pieces.join(""));
      }),
      { numRuns: 3_000 },
    );
  });
});

describe("contrast", () => {
  it.each([
    ["#000000", "#ffffff", 21],
    ["#777777", "#ffffff", 4.48],
    ["#ffffff", "#ffffff", 1],
  ])("of %s on %s", (one, other, ratio) => {
    const [text, ground] = [parseColor(one), parseColor(other)];
    expect(text && ground && contrastRatio(text, ground)).toBeCloseTo(ratio, 2);
  });

  it("lays a translucent colour over another", () => {
    const [top, bottom] = [parseColor("rgba(0, 0, 0, 0.5)"), parseColor("#ffffff")];
    expect(top && bottom && hexOf(over(top, bottom))).toBe("#808080");
  });

  it("reads back what it writes", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 0xffffff }), (number) => {
        const text = `#${number.toString(16).padStart(6, "0")}`;
        expect(hex(text)).toBe(text);
      }),
    );
  });
});
