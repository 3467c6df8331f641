import type { MarkedTag } from "../../contract/stated-lines.js";
import { tagsOf } from "./search.js";
import { isComponentTag } from "./tags.js";

/** Share of a file's tags that must be on their lines, and how far a preprocessor may move them. */
const fittingShare = 0.9;
const farthest = 400;

/**
 * How many lines a file's tags stand below the lines that the page states: Svelte states those of what its preprocessors made, which take out
 * types and comments. 0 where the lines are the file's own; undefined where no number of lines, or more than one, brings the tags to their places.
 */
export function movedLines(file: string, text: string, marked: readonly MarkedTag[]): number | undefined {
  const lines = new Map<string, Set<number>>();
  let [line, at] = [1, 0];
  // In order of their offsets: no part of the text is read twice.
  for (const { tag, offset } of tagsOf(file, text)) {
    for (let end = text.indexOf("\n", at); end >= 0 && end < offset; end = text.indexOf("\n", at)) [line, at] = [line + 1, end + 1];
    lines.set(tag, (lines.get(tag) ?? new Set()).add(line));
  }
  const written = marked.filter(({ tag }) => lines.has(tag));
  const fits = (moved: number) => written.filter(({ tag, line }) => lines.get(tag)?.has(line + moved) === true).length;
  const wanted = written.length * fittingShare;
  const here = fits(0);
  if (here === written.length) return 0;
  const [first] = written;
  const candidates = [...(lines.get(first?.tag ?? "") ?? [])].map((line) => line - (first?.line ?? 0));
  const fitting = candidates.flatMap((moved) => {
    const count = Math.abs(moved) <= farthest ? fits(moved) : 0;
    return count >= wanted ? [{ moved, count }] : [];
  });
  // Tags on one line after the other fit where they are moved by one, too.
  const most = Math.max(here, ...fitting.map(({ count }) => count));
  if (here >= wanted && here === most) return 0;
  const [best, ...others] = fitting.filter(({ count }) => count === most);
  return others.length === 0 ? best?.moved : undefined;
}

/** Whether a tag that can have drawn a `wanted` one stands on a line, from 1, of a file. */
export function hasTagOnLine(file: string, text: string, wanted: string, line: number): boolean {
  let from = 0;
  for (let at = 1; at < line; at++) {
    from = text.indexOf("\n", from) + 1;
    if (from === 0) return false;
  }
  const end = text.indexOf("\n", from);
  const to = end < 0 ? text.length : end;
  return tagsOf(file, text).some(
    ({ tag, offset }) => offset >= from && offset < to && (tag === wanted || isComponentTag(tag) || tag.includes(":")),
  );
}
