import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ariaRoleOf, isNamedByContent, isSilentInNames, isWidget, prohibitsName, undoesNone } from "./aria-roles.js";

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
  ])("%j means %j", (value, role) => {
    expect(ariaRoleOf(value.split(" "))).toBe(role);
  });

  it("passes over roles that may not be used here", () => {
    expect(ariaRoleOf(["region", "group"], (role) => role === "region")).toBe("group");
  });

  it("gives a role that is known, whatever it holds", () => {
    fc.assert(
      fc.property(fc.array(fc.string()), (words) => {
        const role = ariaRoleOf(words);
        expect(role === "" || words.some((word) => word.length >= 3)).toBe(true);
      }),
    );
  });
});

describe("kinds of roles", () => {
  it.each<[string, (role: string) => boolean, string[], string[]]>([
    ["named by content", isNamedByContent, ["button", "link", "cell", "doc-noteref"], ["", "img", "list", "textbox"]],
    ["silent in names", isSilentInNames, ["textbox", "table", "doc-chapter"], ["", "button", "list", "doc-noteref"]],
    ["refusing a tooltip", prohibitsName, ["", "paragraph", "code"], ["button", "list", "group"]],
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
  ])("%j stands against role=none: %j", (attributes, undone) => {
    expect(undoesNone(attributes)).toBe(undone);
  });
});
