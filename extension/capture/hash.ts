/** Hashes of a table's strings, each made when first asked for. */
export class Hashes {
  private readonly list: readonly string[];
  private readonly known: Int32Array;

  constructor(list: readonly string[]) {
    this.list = list;
    this.known = new Int32Array(list.length);
  }

  of(place: number): number {
    const known = this.known[place] ?? 0;
    if (known !== 0) return known;
    const made = hash(this.list[place] ?? "");
    this.known[place] = made;
    return made;
  }
}

// Numbers of more than thirty bits are objects to a browser that has not compiled the loop yet.
const lane = 0xffffff;

/** A hash of a text's length, its first and its last characters, in two lanes of 24 bits; never 0. */
export function hash(text: string): number {
  const length = text.length;
  let one = length & lane;
  let other = 0x811c9d;
  for (let at = 0; at < length; at++) {
    if (at === 16 && length >= 28) at = length - 12;
    const code = text.charCodeAt(at);
    one = ((one ^ code) * 33) & lane;
    other = ((other + code) * 31) & lane;
  }
  return Math.imul(one, 0x9e3779b1) ^ (other << 7) || 1;
}

/** One hash out of two; the order counts. */
export function mix(one: number, other: number): number {
  let value = Math.imul(one ^ (other + 0x9e3779b9 + (one << 6)), 0x85ebca6b);
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35);
  return (value ^ (value >>> 16)) | 0;
}
