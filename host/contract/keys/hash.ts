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

/** FNV-1a over the text's UTF-16 units, in 32 bits; never 0. */
export function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193);
  return value | 0 || 1;
}

/** One hash out of two; the order counts. */
export function mix(one: number, other: number): number {
  let value = Math.imul(one ^ (other + 0x9e3779b9 + (one << 6)), 0x85ebca6b);
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35);
  return (value ^ (value >>> 16)) | 0;
}
