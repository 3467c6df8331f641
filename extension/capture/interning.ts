/** Interns strings: each distinct string has one index. Index 0 is the empty string. */
export class StringTable {
  readonly list: string[] = [""];
  private readonly indices = new Map<string, number>([["", 0]]);

  /** Returns the index of a string, adding it when it is new. */
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
  /** Hash chains: the newest list of each hash, and for each list the one before it with the same hash; 0 ends a chain. */
  private readonly newest = new Map<number, number>();
  private readonly previous: number[] = [0];

  /** Returns the index of a list, storing it when it is new. */
  add(list: number[]): number {
    if (list.length === 0) return 0;
    // FNV-1's prime, over numbers instead of octets. A joined string as the key of a map would have to be built for each element.
    let hash = 0;
    for (let at = 0; at < list.length; at++) hash = (Math.imul(hash, 0x01000193) + (list[at] as number)) | 0;
    const newest = this.newest.get(hash) ?? 0;
    for (let index = newest; index > 0; index = this.previous[index] as number)
      if (isEqual(this.all[index] as number[], list)) return index;
    const added = this.all.push(list) - 1;
    this.previous.push(newest);
    this.newest.set(hash, added);
    return added;
  }
}

function isEqual(one: readonly number[], other: readonly number[]): boolean {
  if (one.length !== other.length) return false;
  for (let at = 0; at < one.length; at++) if (one[at] !== other[at]) return false;
  return true;
}
