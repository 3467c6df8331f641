import fc from "fast-check";
import { expect, test } from "vitest";
import { Letters } from "./letters.js";
import { leastLetters, TextIndex } from "./text-index.js";

const held = [
  "Maria Lopez",
  "12 Harbour Street",
  "winter boats",
  "Jos\u00e9 Armend\u00e1riz",
  "\u6771\u4eac\u30bf\u30ef\u30fc",
  "Wei\u00dfenbacher",
];
const writings: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) => text.toUpperCase(),
  (text) => text.normalize("NFD"),
  (text) => encodeURIComponent(text),
  (text) => encodeURIComponent(encodeURIComponent(text)),
  (text) => [...text].join("."),
  (text) => text.replace(/a/g, "&#97;"),
  (text) => text.replace(/[a-z]/g, "\u00ad$&"),
  (text) => text.replace(/./gsu, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, "0")}`),
  (text) => text.replace(/[a-z]/gi, (one) => String.fromCharCode(one.charCodeAt(0) + 0xfee0)),
];

test("the fast look through a text passes over no beginning that reading it whole finds", () => {
  const index = new TextIndex<string>();
  for (const text of held) index.entry(new Letters().read(text), () => text);
  const other = fc.constantFrom("stre", "the mari and l", "\u6771", "z\u00fcrich & %2x", "\\n", "&amp;", "%20", " ", "%", "");
  const written = fc.tuple(fc.constantFrom(...held), fc.constantFrom(...writings)).map(([text, write]) => write(text));
  fc.assert(
    fc.property(fc.array(fc.oneof(written, other), { maxLength: 8 }), (pieces) => {
      const text = pieces.join("");
      const letters = new Letters().read(text);
      for (let from = 0; from + leastLetters <= letters.count; from++) {
        if (index.longest(letters, from, (entry) => entry) === undefined) continue;
        const fourth = letters.starts[from + leastLetters - 1] ?? -1;
        expect(index.next(text, fourth)).toBe(fourth);
      }
    }),
    { numRuns: 2_000 },
  );
});
