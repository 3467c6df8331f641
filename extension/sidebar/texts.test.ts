import { expect, test } from "vitest";
import { hopTexts, placeText, stateTexts, texts } from "./texts.js";

/** Every text that a table or function of texts can make, with stand-ins for what it is about. */
function textsIn(value: unknown): readonly string[] {
  if (typeof value === "string") return [value];
  if (typeof value === "function") return textsIn(value("http://localhost:5173/", 2, [], 1));
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

test("no command stands between backticks on the screen", () => {
  // These take lists.
  const { frozen, files, ...others } = texts;
  const all = [
    ...textsIn(others),
    ...textsIn(hopTexts),
    ...textsIn(stateTexts),
    frozen(1, ["video", "canvas", "picture"]),
    files(["a.ts"]),
  ];
  expect(all.filter((text) => text.includes("`"))).toEqual([]);
  expect(all.length).toBeGreaterThan(150);
});

test("a frozen page states what is held and what still moves", () => {
  expect(texts.frozen(1, [])).toBe("The page is frozen: 1 animation held. Still moving: what its scripts change by timers.");
  expect(texts.frozen(0, [])).toContain("no animation was running.");
  expect(texts.frozen(3, ["video", "canvas"])).toContain("3 animations held. Still moving: video, canvas drawings, what its scripts");
});

test("a note's place is named by its label, else by the end of its selector", () => {
  const element = { ref: "e1", key: "k", selector: "main > ul > li > svg", box: [0, 0, 1, 1] as [number, number, number, number] };
  expect(placeText({ type: "element", elements: [element] })).toBe("li > svg");
  expect(placeText({ type: "element", elements: [{ ...element, label: "image in button “Add”" }] })).toBe("image in button “Add”");
  expect(placeText({ type: "page" })).toBe("Whole page");
});
