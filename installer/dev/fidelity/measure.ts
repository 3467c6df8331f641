/** One difference between a capture and the browser. */
export interface Difference {
  readonly measure: string;
  /** The kind of difference: alike ones are counted together. */
  readonly cause: string;
  readonly element: string;
  readonly expected: string;
  readonly actual: string;
}

/** Counts how often two sides agree, and keeps what differs. */
export class Tally {
  readonly measure: string;
  total = 0;
  right = 0;
  readonly differences: Difference[] = [];

  constructor(measure: string) {
    this.measure = measure;
  }

  check(agrees: boolean, difference: () => Omit<Difference, "measure">): void {
    this.total++;
    if (agrees) this.right++;
    else this.differences.push({ measure: this.measure, ...difference() });
  }
}
