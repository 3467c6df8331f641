/** C0 and C1 controls, separators of lines and paragraphs, controls of direction (Unicode annex 9): what passes for something else. */
const unprintable = /[\p{Cc}\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]/u;
const everyUnprintable = new RegExp(unprintable, "gu");

/** Whether a text holds no control character, and nothing that is not seen. */
export function isPrintable(text: string): boolean {
  return !unprintable.test(text) && revealed(text) === text;
}

/** Returns a JSON text with each control character but line feeds, which stand between values, written as JSON escapes it. */
export function printableJson(json: string): string {
  return json.replace(everyUnprintable, (character) =>
    character === "\n" ? character : `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/** Returns the text on one line with each control character written as an escape (`\x1b`, `\u200e`), and what is not seen as U+FFFD. */
export function printable(text: string): string {
  return revealed(text).replace(everyUnprintable, (character) => {
    const code = character.charCodeAt(0).toString(16);
    return code.length > 2 ? `\\u${code.padStart(4, "0")}` : `\\x${code.padStart(2, "0")}`;
  });
}

/** Returns at most `maxChars` UTF-16 units of a text: a longer one ends with an ellipsis, and no surrogate pair is split. */
export function truncate(text: string, maxChars: number): string {
  if (text.length <= maxChars) return text;
  const cut = text.slice(0, maxChars - 1);
  return `${/[\ud800-\udbff]$/.test(cut) ? cut.slice(0, -1) : cut}…`;
}

/**
 * Characters that nobody sees, where no script and no emoji needs them, by properties of the Unicode Character Database: overrides of direction;
 * tags; variation selectors behind what has no variants; joiners behind letters that do not join; and runs of ignorable characters, controls, separators
 * of lines or braille blanks. Alone, a soft hyphen, a break, a mark of direction or a joiner stays. Emoji come first, so that what belongs to one is none of these.
 */
const unseen = new RegExp(
  [
    // Emoji in sequence (UTS 51) and flags of regions: left as they are when they are real ones.
    "\\u{1f3f4}[\\u{e0020}-\\u{e007f}]+",
    "\\p{Extended_Pictographic}(?:\\p{EMod}|\\ufe0f)?(?:\\u200d\\p{Extended_Pictographic}(?:\\p{EMod}|\\ufe0f)?)*",
    "[0-9#*]\\ufe0f\\u20e3",
    "[\\p{Default_Ignorable_Code_Point}\\p{Bidi_Control}\\p{Cf}\\p{Zl}\\p{Zp}\\u2800]{2,}",
    "[\\u202d\\u202e\\u{e0000}-\\u{e00ff}]",
    // A name has one or two (UTS 37).
    "(?:\\p{Script=Han}[\\u{e0100}-\\u{e01ef}]){3,}",
    "(?<!\\p{Script=Han})[\\u{e0100}-\\u{e01ef}]",
    "(?<![\\p{Emoji}\\p{Sm}\\p{So}\\p{Lo}])[\\ufe00-\\ufe0f]|(?<=[0-9#*])[\\ufe00-\\ufe0f]",
    "(?<![\\p{Lo}\\p{M}])\\u200d",
  ].join("|"),
  "gu",
);
const otherThanTags = "[^\\u{e0000}-\\u{e0fff}]*";
const realEmoji = new RegExp(`^(?:\\p{RGI_Emoji}|${otherThanTags}\\p{Extended_Pictographic}${otherThanTags})$`, "v");
/** Two of a kind that may stand alone say no more than one; isolates of neighbouring names (annex 9) stand side by side. */
const plainPair = /^(?:([^\u202d\u202e\u{e0000}-\u{e0fff}])\1|[\u2066-\u2069]{2})$/u;

/** Returns the text with each unseen character, or run of them, as one U+FFFD. */
export function revealed(text: string): string {
  if (ascii.test(text)) return text;
  const flag = "\u{1f3f4}";
  return text.replace(unseen, (found) => {
    if (realEmoji.test(found) || plainPair.test(found)) return found;
    if (/^\p{Script=Han}/u.test(found)) return found.replace(/[\u{e0100}-\u{e01ef}]/gu, "\ufffd");
    return found.startsWith(flag) ? `${flag}\ufffd` : "\ufffd";
  });
}

const ascii = /^[\0-\x7f]*$/;
