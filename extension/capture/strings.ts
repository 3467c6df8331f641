/** A table of strings, each once, named by its place. Place 0 is the empty string. */
export class Strings {
  readonly list: string[] = [""];
  private readonly places = new Map<string, number>([["", 0]]);

  /** The place of a string, which is added when it is new. */
  add(text: string): number {
    const known = this.places.get(text);
    if (known !== undefined) return known;
    const place = this.list.length;
    this.list.push(text);
    this.places.set(text, place);
    return place;
  }
}
