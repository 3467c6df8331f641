import type { Wanted } from "./wanted.js";

/** Texts by which files are chosen before they are read tag by tag. */
export interface Needles {
  /** The element's own words: a file with one of them most likely makes it. */
  readonly strong: readonly string[];
  /** Words, classes and paths that speak for a file where none has a strong one. */
  readonly weak: readonly string[];
}

/** What a file must hold to be worth a close look, in a project too large to look at all. */
export function needlesOf({ shown, attributes, classes, components, testId, around, page, keys }: Wanted): Needles {
  const named = ["id", "name", "aria-label", "placeholder", "alt", "title", "for", "action"].map((name) => attributes[name] ?? "");
  const paths = (attributes["href"] ?? "").split(/[?#]/)[0]?.split("/") ?? [];
  const words = shown.flatMap((text) => text.split(/[^\p{L}\p{N}'’-]+/u)).filter((word) => word.length >= 4);
  return {
    strong: longEnough([...shown, ...named, testId, ...keys]),
    weak: longEnough([
      ...lastParts(keys),
      ...words.slice(0, 12),
      ...paths,
      ...classes,
      ...components,
      ...around.slice(0, 8),
      page.split("/").at(-1) ?? "",
    ]),
  };
}

/** Keys as Rails has them below a template's path. */
function lastParts(keys: ReadonlySet<string>): string[] {
  return [...keys].flatMap((key) => (key.includes(".") ? [key.slice(key.lastIndexOf("."))] : [])).slice(0, 8);
}

function longEnough(texts: readonly string[]): string[] {
  const long = [...new Set(texts)].filter((text) => text.length >= 3);
  // What holds another one is found with it.
  return long.filter((text) => !long.some((other) => other !== text && text.includes(other)));
}
