import type { Nodes } from "../nodes.js";
import { type Hashes, hash, mix } from "./hash.js";
import { isPassing, isSaying, makeClassHash } from "./rules.js";

/** Hashes of what a set of attributes says. Sums, so that the order of the attributes does not count; 0 for nothing. */
export interface Saying {
  /** By what stands for the element wherever it is and whatever it looks like. */
  readonly says: number;
  /** The classes that last. */
  readonly classes: number;
  /** All that lasts. */
  readonly all: number;
}

/** One for each of a capture's sets of attributes. */
export function sayingsOf({ attributeSets, strings }: Nodes, texts: Hashes): Saying[] {
  const hashOfClasses = makeClassHash();
  return attributeSets.map((set) => {
    let says = 0;
    let classes = 0;
    let rest = 0;
    for (let at = 0; at < set.length; at += 2) {
      const name = strings[set[at] ?? 0] ?? "";
      const place = set[at + 1] ?? 0;
      if (name === "class") classes = hashOfClasses(strings[place] ?? "");
      if (place === 0) continue;
      const hashed = mix(hash(name), texts.of(place));
      if (isSaying(name)) says = (says + hashed) | 0;
      if (name !== "class" && !isPassing(name)) rest = (rest + hashed) | 0;
    }
    return { says, classes, all: mix(rest, classes) };
  });
}
