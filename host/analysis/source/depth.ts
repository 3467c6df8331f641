import type { Drawn } from "./drawn.js";
import { isOwnTag, type TagScore } from "./score-tag.js";
import { isComponentTag, type SourceTag } from "./tags.js";
import type { Below } from "./text-path.js";
import type { Wanted } from "./wanted.js";

/** A tag with how well it fits. */
export interface Scored {
  readonly tag: SourceTag;
  /** In the file's list of tags; -1 for a call that makes an element. */
  readonly index: number;
  readonly score: TagScore;
}

/** What a tag keeps of its text's points where its component may draw what is around the text too. */
const shareOfUnknown = 0.7;
/** A chain of tags that is longer than any path on the page needs no end. */
const longestChain = 8;
const nothing: TagScore["text"] = { points: 0, words: "" };

/** A text that an element below holds belongs to the tag that stands as far around it in the source as the element does on the page. */
export function atDepth(
  scored: readonly Scored[],
  source: string,
  tags: readonly SourceTag[],
  wanted: Wanted,
  drawn: Drawn,
): readonly Scored[] {
  const { textPath: path, below } = wanted;
  if (path.length === 0 || below.length < 2) return scored;
  const texts = new Map(scored.filter(({ score, index }) => index >= 0 && score.text.points > 0).map((one) => [one.index, one.score.text]));
  const innermost = [...texts.keys()]
    .sort((a, b) => a - b)
    .filter((index, at, all) => (tags[all[at + 1] ?? -1]?.offset ?? Number.POSITIVE_INFINITY) >= (tags[index]?.closed ?? 0));
  const known = new Set(scored.map(({ index }) => index));
  const given = new Map<number, TagScore["text"]>();
  for (const index of innermost) {
    const chain = chainFrom(index, source, tags, below);
    const [leaf, target] = [tags[chain[0] ?? -1], chain[path.length]];
    const text = texts.get(index);
    if (leaf === undefined || target === undefined || text === undefined || target === index || !known.has(target)) continue;
    if (chain.indexOf(index) > path.length) continue;
    if (chain.slice(0, path.length).some((one, at) => !isComponentTag(tags[one]?.tag ?? "") && tags[one]?.tag !== path[at]?.tag)) continue;
    const isElement = isMadeBy(leaf, wanted, drawn);
    const isText = isMadeBy(leaf, path[0], drawn);
    if (isComponentTag(leaf.tag) && isElement && !isText) continue;
    for (const one of chain.slice(0, path.length))
      if (texts.has(one)) given.set(one, isText && !isElement ? nothing : { ...text, points: text.points * shareOfUnknown });
    given.set(target, text);
  }
  return scored.map((one) => {
    const text = given.get(one.index);
    return text === undefined ? one : { ...one, score: { ...one.score, text } };
  });
}

/** Positions of the tag in which the text directly stands, and of those around it. */
function chainFrom(from: number, source: string, tags: readonly SourceTag[], shown: string): number[] {
  const { opened = 0, closed = 0 } = tags[from] ?? {};
  const at = source.slice(opened, closed).toLowerCase().indexOf(shown.toLowerCase());
  if (at < 0) return [];
  let leaf = from;
  for (let next = from + 1; (tags[next]?.offset ?? Number.POSITIVE_INFINITY) < opened + at; next++)
    if ((tags[next]?.closed ?? 0) > opened + at) leaf = next;
  const chain: number[] = [];
  for (let one = leaf; one >= 0 && chain.length < longestChain; one = tags[one]?.around ?? -1) chain.push(one);
  return chain;
}

function isMadeBy({ tag }: SourceTag, made: Below | undefined, drawn: Drawn): boolean {
  if (made === undefined) return false;
  return isOwnTag(tag, made) || (isComponentTag(tag) && drawn(tag)?.has(made.tag) === true);
}
