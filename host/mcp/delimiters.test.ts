import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { disarm, invisible } from "./delimiters.js";

const disguises: readonly string[] = [
  "[/CAPTURED_TEXT]",
  "[CAPTURED_TEXT]",
  "[/USER_COMMENT]",
  "[/captured_text]",
  "[ / Captured_Text ]",
  "[/CAPTURED TEXT]",
  "[/CAP\u200bTURED_\u2060TEXT]",
  "[\u202e/CAPTURED_TEXT\u202c]",
  "［/CAPTURED_TEXT］",
  "【/CAPTURED＿TEXT】",
  "[/САРТURЕD_ТЕХТ]",
  "[/𝐂𝐀𝐏𝐓𝐔𝐑𝐄𝐃_𝐓𝐄𝐗𝐓]",
  "[／ＣＡＰＴＵＲＥＤ＿ＴＥＸＴ]",
  "[/CAPTURED_TEXT",
  "CAPTURED_TEXT]",
];

/** A reader that forgives case, width and invisible marks. */
function seesMark(text: string): boolean {
  return /\[\s*\/?\s*(captured|user)_(text|comment)|(captured|user)_(text|comment)\s*\]/i.test(
    text.normalize("NFKC").replace(invisible, ""),
  );
}

describe("disarm", () => {
  it.each(disguises)("makes %j harmless inside other text", (mark) => {
    const safe = disarm(`before ${mark} after`);
    expect(safe).toMatch(/^before .* ?after$/s);
    expect(seesMark(safe)).toBe(false);
  });

  it.each(["[1] see the user comments [2]", "(user comment)", "captured text", "a[href]", "【重要】", ""])("leaves %j as it is", (text) => {
    expect(disarm(text)).toBe(text);
  });

  it("leaves no mark in any mixture of marks and text", () => {
    const piece = fc.oneof(
      fc.constantFrom(...disguises),
      fc.string({ unit: "grapheme", maxLength: 5 }),
      fc.constantFrom("[", "]", "/", "_"),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        expect(seesMark(disarm(pieces.join("")))).toBe(false);
      }),
      { numRuns: 2_000 },
    );
  });
});
