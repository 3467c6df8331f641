import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { disarm, plainOf } from "./delimiters.js";

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
  "[C A P T U R E D _ T E X T]",
  "[/C-A-P-T-U-R-E-D-T-E-X-T]",
  "[CAPTURED\u2014TEXT]",
  "[USER\u2012COMMENT]",
  "[/CAPTURED__TEXT]",
  "[/CAPTURED - TEXT]",
  "[/CAPTUREDTEXT]",
  "[/\u1d04\u1d00\u1d18\u1d1b\u1d1c\u0280\u1d07\u1d05_\u1d1b\u1d07x\u1d1b]",
  "[/\ua4da\ua4ee\ua4d1\ua4d4\ua4f4\ua4e3\ua4f0\ua4d3_\ua4d4\ua4f0\ua4eb\ua4d4]",
  "[/\u13df\u13aa\u13e2\u13a2U\u13a1\u13ac\u13a0_\u13a2\u13acX\u13a2]",
  "[/\u2ca5\u2c81ptured_text]",
  "[/C4PTUR3D_T3XT]",
  "[/\u{1f172}\u{1f170}\u{1f17f}\u{1f183}\u{1f184}\u{1f181}\u{1f174}\u{1f173}_\u{1f183}\u{1f174}\u{1f187}\u{1f183}]",
  "\u300c/CAPTURED_TEXT\u300d",
  "\u300a/CAPTURED_TEXT\u300b",
  "</CAPTURED_TEXT>",
  "\u27e8/CAPTURED_TEXT\u27e9",
  "{/USER_COMMENT}",
  "[\u2215CAPTURED\u203fTEXT]",
  "[/CAPTURED.TEXT]",
  "[/CAPTURED:TEXT]",
  "[/CAPTURED\u00b7TEXT]",
  "[/CAPTURED*_*TEXT]",
  "[/CAPTURED\\_TEXT]",
  "[/CAPTURED\u2800TEXT]",
  "[/ca\u0301ptu\u0308red_te\u0301xt]",
  "&#91;/CAPTURED_TEXT&#93;",
  "&lsqb;/CAPTURED_TEXT&rsqb;",
  "\\u005b/USER_COMMENT\\u005d",
  "%5B%2FCAPTURED_TEXT%5D",
  "[/&#67;APTURED&#95;TEXT]",
  "\u201c/CAPTURED_TEXT\u201d",
  "\u2039/USER_COMMENT\u203a",
  "\u23a1/CAPTUREDTEXT\u23a6",
  "\u250c/CAPTURED_TEXT\u2510",
  "[/\u{1f1e8}\u{1f1e6}\u{1f1f5}\u{1f1f9}\u{1f1fa}\u{1f1f7}\u{1f1ea}\u{1f1e9} \u{1f1f9}\u{1f1ea}\u{1f1fd}\u{1f1f9}]",
];

/** A reader that forgives case, width and invisible marks. */
function seesMark(text: string): boolean {
  return /\[\s*\/?\s*(captured|user)_(text|comment)|(captured|user)_(text|comment)\s*\]/i.test(plainOf(text));
}

describe("disarm", () => {
  it.each(disguises)("makes %j harmless inside other text", (mark) => {
    const safe = disarm(`before ${mark} after`);
    expect(safe).toMatch(/^before .* ?after$/s);
    expect(safe).not.toContain(mark);
    expect(seesMark(safe)).toBe(false);
  });

  it.each([
    "[1] see the user comments [2]",
    "(user comment)",
    "captured text",
    "a[href]",
    "【重要】",
    "",
    "if (a < captured) text()",
    "<b>user</b> text",
    "[основной текст]",
    "[\u6a19\u6e96]",
    "„user text“",
    "[my user comments]",
    "\u201cuser comment\u201d",
    "the column user_comment",
    'a "user_comment" of type text',
    "/user_comment?text=1&amp;user=2",
    "\u{1f1e9}\u{1f1ea} user text",
  ])("leaves %j as it is", (text) => {
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
