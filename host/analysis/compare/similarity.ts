import { type IndexedCapture, type Matching, uniquePairs } from "./indexed-capture.js";

/** For an element of the older capture: the newer element that holds most of its content, and the share of the content found there (0 to 1). */
export interface MatchCandidate {
  readonly partner: number;
  readonly share: number;
}

/** The votes of the content of two captures, by element of the older one. */
export type ContentVotes = readonly (MatchCandidate | undefined)[];

/** Majority vote of matched descendants (GumTree's bottom-up phase), from the subtrees that occur once in each capture. O(n). */
export function countVotes(older: IndexedCapture, newer: IndexedCapture): ContentVotes {
  const direct = new Map(uniquePairs([older.subtree, newer.subtree], older.subtree.keys(), newer.subtree.keys()));
  const votes: (MatchCandidate | undefined)[] = [];
  for (let index = older.count - 1; index >= 0; index--) {
    const partner = direct.get(index);
    votes[index] = partner === undefined ? majority(older, newer, index, votes) : { partner, share: 1 };
  }
  return votes;
}

/** The element with the most votes, and its share of all votes. A child's vote weighs as much as its subtree. */
function majority(from: IndexedCapture, to: IndexedCapture, index: number, votes: ContentVotes): MatchCandidate | undefined {
  const weights = new Map<number, number>();
  for (const child of from.tree.children(index)) {
    const vote = votes[child];
    const parent = vote === undefined ? -1 : (to.tree.parents[vote.partner] ?? -1);
    if (vote !== undefined && parent >= 0 && from.tag[index] === to.tag[parent])
      weights.set(parent, (weights.get(parent) ?? 0) + vote.share * (from.tree.end(child) - child));
  }
  const [first, ...others] = weights;
  if (first === undefined) return undefined;
  const [partner, most] = others.reduce((best, one) => (one[1] > best[1] ? one : best), first);
  return most > 0 ? { partner, share: most / Math.max(1, from.tree.end(index) - index - 1) } : undefined;
}

const maxTextChars = 300;

/** How similar two elements are (0 to 1): the mean of what agrees of attributes, own text and children. Elements of different tags are not similar. */
export function similarityOf({ older, newer }: Matching, src: number, dst: number, votes: ContentVotes): number {
  if (older.tag[src] !== newer.tag[dst]) return 0;
  if (older.subtree[src] === newer.subtree[dst]) return 1;
  const candidate = votes[src];
  const one = older.reader.element(src);
  const other = newer.reader.element(dst);
  const text = one.text === "" && other.text === "" ? undefined : textSimilarity(one.text, other.text);
  const children = candidate === undefined ? childSimilarity(older, newer, src, dst) : candidate.partner === dst ? candidate.share : 0;
  const known = [attributeSimilarity(one.attributes, other.attributes), text, children].filter((share) => share !== undefined);
  return known.reduce((sum, share) => sum + share, 0) / Math.max(1, known.length);
}

/** Each class counts by itself; undefined where neither has attributes. */
function attributeSimilarity(one: Readonly<Record<string, string>>, other: Readonly<Record<string, string>>): number | undefined {
  const left = attributeTokens(one);
  const right = attributeTokens(other);
  return left.size + right.size === 0 ? undefined : dice(left, right);
}

function attributeTokens(attributes: Readonly<Record<string, string>>): Set<string> {
  const tokens = new Set<string>();
  for (const [name, value] of Object.entries(attributes)) {
    if (name === "class") for (const token of value.split(/\s+/)) tokens.add(`.${token}`);
    else tokens.add(`${name}=${value}`);
  }
  return tokens;
}

/** By character bigrams, which works for scripts without spaces, too. */
function textSimilarity(one: string, other: string): number {
  return one === other ? 1 : dice(bigrams(one), bigrams(other));
}

function bigrams(text: string): Set<string> {
  const found = new Set<string>();
  const end = Math.min(text.length, maxTextChars);
  for (let place = 0; place < end; place++) found.add(text.slice(place, place + 2));
  return found;
}

/** The mean of equal subtrees and equal tags among the children; undefined where neither has any. */
function childSimilarity(older: IndexedCapture, newer: IndexedCapture, src: number, dst: number): number | undefined {
  const left = older.tree.children(src);
  const right = newer.tree.children(dst);
  if (left.length + right.length === 0) return undefined;
  const shared = (feature: "subtree" | "tag") =>
    dice(new Set(left.map((child) => older[feature][child])), new Set(right.map((child) => newer[feature][child])));
  return (shared("subtree") + shared("tag")) / 2;
}

/** Dice's coefficient: twice the number of common entries, divided by the number of all. */
function dice<T>(left: ReadonlySet<T>, right: ReadonlySet<T>): number {
  if (left.size + right.size === 0) return 0;
  const [small, large] = left.size < right.size ? [left, right] : [right, left];
  let common = 0;
  for (const entry of small) if (large.has(entry)) common++;
  return (2 * common) / (left.size + right.size);
}
