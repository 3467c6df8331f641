import { type Feature, type IndexedCapture, type Matching, uniqueBy } from "./indexed-capture.js";

/** For an element of the older capture: the newer element that holds most of its content, and the share of the content found there (0 to 1). */
export interface MatchCandidate {
  readonly partner: number;
  readonly share: number;
  /** The element itself was recognised, not only its content. */
  readonly isDirect: boolean;
}

/** The votes of the content of two captures. */
export interface ContentVotes {
  readonly candidateOf: (src: number) => MatchCandidate | undefined;
  /** The content of `dst` stood in several older elements, as much in each (a tie), and `src` is not the one at its position. */
  isAmbiguous(src: number, dst: number): boolean;
}

/** Each identifies an element where its value occurs once in the capture. */
const identifyingFeatures: readonly Feature[] = ["subtree", "id", "ownText", "label"];

/**
 * Majority vote of matched descendants (the bottom-up phase of GumTree): what occurs once in each capture is its own partner, and each other
 * element's partner is the parent of most of its children's partners, if the vote in the other direction agrees. O(n).
 */
export function countVotes(older: IndexedCapture, newer: IndexedCapture): ContentVotes {
  const [srcPositions, dstPositions] = [positionsOf(older), positionsOf(newer)];
  const forward = votesOf(older, newer, (_, [first]) => first);
  const backward = votesOf(newer, older, (dst, partners) => partners.find((src) => srcPositions[src] === dstPositions[dst]));
  return {
    candidateOf: (src) => {
      const vote = forward[src];
      return vote === undefined || vote.isDirect || backward[vote.partner]?.partner === src ? vote : undefined;
    },
    isAmbiguous: (src, dst) => backward[dst]?.isTie === true && backward[dst].partner !== src,
  };
}

interface Vote extends MatchCandidate {
  /** Others had as many votes as `partner`, which may be `noPartner`. */
  readonly isTie: boolean;
}

const noPartner = -1;

/** `choose` resolves a tie. */
function votesOf(
  from: IndexedCapture,
  to: IndexedCapture,
  choose: (index: number, partners: readonly number[]) => number | undefined,
): (Vote | undefined)[] {
  const direct = identifyingFeatures.map((feature) => uniquePairs(feature, from, to));
  const votes: (Vote | undefined)[] = [];
  for (let index = from.count - 1; index >= 0; index--) {
    const partner = direct.map((found) => found.get(index)).find((found) => found !== undefined);
    if (partner !== undefined) {
      votes[index] = { partner, share: 1, isDirect: true, isTie: false };
      continue;
    }
    const { partners, share } = majority(from, to, index, votes);
    const [first] = partners;
    if (first === undefined) continue;
    const isTie = partners.length > 1;
    votes[index] = { partner: isTie ? (choose(index, partners) ?? noPartner) : first, share, isDirect: false, isTie };
  }
  return votes;
}

/** Elements of one tag whose value of a column occurs once in each capture. */
function uniquePairs(feature: Feature, from: IndexedCapture, to: IndexedCapture): Map<number, number> {
  const sources = uniqueBy(from, feature, from.tag.keys());
  const found = new Map<number, number>();
  for (const [value, dst] of uniqueBy(to, feature, to.tag.keys())) {
    const src = sources.get(value) ?? -1;
    if (src >= 0 && dst >= 0 && from.tag[src] === to.tag[dst]) found.set(src, dst);
  }
  return found;
}

/** The position of each element among its siblings. */
function positionsOf({ tree, tag }: IndexedCapture): readonly number[] {
  const counts: number[] = [];
  return tag.map((_, index) => {
    const parent = tree.parents[index] ?? -1;
    const position = counts[parent] ?? 0;
    if (parent >= 0) counts[parent] = position + 1;
    return position;
  });
}

/** The elements with the most votes, and their share of all votes. A child's vote weighs as much as its subtree. */
function majority(from: IndexedCapture, to: IndexedCapture, index: number, votes: readonly (Vote | undefined)[]) {
  const weights = new Map<number, number>();
  for (const child of from.tree.children(index)) {
    const vote = votes[child];
    if (vote === undefined || vote.partner === noPartner) continue;
    const parent = to.tree.parents[vote.partner] ?? -1;
    if (parent >= 0) weights.set(parent, (weights.get(parent) ?? 0) + vote.share * (from.tree.end(child) - child));
  }
  const sameTag = [...weights].filter(([partner]) => from.tag[index] === to.tag[partner]);
  const most = sameTag.reduce((highest, [, weight]) => Math.max(highest, weight), 0);
  const partners = sameTag.filter(([, weight]) => weight === most && weight > 0).map(([partner]) => partner);
  return { share: most / Math.max(1, from.tree.end(index) - index - 1), partners };
}

/** How similar two elements are (0 to 1), and whether something identifying speaks for it, not their kind alone. */
export interface Similarity {
  readonly score: number;
  readonly isEvident: boolean;
}

const maxTextChars = 300;

/** The weighted mean of what agrees: attributes, own text, children, key, role and name, id. Elements of different tags are not similar. */
export function similarityOf({ older, newer }: Matching, src: number, dst: number, votes: ContentVotes): Similarity {
  if (older.tag[src] !== newer.tag[dst]) return { score: 0, isEvident: false };
  if (older.subtree[src] === newer.subtree[dst]) return { score: 1, isEvident: true };
  const candidate = votes.candidateOf(src);
  const one = older.reader.element(src);
  const other = newer.reader.element(dst);
  const text = one.text === "" && other.text === "" ? undefined : textSimilarity(one.text, other.text);
  const children = candidate === undefined ? childSimilarity(older, newer, src, dst) : candidate.partner === dst ? candidate.share : 0;
  // Keys depend on content, too.
  const sameKey = !votes.isAmbiguous(src, dst) && older.key[src] === newer.key[dst];
  const sameLabel = older.label[src] !== 0 && older.label[src] === newer.label[dst];
  const sameId = older.id[src] !== 0 && older.id[src] === newer.id[dst];
  const score = weightedMean([
    [2, attributeSimilarity(one.attributes, other.attributes)],
    [2, text],
    [candidate === undefined ? 1 : 3, children],
    [2, sameKey ? 1 : undefined],
    [2, sameLabel ? 1 : undefined],
    [4, sameId ? 1 : undefined],
  ]);
  return { score, isEvident: sameKey || sameLabel || sameId || (text ?? 0) >= 0.5 || candidate?.partner === dst };
}

function weightedMean(evidence: readonly (readonly [weight: number, value: number | undefined])[]): number {
  let sum = 0;
  let weights = 0;
  for (const [weight, value] of evidence) {
    if (value === undefined) continue;
    sum += weight * value;
    weights += weight;
  }
  return weights === 0 ? 0 : sum / weights;
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
