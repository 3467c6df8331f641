import { describe, expect, it } from "vitest";
import type { ExplainedProperty } from "../../contract/style-rules.js";
import { rowsAbout, rowsMeant, type StyleRow, shownRows, styleRows } from "./explained.js";

/** Rows as of a button whose look one rule declares. */
const rows = [
  ...[
    "font-family",
    "font-size",
    "font-weight",
    "line-height",
    "height",
    "width",
    "letter-spacing",
    "color",
    "background-color",
    "padding",
    "margin-top",
  ],
  ...["border-radius", "border-color", "box-shadow", "opacity", "text-align", "margin-left"],
].map(rowOf);

function rowOf(property: string): StyleRow {
  const longhands = property === "border-radius" ? ["border-top-left-radius", "border-bottom-left-radius"] : [property];
  const winner = { rule: 0, name: property, value: "1px" };
  return { property, longhands, computed: "1px", winner, unknownBecause: "", from: "", overridden: [], variables: [], when: "" };
}
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
    ["The field is too wide, 150px is enough", "width"],
    ["Too narrow", "width"],
    ["This banner is too tall", "height"],
    ["Same height as a text field, 48px", "height"],
    ["Make the button larger: 40px high", "height"],
    ["Should be as high as the button beside it", "height"],
    ["Bold, please", "font-weight"],
    ["Unreadable", "color"],
    ["Make this text larger", "font-size"],
    ["Too much between this heading and the first field", "padding"],
    ["The distance to the title is too big", "padding"],
    ["Too far from its label", "padding"],
    ["The text should be left aligned", "text-align"],
    ["Column headings do not line up with the cells below", "text-align"],
    ["A thinner line under the heading", "border-color"],
  ])("%s: %s", (comment, property) => {
    expect(rowsMeant(rows, comment).map((row) => row.property)).toEqual([property]);
    expect(rowsAbout(rows, comment, 5)[0]?.property).toBe(property);
  });

  it("is none where nothing declares what the comment names, or it is about no look", () => {
    expect(rowsMeant(without("border-radius"), "The radius of this button is too big")).toEqual([]);
    expect(rowsMeant([rowOf("max-width"), ...rows], "At most 400px wide").map((row) => row.property)).toEqual(["width"]);
    expect(rowsMeant([rowOf("max-width"), ...without("width")], "At most 400px wide").map((row) => row.property)).toEqual(["max-width"]);
    expect(rowsMeant(without("height"), "Same height as a text field, 48px").map((row) => row.property)).toEqual(["padding"]);
    const only = (property: string, comment: string) => expect(rowsMeant([rowOf(property)], comment), comment).toHaveLength(1);
    only("padding-top", "This header is too tall");
    only("font-size", "The title is far too large");
    only("border-color", "The line between the posts should be lighter");
    only("top", "Hides the bell, move it up");
    only("animation-duration", "The dialog opens far too slowly");
    only("transition", "It should fade in");
    only("object-fit", "The picture is cut off at the sides");
    only("opacity", "Only shows while the mouse is on it");
    only("border-right-width", "The red bar at the right should be thinner");
    only("filter", "The logos should be in colour, not grey");
    const none = [
      "Translate this",
      "Same as the one above",
      "Use the icon of the row below",
      "Not in line with the title",
      "Put both on one line",
      "Too many lines, two are enough",
      "The picture has no text for a screen reader",
      "The heading is misspelt",
      "Needs a placeholder",
    ];
    expect(none.flatMap((comment) => rowsMeant(rows, comment))).toEqual([]);
    const font = rows.filter(({ property }) => /^(font-(?!size)|line-|letter-|text-)/.test(property));
    expect(rowsMeant(font, "The text is too large beside its heading: 14px")).toEqual([]);
    expect(rowsMeant(rows, "A screen reader says nothing here")).toEqual([]);
    const collapse = rows.slice(0, 1).map((row) => ({ ...row, property: "border-collapse", longhands: ["border-collapse"] }));
    expect(rowsMeant(collapse, "The line below should go")).toEqual([]);
    expect(rowsAbout([rowOf("color"), rowOf("border-left-width")], "Should be as wide as one card", 5)[0]).toMatchObject({
      property: "color",
    });
  });

  it("is not the ground where a text is to be red", () => {
    const shown = (role: string, comment: string) => {
      const element = { tag: "p", attributes: {}, role, text: "$5" };
      return rowsMeant(shownRows([rowOf("background-color"), { ...rowOf("color"), from: "e1" }], element, comment), comment);
    };
    expect(shown("paragraph", "Price should be red")).toMatchObject([{ property: "color" }]);
    expect(shown("paragraph", "The background should be red")).toMatchObject([{ property: "background-color" }]);
    const focused = { ...rowOf("background-color"), when: ":focus-visible" };
    expect(shownRows([focused], { tag: "a", attributes: {}, role: "link", text: "More" }, "Focus colour should be blue")).toEqual([
      focused,
    ]);
    expect(shown("button", "Should be red")).toMatchObject([{ property: "background-color" }]);
  });

  it("is no margin with a length where the place is meant", () => {
    const button = { tag: "button", attributes: {}, role: "button", text: "Go" };
    const [own, auto] = [rowOf("margin-left"), rowOf("margin-right")];
    const winner = { rule: 0, name: "margin", value: "0 auto" };
    expect(rowsMeant(shownRows([own, { ...auto, winner }], button, "Should be at the left"), "Should be at the left")).toMatchObject([
      { property: "margin-right" },
    ]);
  });

  it("stands beside few others: the element's own, each declaration once", () => {
    expect(rowsAbout(rows, "Sort these by name", 5)).toHaveLength(2);
    const inherited = rows.map((row) => ({ ...row, from: "e1" }));
    expect(rowsAbout(inherited, "Sort these by name", 5)).toEqual([]);
    const background = { rule: 0, name: "background", value: "red" };
    const twice = ["background", "background-color"].map((one) => ({ ...rowOf(one), winner: background }));
    expect(rowsAbout(twice, "Another background", 5)).toHaveLength(1);
  });

  it("is that of the state which the comment names, and of no other", () => {
    const look = (property: string, when: string) => ({ ...rowOf(property), when });
    const [hover, focus, off] = [look("background-color", ":hover"), look("box-shadow", ":focus-visible"), look("opacity", ":disabled")];
    const all = [...rows, look("--tone", ":hover"), hover, focus, off, look("display", "@media print")];
    const meant = (comment: string) => rowsMeant(all, comment);
    expect(meant("Hover looks the same as the active entry")).toEqual([hover]);
    expect(meant("No focus ring when I tab here")).toEqual([focus]);
    expect(meant("Should look disabled until all is filled in")).toEqual([off]);
    expect(rowsAbout(all, "The hover colour is too dark", 2).map(({ when }) => when)).toEqual([":hover", ""]);
    expect(meant("The colour of the selected tab is too dark").map(({ when }) => when)).toEqual([""]);
  });

  it("is never that of a rule for all elements, which declares the look of none", () => {
    const [card, reset] = [".card", "*, ::before, ::after"].map((selector) => ({ selector, sheet: 0, path: [0], css: "", matches: 1 }));
    const rules = [card, reset].filter((rule) => rule !== undefined);
    const all = rows.map((row) => ({ ...row, winner: { rule: 1, name: row.property, value: "0" } }));
    expect(rowsMeant(all, "More space here", rules)).toEqual([]);
    expect(rowsAbout(all, "More space here", 5, rules)).toEqual([]);
    expect(rowsMeant([...all, ...rows], "More space here", rules)).toEqual([rows.find(({ property }) => property === "padding")]);
  });
});

