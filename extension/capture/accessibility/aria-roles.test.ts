import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { firstValidRole, isExcludedFromAncestorNames, isNamedFromContent, isWidget, overridesNone, prohibitsName } from "./aria-roles.js";

describe("the role attribute", () => {
  it.each([
    ["button", "button"],
    ["BUTTON", "button"],
    ["unknown button link", "button"],
    ["unknown", ""],
    ["", ""],
    ["presentation", "none"],
    ["image", "img"],
    ["directory", "list"],
    ["doc-noteref", "doc-noteref"],
    ["constructor toString", ""],
  ])("resolves %j to %j", (value, role) => {
    expect(firstValidRole(value.split(" "))).toBe(role);
  });

  it("skips roles that are not allowed here", () => {
    expect(firstValidRole(["region", "group"], (role) => role === "region")).toBe("group");
  });

  it("returns a valid role for any words", () => {
    fc.assert(
      fc.property(fc.array(fc.string()), (words) => {
        const role = firstValidRole(words);
        expect(role === "" || words.some((word) => word.length >= 3)).toBe(true);
      }),
    );
  });
});

describe("role traits", () => {
  it.each<[string, (role: string) => boolean, string[], string[]]>([
    ["named from content", isNamedFromContent, ["button", "link", "cell", "doc-noteref"], ["", "img", "list", "textbox"]],
    [
      "excluded from names of ancestors",
      isExcludedFromAncestorNames,
      ["textbox", "table", "doc-chapter"],
      ["", "button", "list", "doc-noteref"],
    ],
    ["prohibiting a name", prohibitsName, ["", "paragraph", "code"], ["button", "list", "group"]],
    ["widgets", isWidget, ["button", "slider"], ["", "heading", "row"]],
  ])("%s", (_, test, yes, no) => {
    expect(yes.filter(test)).toEqual(yes);
    expect(no.filter(test)).toEqual([]);
  });

  it.each([
    [["aria-label"], true],
    [["aria-live", "class"], true],
    [["aria-hidden"], false],
    [["aria-expanded"], false],
    [[], false],
  ])("%j overrides role=none: %j", (attributes, undone) => {
    expect(overridesNone(attributes)).toBe(undone);
  });
});
