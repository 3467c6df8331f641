import { firstHeavy, type Letters, letterOf, letters, mark, other, othersAt, sign, weightOf } from "./letters.js";

class Step<Entry> extends Map<number, Step<Entry>> {
  entry?: Entry;
}

export const leastLetters = 4;
/** How far before its fourth letter an entry may begin, in characters. */
const mostBefore = 40;

/** A trie, entered where four letters have an entry's hash (Wu and Manber, "A fast algorithm for multi-pattern searching", 1994). */
export class TextIndex<Entry> {
  private readonly root = new Step<Entry>();
  private readonly beginnings = new Uint8Array(0x10000);
  size = 0;

  /** The entry of some letters, not too few; a new one where there is none. */
  entry({ codes, count }: Letters, make: () => Entry): Entry {
    let step = this.root;
    for (const code of codes.slice(0, count)) {
      const next = step.get(code) ?? new Step<Entry>();
      step.set(code, next);
      step = next;
    }
    if (step.entry === undefined) this.size++;
    this.beginnings[codes.slice(0, leastLetters).reduce(withLetter, 0)] = 1;
    step.entry ??= make();
    return step.entry;
  }

  /** Where in a text, from a place on, the first letters of an entry may end: the start of the last of them; -1 for nowhere. */
  next(text: string, from: number): number {
    const { beginnings } = this;
    const end = this.size === 0 ? 0 : text.length;
    let hash = 0;
    // End of the last escape: its characters may be mistaken for letters before a place.
    let escaped = -mostBefore;
    for (let at = Math.max(0, from - mostBefore); at < end; at++) {
      let code = 0;
      // Nearly all of a page goes through this loop.
      for (; at < end; at++) {
        code = letters[text.charCodeAt(at)] ?? 0;
        if (code > mark) {
          if (code >= firstHeavy) break;
          hash = withLetter(hash, code);
          if (beginnings[hash] === 1 && at >= from && (at < escaped + mostBefore || this.leads(text, at))) return at;
        } else if (code < sign) break;
      }
      if (at >= end) break;
      const known = code === 0 ? letterOf(text.charCodeAt(at)) : code;
      if (known !== other && known < firstHeavy) {
        at--;
        continue;
      }
      const others = known === other ? othersAt(text, at) : undefined;
      let isHit = false;
      for (const one of others?.codes ?? [known])
        for (let times = weightOf(one); times > 0; times--) {
          hash = withLetter(hash, one);
          isHit ||= beginnings[hash] === 1;
        }
      if (isHit && at >= from) return at;
      if (others !== undefined) {
        escaped = others.end;
        at = escaped - 1;
      }
    }
    return -1;
  }

  /** Whether the letters around the fourth of an entry are one, or are not all of weight one. */
  private leads(text: string, fourth: number): boolean {
    let at = fourth;
    for (let before = leastLetters - 1; before > 0 && at > 0; ) {
      const code = letterOf(text.charCodeAt(--at));
      if (code === other || weightOf(code) > 1) return true;
      before -= weightOf(code);
    }
    let step: Step<Entry> | undefined = this.root;
    for (; step !== undefined && step.entry === undefined && at < text.length; at++) {
      const code = letterOf(text.charCodeAt(at));
      if (code === sign || code === mark) continue;
      if (weightOf(code) !== 1) return true;
      step = step.get(code);
    }
    return step?.entry !== undefined;
  }

  /** What is taken of the entries that begin at some letter: of the longest of these. */
  longest<Taken>({ codes, count }: Letters, from: number, take: (entry: Entry, to: number) => Taken | undefined): Taken | undefined {
    let longest: Taken | undefined;
    let step: Step<Entry> | undefined = this.root;
    for (let to = from; step !== undefined; step = to < count ? step.get(codes[to++] ?? 0) : undefined)
      if (step.entry !== undefined) longest = take(step.entry, to) ?? longest;
    return longest;
  }
}

/** 16 bits of the last four letters: all bits of earlier ones have been shifted out. */
function withLetter(hash: number, code: number): number {
  return ((hash << 4) ^ code) & 0xffff;
}
