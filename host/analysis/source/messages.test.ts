import { expect, test } from "vitest";
import { isMessageFile, keysFor, messagesIn } from "./messages.js";

test.each([
  ["src/i18n/locales/gb.json", true],
  ["lang/fr/global.json", true],
  ["config/locales/de.yml", true],
  ["src/lang/en/en.ts", true],
  ["src/main.ts", false],
  ["src/io/read.ts", false],
  ["src/ui/button.js", false],
  ["package.json", false],
])("%s holds messages: %s", (path, holds) => {
  expect(isMessageFile(path)).toBe(holds);
});

// What the page shows in the element, and the key that its source asks for.
test.each<[format: string, path: string, file: string, shown: string, key: string]>([
  ["i18next, a namespace", "locales/en/shop.json", `{ "cart": { "items": "{{count}} items" } }`, "3 items", "shop:cart.items"],
  ["YAML", "config/locales/de.yml", `orders:\n  new: "Neue Bestellung"\n`, "Neue Bestellung", "orders.new"],
  ["properties", "i18n/messages_en.properties", `cart.title=Your cart\n`, "Your cart", "cart.title"],
  ["PHP", "lang/en/cart.php", `<?php\nreturn [\n  'empty' => 'Nothing here',\n];\n`, "Nothing here", "cart.empty"],
])("%s: the key of a text that is shown", (_format, path, file, shown, key) => {
  expect(keysFor(messagesIn(path, file), [shown])).toContain(key);
});
