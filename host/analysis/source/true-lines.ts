import { memoized } from "../../contract/memoized.js";
import { type MarkedTag, mayBeMoved, readPlace } from "../../contract/stated-lines.js";
import { readSource } from "./source-text.js";
import { isComponentTag } from "./tags.js";

/** What mending asks of a project and of a capture. */
export interface StatedFiles {
  /** The project's file that a stated path means. */
  fileOf(path: string): string | undefined;
  /** Its text; undefined where it cannot be read. */
  read(file: string): Promise<string | undefined>;
  /** What the page states of all tags of each file, by its path as the page states it. */
  readonly marked: ReadonlyMap<string, readonly MarkedTag[]>;
}

interface Looked {
  readonly tagLines: TagLines;
  readonly marked: readonly MarkedTag[];
  /** How many lines its tags stand below what the page states; undefined where they leave that open. */
  readonly moved: number | undefined;
}

/**
 * Returns what mends a place as a page states it, `path:line:column`: with the line on the disk; without one where that cannot be known; undefined
 * where the file cannot be read. Each file is read once, and not at all where nothing moves its lines.
 */
export function makeTrueLines(files: StatedFiles): (stated: string) => Promise<string | undefined> {
  const look = memoized((path: string) => lookAt(files, path));
  return async (stated) => {
    const { path, line, column } = readPlace(stated);
    if (line === undefined || !mayBeMoved(path)) return stated;
    const found = await look(path);
    if (found === undefined) return undefined;
    const { tagLines, marked, moved } = found;
    if (moved === 0) return stated;
    // A preprocessor can take out lines between the tags, too. What states no tag of its own is the use of a component.
    const tags = [...marked.filter((one) => one.line === line).map(({ tag }) => tag), ""];
    if (moved === undefined || !tags.some((tag) => hasTagOnLine(tagLines, tag, line + moved))) return path;
    return [path, line + moved, ...(column === undefined ? [] : [column])].join(":");
  };
}

async function lookAt({ fileOf, read, marked: all }: StatedFiles, path: string): Promise<Looked | undefined> {
  const file = fileOf(path);
  const text = file === undefined ? undefined : await read(file);
  if (file === undefined || text === undefined) return undefined;
  const marked = all.get(path) ?? [];
  const tagLines = linesOf(file, text);
  return { tagLines, marked, moved: movedLines(tagLines, marked) };
}

/** Share of a file's tags that must be on their lines, and how far a preprocessor may move them. */
const fittingShare = 0.9;
const farthest = 400;

/** Where the tags of a file stand: lines from 1. */
interface TagLines {
  readonly isScript: boolean;
  /** Of each tag. */
  readonly lines: ReadonlyMap<string, ReadonlySet<number>>;
  /** Of those that can draw any other tag. */
  readonly componentLines: ReadonlySet<number>;
}

export function linesOf(file: string, text: string): TagLines {
  const [lines, componentLines] = [new Map<string, Set<number>>(), new Set<number>()];
  let [line, at] = [1, 0];
  // In order of their offsets: no part of the text is read twice.
  for (const { tag, offset } of readSource(file, text).tags) {
    for (let end = text.indexOf("\n", at); end >= 0 && end < offset; end = text.indexOf("\n", at)) [line, at] = [line + 1, end + 1];
    lines.set(tag, (lines.get(tag) ?? new Set()).add(line));
    if (isComponentTag(tag) || tag.includes(":")) componentLines.add(line);
  }
  return { isScript: isScript(file), lines, componentLines };
}

/** Whether a path is that of a file with JSX. */
function isScript(path: string): boolean {
  return /x$/.test(path);
}

/** Whether a tag that can have drawn a `wanted` one stands on a line. */
function hasTagOnLine({ lines, componentLines }: TagLines, wanted: string, line: number): boolean {
  return lines.get(wanted)?.has(line) === true || componentLines.has(line);
}

/** In how many of the least frequent tags the first place of a file is looked for. */
const rarest = 3;

/**
 * How many lines a file's tags stand below the lines that the page states: Svelte states those of what its preprocessors made, which take out
 * types and comments; a script's are those of what a refresh of modules has put lines above. 0 where the lines are the file's own;
 * undefined where no number of lines, or more than one, brings the tags to their places. In a script a component's tag stands for what it
 * draws.
 */
export function movedLines({ lines, componentLines, isScript }: TagLines, marked: readonly MarkedTag[]): number | undefined {
  const written = marked.filter(({ tag }) => lines.has(tag));
  const isOn = ({ tag, line }: MarkedTag, moved: number) => lines.get(tag)?.has(line + moved) === true;
  const isDrawnOn = (one: MarkedTag, moved: number) => isOn(one, moved) || componentLines.has(one.line + moved);
  const fits = (moved: number) => {
    const count = written.filter((one) => isOn(one, moved)).length;
    const drawn = isScript ? written.filter((one) => isDrawnOn(one, moved)).length : count;
    return { moved, count, drawn };
  };
  const wanted = written.length * fittingShare;
  const here = fits(0);
  if (here.count === written.length) return 0;
  const frequency = ({ tag }: MarkedTag) => lines.get(tag)?.size ?? 0;
  const oneOfEach = [...new Map(written.map((one) => [one.tag, one])).values()];
  const firsts = oneOfEach.toSorted((one, other) => frequency(one) - frequency(other)).slice(0, rarest);
  const moves = new Set(firsts.flatMap(({ tag, line }) => [...(lines.get(tag) ?? [])].map((at) => at - line)));
  const candidates = [...moves].filter((moved) => moved !== 0 && Math.abs(moved) <= farthest).map(fits);
  const fitting = [here, ...candidates].filter(({ drawn }) => drawn >= wanted);
  // Tags on one line after the other fit where they are moved by one, too.
  const most = Math.max(...fitting.map(({ count }) => count));
  const best = fitting.filter(({ count }) => count === most);
  return best[0] === here || best.length === 1 ? best[0]?.moved : undefined;
}
