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

/** FNV-1a over a text's length, its first and its last characters; never 0. */
export function hash(text: string): number {
  const length = text.length;
  let value = 0x811c9dc5 ^ length;
  const end = length < 28 ? length : 16;
  for (let i = 0; i < end; i++) value = Math.imul(value ^ text.charCodeAt(i), 0x01000193);
  if (end < length) for (let i = length - 12; i < length; i++) value = Math.imul(value ^ text.charCodeAt(i), 0x01000193);
  return value | 0 || 1;
}

/** One hash out of two; the order counts. */
export function mix(one: number, other: number): number {
  let value = Math.imul(one ^ (other + 0x9e3779b9 + (one << 6)), 0x85ebca6b);
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35);
  return (value ^ (value >>> 16)) | 0;
}
