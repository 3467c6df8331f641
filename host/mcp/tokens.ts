/** What answers hold again and again, by the tokens it takes: the larger count of o200k and cl100k, standing alone. */
const phrasesByTokens: Readonly<Record<number, readonly string[]>> = {
  2: [" > ", "locator('", "data-testid", "aria-label", '[href=\\"'],
  3: [") > ", ",true,null]", ",false,null]", '","link","', '","button","'],
  4: [":nth-of-type(", "getByRole('", "[USER_COMMENT]", "[/USER_COMMENT]", "https://www.", "http://localhost:", " px, and ", " is near: "],
  5: ["', { name: '", "', exact: true })", "    await expect(page."],
  6: ["[CAPTURED_TEXT]", "[/CAPTURED_TEXT]"],
  7: [").toBeVisible();\\n", ").toBeEnabled();\\n"],
  9: [" by 24 or more room is needed."],
};
const phraseTokens = new Map(
  Object.entries(phrasesByTokens).flatMap(([tokens, phrases]) => phrases.map((phrase) => [phrase, Number(tokens)] as const)),
);

/** Words of markup, roles and plain English that are one token in both vocabularies, alone and after a space. */
const oneTokenWords: ReadonlySet<string> = new Set(
  (
    "html body main header footer nav section article aside div span form label input button select option textarea legend table tr td th ul ol " +
    "li dd img svg path iframe video audio canvas figure picture link script style title meta strong em code pre details summary dialog menu " +
    "template slot first last child type of nth not has is root src href alt name value role text aria class data test id color background padding " +
    "margin border width height display flex grid block inline none hidden visible auto center left right top bottom solid normal relative " +
    "absolute fixed static heading banner navigation region search checkbox radio tab list group cell row true false null the and for with this " +
    "that your from page no next to in on it by at as or be more room needed near field image give about all news home contact http https www com " +
    "org net wiki file index item content container wrapper inner outer icon logo"
  ).split(" "),
);

/** An upper estimate of a text's tokens, additive over pieces joined at punctuation: a linear program fitted above o200k and cl100k. */
export function estimateTokens(text: string): number {
  let tokens = 0;
  let before = "";
  for (const part of text.split(phrases)) {
    const known = phraseTokens.get(part);
    for (const piece of known === undefined ? (part.match(runs) ?? []) : [part]) {
      tokens += known ?? runCost(piece, before);
      before = piece;
    }
  }
  return Math.ceil(tokens);
}

/** A group, so that `split` returns them too. */
const phrases = new RegExp(`(${[...phraseTokens.keys()].map((phrase) => phrase.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&")).join("|")})`);

/** Words by their case, digits, white space, JSON's own signs, other marks; of other scripts each UTF-16 unit. */
const runs = /[a-z]+|[A-Z][a-z]+|[A-Z]+|\d+|[ \t\n\r]+|[",[\]{}:]+|[^a-zA-Z\d \t\n\r",[\]{}:\x80-\uffff]+|[\x80-\uffff]/g;
const structure = /[",[\]{}:]$/;

/** `before`: what stands before the run; structure is dear before words that cost nothing beyond their one token. */
function runCost(run: string, before: string): number {
  const { length } = run;
  if (/^[a-z]/i.test(run)) {
    if (oneTokenWords.has(run)) return structure.test(before) ? 1.8 : 1.05;
    const isCapitals = /^[A-Z]{2}/.test(run);
    return (isCapitals ? 0.36 : length <= 3 ? 1.49 : 0.57) + (isCapitals ? 0.81 * (length - 1) : pairCost(run));
  }
  if (/^\d/.test(run)) return 0.87 + 0.34 * length;
  if (/^[ \t\n\r]/.test(run)) return run === " " ? 0 : 0.5 * length;
  if (structure.test(run)) return 0.22 + 0.4 * Math.max(0, length - 3);
  const code = run.charCodeAt(0);
  return code < 128 ? 0.15 + 0.8 * length : (blocks.find(([first]) => code >= first)?.[1] ?? 3);
}

// So long is no word: nothing is known of how a tokenizer cuts it.
const longestWord = 40;

/** Letters that often stand together share a token. */
function pairCost(word: string): number {
  const common = word.length > longestWord ? 0.4 : 0.295;
  const small = word.toLowerCase();
  let cost = 0;
  for (let index = 1; index < small.length; index++) cost += commonPairs.has(small.slice(index - 1, index + 1)) ? common : 0.81;
  return cost;
}

/** The 300 most frequent pairs of letters in the text and markup of web pages: first letter, then those that follow it. */
const pairs =
  "aabcdefghiklmnprstuvwxyz babcdeilorsu cacehiklorstuxy dabcdegimorsuy eabcdefgilmnoprstuvwxy faefiloru gaeghilmnorsu " +
  "haeiortu iabcdefgiklmnoprstvxz jaeiou kaeis ladeijlostuy mabcdeijlmopstuyz nacdefgijklnostuvyz oabcdfgiklmnoprstuvw " +
  "paehiloprstu qu racdegiklmnorstuy sacehiklmopstu tacehilmorstuwy uabcdegilmnoprst vaeio waehinos xaclmnt yailmnost zeim";

const commonPairs = new Set(pairs.split(" ").flatMap(([first, ...seconds]) => seconds.map((second) => `${first}${second}`)));

/** Tokens per UTF-16 unit of other scripts, what random text of the block costs: first unit of a range, from the highest range down. */
const blocks: readonly (readonly [first: number, cost: number])[] = [
  [0xe000, 3],
  [0xd800, 2.1],
  [0xac00, 2.6],
  [0xa000, 3],
  [0x4e00, 2.2],
  [0x3400, 3],
  [0x3000, 1.3],
  [0x2070, 2.3],
  [0x2000, 1.4],
  [0x1000, 2.5],
  [0x0800, 1.7],
  [0x0370, 1],
  [0x0100, 1.4],
  [0x0080, 1.1],
];
