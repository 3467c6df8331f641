import { expect, test } from "vitest";
import { isWrittenRightToLeft } from "./direction.js";

test.each([
  ["", "en-US", false],
  ["", "ar", true],
  ["", "he-IL", true],
  ["", "fa", true],
  ["", "arn", false],
  ["", "hea", false],
  ["rtl", "en-US", true],
  ["ltr", "ar", false],
])("the browser says %j, its language is %s: %s", (direction, language, expected) => {
  expect(isWrittenRightToLeft(direction, language)).toBe(expected);
});
