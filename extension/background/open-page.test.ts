import { expect, test, vi } from "vitest";

// Outside of a browser the WebExtension API's module throws when it is imported.
vi.mock("../browser.js", () => ({ browser: {}, isFirefox: false }));

const { isWrittenRightToLeft } = await import("./open-page.js");

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
