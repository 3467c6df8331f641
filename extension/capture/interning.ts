import { truncate } from "./text.js";

/** What is read behind a cut: the longest text that is looked for, with its signs, in characters. */
const behindChars = 240;

/** Interns strings: each distinct string has one index. Index 0 is the empty string. */
export class StringTable {
  readonly list: string[];
  /** Texts that were cut, and what they were, with some more behind: a cut divides what is looked for. */
  readonly cuts = new Map<string, string>();
  private readonly indices = new Map<string, number>([["", 0]]);

  /** `table`: strings that keep their indices; one that is added again gets another. */
  constructor(table: readonly string[] = [""]) {
    this.list = [...table];
  }

  add(text: string): number {
    const known = this.indices.get(text);
    if (known !== undefined) return known;
    const index = this.list.push(text) - 1;
    this.indices.set(text, index);
    return index;
  }

  /** The first `max` UTF-16 code units of a text. */
  cut(text: string, max: number): string {
    const short = truncate(text, max);
    if (short !== text) this.cuts.set(short, `${this.cuts.get(short) ?? ""}\n${truncate(text, max + behindChars)}`);
    return short;
  }
}

/** Interns lists of numbers: each distinct list has one index. Index 0 is the empty list. */
export class NumberListInterner {
  readonly all: number[][] = [[]];
  private readonly keys = new StringTable();

  add(list: number[]): number {
    const index = this.keys.add(list.join());
    this.all[index] ??= list;
    return index;
  }
}
