import { expect, test } from "vitest";
import { isMessageFile, keysFor, messagesIn } from "./messages.js";

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
  ["gettext", "po/sv.po", `#: app.py:3\nmsgid "Save changes"\nmsgstr "Spara ändringar"\n`, "Spara ändringar", "Save changes"],
  [
    "gettext, in several lines",
    "po/sv.po",
    `msgctxt "menu"\nmsgid ""\n"Save "\n"all"\nmsgstr ""\n"Spara "\n"allt"\n`,
    "Spara allt",
    "Save all",
  ],
  [
    "gettext, plural",
    "po/sv.po",
    `msgid "%d file"\nmsgid_plural "%d files"\nmsgstr[0] "%d fil"\nmsgstr[1] "%d filer"\n`,
    "4 filer",
    "%d file",
  ],
  ["Fluent", "l10n/en.ftl", `-brand = Shop\nsign-in = Sign in to { $place }\n`, "Sign in to Rome", "sign-in"],
  ["Fluent, in several lines", "l10n/en.ftl", `welcome =\n    Welcome back,\n    { $name }\n`, "Welcome back, Ada", "welcome"],
  ["Fluent, attribute", "l10n/en.ftl", `search = Find\n    .placeholder = Type a name\n`, "Type a name", "search"],
  ["Fluent, choices", "l10n/en.ftl", `mails = { $n ->\n    [one] One mail\n   *[other] { $n } mails\n}\n`, "7 mails", "mails"],
  ["properties", "i18n/messages_en.properties", `cart.title=Your cart\n`, "Your cart", "cart.title"],
  ["PHP", "lang/en/cart.php", `<?php\nreturn [\n  'empty' => 'Nothing here',\n];\n`, "Nothing here", "cart.empty"],
  [
    "XLIFF",
    "src/locale/messages.de.xlf",
    `<trans-unit id="cartTitle"><source>Your cart</source><target>Ihr Korb</target></trans-unit>`,
    "Ihr Korb",
    "cartTitle",
  ],
  [
    "XLIFF, the text of the source",
    "src/locale/messages.de.xlf",
    `<trans-unit id="a1"><source>Your cart</source><target>Ihr Korb</target></trans-unit>`,
    "Ihr Korb",
    "Your cart",
  ],
])("%s: the key of a text that is shown", (_format, path, file, shown, key) => {
  expect(keysFor(messagesIn(path, file), [shown])).toContain(key);
});
