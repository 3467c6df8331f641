import { leastPart, shortest } from "./texts.js";
import type { Wanted } from "./wanted.js";

/** Texts by which files are chosen before they are read tag by tag. */
export interface Needles {
  /** The element's own words: a file with one of them most likely makes it. */
  readonly strong: readonly string[];
  /** Words, classes and paths that speak for a file where none has a strong one. */
  readonly weak: readonly string[];
}

/** What a file must hold to be worth a close look, in a project too large to look at all. */
export function needlesOf({ shown, attributes, classes, components, testId, page, keys }: Wanted): Needles {
  const named = ["id", "name", "aria-label", "placeholder", "alt", "title", "for", "action"].map((name) => attributes[name] ?? "");
  const paths = (attributes["href"] ?? "").split(/[?#]/)[0]?.split("/") ?? [];
  const words = shown.flatMap((text) => text.split(/[^\p{L}\p{N}'’-]+/u)).filter((word) => word.length >= leastPart);
  return {
    strong: longEnough([...shown, ...named, testId, ...keys]),
    weak: longEnough([...words, ...paths, ...classes, ...components, page.split("/").at(-1) ?? ""]),
  };
}

function longEnough(texts: readonly string[]): string[] {
  const long = [...new Set(texts)].filter((text) => text.length > shortest);
  // What holds another one is found with it.
  return long.filter((text) => !long.some((other) => other !== text && text.includes(other)));
}
