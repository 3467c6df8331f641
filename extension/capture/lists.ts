/** Lists of numbers, each once, named by its place. Place 0 is the empty list. */
export class Lists {
  readonly all: number[][] = [[]];
  /** Place of the newest list under a code, and for each list of the one before it; 0 for none. */
  private readonly newest = new Map<number, number>();
  private readonly before: number[] = [0];

  /** The place of a list, which is kept when it is new. */
  add(list: number[]): number {
    if (list.length === 0) return 0;
    let code = 0;
    for (let at = 0; at < list.length; at++) code = (Math.imul(code, 0x01000193) + (list[at] as number)) | 0;
    const newest = this.newest.get(code) ?? 0;
    for (let place = newest; place > 0; place = this.before[place] as number) if (isSame(this.all[place] as number[], list)) return place;
    const made = this.all.push(list) - 1;
    this.before.push(newest);
    this.newest.set(code, made);
    return made;
  }
}

function isSame(one: readonly number[], other: readonly number[]): boolean {
  if (one.length !== other.length) return false;
  for (let at = 0; at < one.length; at++) if (one[at] !== other[at]) return false;
  return true;
}