describe("the rows of a property", () => {
  const declared: readonly (readonly [property: string, name?: string])[] = [
    ...[
      "margin-right",
      "width",
      "left",
      "border-left-width",
      "align-items",
      "overflow-wrap",
      "column-width",
      "row-gap",
      "color-scheme",
    ].map((one) => [one] as const),
    ...[["padding-left", "padding-inline"] as const, ["-webkit-border-horizontal-spacing", "border-spacing"] as const],
    ...[["top", "inset-block-start"] as const, ["border-top-left-radius", "border-radius"] as const],
  ];
  const properties = declared.map(
    ([property, name = property]): ExplainedProperty => ({ property, computed: "1px", declarations: [{ rule: 0, name, value: "1px" }] }),
  );
  it.each([
    ["margin-inline-end", "margin-right"],
    ["margin-inline", "margin-right"],
    ["inline-size", "width"],
    ["border-inline-start-width", "border-left-width"],
    ["border-inline", "border-left-width"],
    ["border-start-start-radius", "border-top-left-radius"],
    ["-webkit-border-radius", "border-top-left-radius"],
    ["place-items", "align-items"],
    ["word-wrap", "overflow-wrap"],
    ["columns", "column-width"],
    ["grid-gap", "row-gap"],
    ["padding-inline", "padding-left"],
    ["padding-inline-start", "padding-left"],
    ["border-spacing", "-webkit-border-horizontal-spacing"],
    ["inset-block-start", "top"],
    ["inset-inline", "top left"],
    ["color", ""],
    ["--margin-inline", ""],
    ["(", ""],
  ])("%s: %s", (asked, longhands) => {
    const rows = styleRows({ ref: "e1", properties }, asked);
    expect(rows.flatMap((row) => row.longhands).toSorted()).toEqual(longhands.split(" ").filter(Boolean).toSorted());
  });
});

