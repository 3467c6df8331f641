/** Interns strings: each distinct string has one index. Index 0 is the empty string. */
export class StringTable {
  readonly list: string[];
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
