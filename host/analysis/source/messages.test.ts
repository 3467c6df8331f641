import { expect, test } from "vitest";
import { isMessageFile, keysFor, messagesIn } from "./messages.js";

test.each([
  ["src/i18n/locales/gb.json", true],
  ["lang/fr/global.json", true],
  ["config/locales/de.yml", true],
  ["public/de-AT/shop.json", true],
  ["src/de.ts", true],
  ["src/lang/en/en.ts", true],
  ["src/main.ts", false],
  ["src/io/read.ts", false],
  ["src/ui/button.js", false],
  ["package.json", false],
  ["src/xx.ts", false],
])("%s holds messages: %s", (path, holds) => {
  expect(isMessageFile(path)).toBe(holds);
});

// What the page shows in the element, and the key that its source asks for.
test.each<[format: string, path: string, file: string, shown: string, key: string]>([
  [
    "i18next, plural",
    "locales/en/shop.json",
    `{ "cart": { "items_one": "{{count}} item", "items_other": "{{count}} items" } }`,
    "3 items",
    "shop:cart.items",
  ],
  ["vue-i18n, choices", "src/locales/en.json", `{ "apples": "no apples | one apple | {n} apples" }`, "5 apples", "apples"],
  ["Format.js, ICU", "lang/en.json", `{ "replies": "Show {n, plural, one {# reply} other {# replies}}" }`, "Show 2 replies", "replies"],
  ["Rails, YAML", "config/locales/de.yml", `de:\n  orders:\n    new: "Neue Bestellung"\n`, "Neue Bestellung", "orders.new"],
  ["YAML, folded", "translations/messages.en.yaml", `intro: >\n  Our shop\n  is open\nlast: Bye\n`, "Our shop is open", "intro"],
  ["properties", "i18n/messages_en.properties", `cart.title=Your cart\n`, "Your cart", "cart.title"],
  ["PHP", "lang/en/cart.php", `<?php\nreturn [\n  'empty' => 'Nothing here',\n];\n`, "Nothing here", "cart.empty"],
])("%s: the key of a text that is shown", (_format, path, file, shown, key) => {
  expect(keysFor(messagesIn(path, file), [shown])).toContain(key);
});