describe("the computed value of a shorthand", () => {
  const sided = (before: string, values: readonly string[], after = "") =>
    ["bottom", "left", "right", "top"].map((side, at) => [`${before}-${side}${after}`, values.at(at) ?? values[0] ?? ""] as const);
  const corners = ["bottom-left", "bottom-right", "top-left", "top-right"];
  const image = ["outset 0", "repeat stretch", "slice 100%", "source none", "width 1"].map((one) => `border-image-${one}`.split(" "));

  const background = ["image none", "position-x 0%", "position-y 0%", "size auto", "repeat repeat", "attachment scroll"]
    .concat("origin padding-box", "clip border-box")
    .map((one) => `background-${one}`.split(" "));

  it.each<[string, string, readonly (readonly string[])[], string]>([
    ["sides from the top on, clockwise", "padding", sided("padding", ["0px", "12px", "12px", "0px"]), "0px 12px"],
    ["four sides", "margin", sided("margin", ["3px", "4px", "2px", "1px"]), "1px 2px 3px 4px"],
    ["three sides", "margin", sided("margin", ["3px", "2px", "2px", "1px"]), "1px 2px 3px"],
    ["equal ones once", "inset", sided("", ["0px"]).map(([side, value]) => [side.slice(1), value]), "0px"],
    ["corners", "border-radius", corners.map((one, at) => [`border-${one}-radius`, `${at}px`]), "2px 3px 1px 0px"],
    [
      "a border",
      "border",
      [...sided("border", ["red"], "-color"), ...sided("border", ["solid"], "-style"), ...sided("border", ["1px"], "-width"), ...image],
      "border-color red; border-style solid; border-width 1px",
    ],
    ["a background of a colour", "background", [["background-color", "red"], ...background], "red"],
    [
      "a background with a picture",
      "background",
      [["background-color", "red"], ["background-image", "url(a)"], ...background.slice(1)],
      "background-color red; background-image url(a)",
    ],
    [
      "different properties, each by its name",
      "overflow",
      [
        ["overflow-x", "auto"],
        ["overflow-y", "hidden"],
      ],
      "overflow-x auto; overflow-y hidden",
    ],
    ["sides of which some are another's", "padding", sided("padding", ["1px", "2px"]).slice(0, 2), "padding-bottom 1px; padding-left 2px"],
  ])("%s", (_case, name, longhands, computed) => {
    const properties = longhands.map(
      ([property = "", value = ""]): ExplainedProperty => ({ property, computed: value, declarations: [{ rule: 0, name, value: "1" }] }),
    );
    expect(styleRows({ ref: "e1", properties }).map((row) => row.computed)).toEqual([computed]);
  });
});
