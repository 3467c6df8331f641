const vocabulary = "amber birch cedar dune ember fjord grove harbor inlet juniper kelp lagoon maple nectar orchid pebble quartz reed".split(
  " ",
);

/** Random choices that are the same for the same seed (mulberry32). */
export class Dice {
  private state: number;

  constructor(seed: number) {
    this.state = Math.imul(seed + 1, 0x9e3779b1);
  }

  /** A whole number from 0 to `count` - 1. */
  below(count: number): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let value = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value;
    return Math.floor((((value ^ (value >>> 14)) >>> 0) / 2 ** 32) * count);
  }

  of<T>(list: readonly T[]): T | undefined {
    return list[this.below(list.length)];
  }

  word(): string {
    return `${this.of(vocabulary) ?? ""}${this.below(1_000)}`;
  }

  words(): string {
    return Array.from({ length: 2 + this.below(4) }, () => this.word()).join(" ");
  }
}
