import fc from "fast-check";
import { countTokens as cl100k } from "gpt-tokenizer/encoding/cl100k_base";
import { countTokens as o200k } from "gpt-tokenizer/encoding/o200k_base";
import { describe, expect, it } from "vitest";
import { isLong } from "../testing/long.js";
import { estimateTokens } from "./tokens.js";

const names = [
  "Save changes",
  "Sign in with your e-mail address",
  "Über uns",
  "Настройки профиля",
  "設定を保存する",
  "Zurück 12",
  "1,299.00 €",
  "😀 React",
];
const selectors = [
  "#save",
  "main > div:nth-of-type(3) > a",
  '[data-testid="menu-item-9817248"]',
  ".Button_root__x7Hq2.is-active",
  'a[href="/wiki/Women%27s_suffrage"]',
];

const row = fc
  .tuple(
    fc.nat(9_999),
    fc.constantFrom("link", "button", "textbox", "heading"),
    fc.constantFrom(...names),
    fc.constantFrom(...selectors),
    fc.array(fc.nat(4_000), { minLength: 4, maxLength: 4 }),
  )
  .map(([ref, role, name, selector, box]) => [`e${ref}`, role, name, "div", selector, box, true]);
const answer = fc.array(row, { minLength: 1, maxLength: 60 }).map((rows) =>
  JSON.stringify({
    columns: ["ref", "role", "name", "tag", "selector", "box", "visible"],
    from: "[CAPTURED_TEXT]",
    rows,
    to: "[/CAPTURED_TEXT]",
  }),
);

describe("estimateTokens", () => {
  it.each([["o200k", o200k] as const, ["cl100k", cl100k] as const])("stays above %s for answers, and near", (_name, count) => {
    let estimated = 0;
    let counted = 0;
    fc.assert(
      fc.property(answer, (text) => {
        expect(estimateTokens(text)).toBeGreaterThanOrEqual(count(text));
        estimated += estimateTokens(text);
        counted += count(text);
      }),
      { numRuns: isLong ? 300 : 100 },
    );
    expect(estimated / counted).toBeLessThan(1.5);
  });

  const hostile: readonly (readonly [string, fc.Arbitrary<string>])[] = [
    ["random ASCII", fc.string({ minLength: 200, maxLength: 600 })],
    ["random letters", fc.stringMatching(/^[a-z]{200,400}$/)],
    ["random hex", fc.stringMatching(/^[0-9a-f]{200,400}$/)],
    ["random graphemes", fc.string({ unit: "grapheme", minLength: 200, maxLength: 400 })],
    ["Chinese characters", fc.stringMatching(/^[\u4e00-\u9fff]{100,200}$/)],
    ["Korean syllables", fc.stringMatching(/^[\uac00-\ud7a3]{100,200}$/)],
    ["Hebrew", fc.stringMatching(/^[\u05d0-\u05ea]{100,200}$/)],
  ];
  it.each(hostile)("stays above o200k for %s", (_kind, arbitrary) => {
    fc.assert(
      fc.property(arbitrary, (text) => {
        const json = JSON.stringify([text]);
        expect(estimateTokens(json)).toBeGreaterThanOrEqual(o200k(json));
      }),
      { numRuns: isLong ? 200 : 60 },
    );
  });
});
