/** What answers hold again and again, and the tokens it takes: the larger count of o200k and cl100k, standing alone. */
const phraseTokens: ReadonlyMap<string, number> = new Map([
  [":nth-of-type(", 4],
  [") > ", 3],
  [" > ", 2],
  ["getByRole('", 4],
  ["locator('", 2],
  ["', { name: '", 5],
  ["', exact: true })", 5],
  ["    await expect(page.", 5],
  [").toBeVisible();\\n", 7],
  [").toBeEnabled();\\n", 7],
  ["[CAPTURED_TEXT]", 6],
  ["[/CAPTURED_TEXT]", 6],
  ["[USER_COMMENT]", 4],
  ["[/USER_COMMENT]", 4],
  ["https://www.", 4],
  ["http://localhost:", 4],
  ["data-testid", 2],
  ["aria-label", 2],
  ['[href=\\"', 2],
  [",true,null]", 3],
  [",false,null]", 3],
  ['","link","', 3],
  ['","button","', 3],
  [" by 24 or more room is needed.", 9],
  [" px, and ", 4],
  [" is near: ", 4],
]);

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

/**
 * An upper estimate of the tokens that a text costs a language model; fast, and additive over pieces joined at punctuation.
 * Weights were fitted as a linear program: the least that stays above the larger count of the o200k and cl100k tokenizers on JSON
 * answers, prose, class names, URLs and random characters; what answers hold again and again is counted as it is. Tests hold it against a real
 * tokenizer.
 */
export function estimateTokens(text: string): number {
  let tokens = 0;
  let start = 0;
  for (const match of text.matchAll(phrases)) {
    tokens += costOfRuns(text, start, match.index) + (phraseTokens.get(match[0]) ?? 0);
    start = match.index + match[0].length;
  }
  return Math.ceil(tokens + costOfRuns(text, start, text.length));
}

const phrases = new RegExp([...phraseTokens.keys()].map((phrase) => phrase.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&")).join("|"), "g");

function costOfRuns(text: string, start: number, stop: number): number {
  let tokens = 0;
  let index = start;
  while (index < stop) {
    const kind = kindOf(text.charCodeAt(index));
    if (kind === foreign) {
      tokens += foreignCost(text.charCodeAt(index));
      index++;
      continue;
    }
    let end = index + 1;
    while (end < stop && joins(kind, text.charCodeAt(end), end - index, text.charCodeAt(end - 1))) end++;
    tokens += runCost(kind, text, index, end);
    index = end;
  }
  return tokens;
}

const lower = 0;
const upper = 1;
const digit = 2;
const space = 3;
const structure = 4;
const mark = 5;
const foreign = 6;

function kindOf(code: number): number {
  return code < 128 ? (kinds[code] ?? mark) : foreign;
}

const kinds = Array.from({ length: 128 }, (_, code) => {
  if (code >= 97 && code <= 122) return lower;
  if (code >= 65 && code <= 90) return upper;
  if (code >= 48 && code <= 57) return digit;
  if (code <= 32) return space;
  // What JSON itself is made of.
  return '",[]{}:'.includes(String.fromCharCode(code)) ? structure : mark;
});

/** Whether a character goes on with the run before it. A capital and the small letters after it are one word. */
function joins(kind: number, code: number, length: number, previous: number): boolean {
  const next = kindOf(code);
  if (kind === upper) return next === upper ? kindOf(previous) === upper : next === lower && (length === 1 || kindOf(previous) === lower);
  return next === kind;
}

function runCost(kind: number, text: string, start: number, end: number): number {
  const length = end - start;
  if (kind === digit) return 0.87 + 0.34 * length;
  if (kind === space) return length === 1 && text.charCodeAt(start) === 32 ? 0 : 0.5 * length;
  if (kind === structure) return 0.22 + 0.4 * Math.max(0, length - 3);
  if (kind === mark) return 0.15 + 0.8 * length;
  // Structure is dear before words that cost nothing beyond their one token.
  if (oneTokenWords.has(text.slice(start, end))) return start > 0 && kindOf(text.charCodeAt(start - 1)) === structure ? 1.8 : 1.05;
  const capitals = length > 1 && kindOf(text.charCodeAt(start + 1)) === upper;
  return (capitals ? 0.36 : length <= 3 ? 1.49 : 0.57) + pairCost(text, start, end, capitals);
}

// So long is no word: nothing is known of how a tokenizer cuts it.
const longestWord = 40;

/** Letters that often stand together share a token. */
function pairCost(text: string, start: number, end: number, capitals: boolean): number {
  if (capitals) return 0.81 * (end - start - 1);
  const common = end - start > longestWord ? 0.4 : 0.295;
  let cost = 0;
  for (let index = start + 1; index < end; index++) {
    const pair = ((text.charCodeAt(index - 1) | 32) - 97) * 26 + (text.charCodeAt(index) - 97);
    cost += commonPairs[pair] === 1 ? common : 0.81;
  }
  return cost;
}

/** The 300 most frequent pairs of letters in the text and markup of web pages: first letter, then those that follow it. */
const pairs =
  "aabcdefghiklmnprstuvwxyz babcdeilorsu cacehiklorstuxy dabcdegimorsuy eabcdefgilmnoprstuvwxy faefiloru gaeghilmnorsu " +
  "haeiortu iabcdefgiklmnoprstvxz jaeiou kaeis ladeijlostuy mabcdeijlmopstuyz nacdefgijklnostuvyz oabcdfgiklmnoprstuvw " +
  "paehiloprstu qu racdegiklmnorstuy sacehiklmopstu tacehilmorstuwy uabcdegilmnoprst vaeio waehinos xaclmnt yailmnost zeim";

const commonPairs = new Uint8Array(26 * 26);
for (const [first = "", ...seconds] of pairs.split(" ")) {
  for (const second of seconds) commonPairs[(first.charCodeAt(0) - 97) * 26 + second.charCodeAt(0) - 97] = 1;
}

/** Tokens per UTF-16 unit of other scripts: what random text of the block costs. */
function foreignCost(code: number): number {
  return (blocks.find(([first]) => code >= first) ?? [0, 3])[1];
}

/** First unit of a range and its cost, from the highest range down. */
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
