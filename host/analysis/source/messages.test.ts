import { expect, test } from "vitest";
import { isMessageFile } from "./messages.js";

test.each([
  ["src/i18n/locales/gb.json", true],
  ["lang/fr/global.json", true],
  ["config/locales/de.yml", true],
  ["public/de-AT/shop.json", true],
  ["src/de.ts", true],
  ["src/lang/en/en.ts", true],
  ["po/sv.po", true],
  ["src/main.ts", false],
  ["src/io/read.ts", false],
  ["src/ui/button.js", false],
  ["package.json", false],
  ["src/xx.ts", false],
])("%s holds messages: %s", (path, holds) => {
  expect(isMessageFile(path)).toBe(holds);
});
