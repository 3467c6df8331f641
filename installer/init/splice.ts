import { z } from "zod";

/** The one stretch in which two texts differ: at `offset`, `removed` gave way to `inserted`. */
export const spliceSchema = z.object({ offset: z.number().int().min(0), removed: z.string(), inserted: z.string() });
export type Splice = z.infer<typeof spliceSchema>;

/** What was done to a text, as small as possible: a config file may hold other programs' secrets, which stay where they are. */
export function spliceOf(before: string, after: string): Splice {
  const { start, end } = commonEnds(before, after);
  return { offset: start, removed: before.slice(start, before.length - end), inserted: after.slice(start, after.length - end) };
}

/** Takes a splice back; undefined when the text does not hold what was inserted. */
export function unsplice(text: string, { offset, removed, inserted }: Splice): string | undefined {
  if (text.slice(offset, offset + inserted.length) !== inserted) return undefined;
  return text.slice(0, offset) + removed + text.slice(offset + inserted.length);
}

/** The lines that differ, `-` for the old and `+` for the new, with a line of context before and after. */
export function diffLines(before: string, after: string): string {
  const [old, fresh] = [linesOf(before), linesOf(after)];
  const { start, end } = commonEnds(old, fresh);
  const marked = (mark: string, lines: readonly string[]) => lines.map((line) => `${mark} ${line}`);
  return [
    ...marked(" ", old.slice(Math.max(0, start - 1), start)),
    ...marked("-", old.slice(start, old.length - end)),
    ...marked("+", fresh.slice(start, fresh.length - end)),
    ...marked(" ", old.slice(old.length - end, old.length - end + 1)),
  ].join("\n");
}

function linesOf(text: string): string[] {
  return text === "" ? [] : text.replace(/\r?\n$/, "").split(/\r?\n/);
}

/** Lengths of the common prefix, and of the common suffix of what follows it. */
function commonEnds(before: ArrayLike<string>, after: ArrayLike<string>): { readonly start: number; readonly end: number } {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start++;
  let end = 0;
  while (end < shorter - start && before[before.length - 1 - end] === after[after.length - 1 - end]) end++;
  return { start, end };
}
