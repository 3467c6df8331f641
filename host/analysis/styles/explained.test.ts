import { describe, expect, it } from "vitest";
import { rowsAbout, rowsMeant, type StyleRow } from "./explained.js";

/** Rows as of a button whose look one rule declares. */
const rows = [
  ...["font-size", "font-weight", "line-height", "height", "width", "letter-spacing", "color", "background-color", "padding", "margin-top"],
  ...["border-radius", "border-color", "box-shadow", "opacity", "text-align", "margin-left"],
].map((property): StyleRow => {
  const longhands = property === "border-radius" ? ["border-top-left-radius", "border-bottom-left-radius"] : [property];
  const winner = { rule: 0, name: property, value: "1px" };
  return { property, longhands, computed: "1px", winner, unknownBecause: "", from: "", overridden: [], variables: [], when: "" };
});
const without = (property: string) => rows.filter((row) => row.property !== property);

describe("the declaration that a comment is about", () => {
  it.each([
    ["The radius of this button is too big", "border-radius"],
    ["Corners look too large", "border-radius"],
    ["The padding is too small", "padding"],
    ["Padding should be bigger", "padding"],
    ["More space around the small text", "padding"],
    ["This colour is too dark for small text", "color"],
    ["The shadow is too big", "box-shadow"],
    ["The width is too large", "width"],
    ["The font is too large", "font-size"],
    ["This heading is too big", "font-size"],
    ["Too pale", "color"],
    ["The labels should be darker", "color"],
    ["The border should be darker", "border-color"],
    ["Too close to the field above, more margin", "margin-top"],
    ["Use line-height 1.5 here", "line-height"],
    ["border-color: red", "border-color"],
  ])("%s: %s", (comment, property) => {
    expect(rowsMeant(rows, comment).map((row) => row.property)).toEqual([property]);
    expect(rowsAbout(rows, comment, [], 5)[0]?.property).toBe(property);
  });

  it("is none where nothing declares what the comment names, or it is about no look", () => {
    expect(rowsMeant(without("border-radius"), "The radius of this button is too big")).toEqual([]);
    expect(rowsMeant(rows, "Translate this")).toEqual([]);
  });
});
