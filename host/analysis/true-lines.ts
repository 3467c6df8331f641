import { memoized } from "../contract/memoized.js";
import { type MarkedTag, mayBeMoved, readPlace } from "../contract/stated-lines.js";
import { positionOf } from "./source/place.js";
import { readSource } from "./source/source-text.js";
import { isComponentTag } from "./source/tags.js";

/** What judging stated lines asks of a project and of a capture. */
export interface StatedFiles {
  /** The project's file that a stated path means. */
  fileOf(path: string): string | undefined;
  /** Its text; undefined where it cannot be read. */
  read(file: string): Promise<string | undefined>;
  /** What the page states of all tags of each file, by its path as the page states it. */
  readonly marked: ReadonlyMap<string, readonly MarkedTag[]>;
}

/**
 * Returns what judges a place as a page states it, `path:line:column`: as it is where its line is that of the file on the disk; without line and column
 * where a tool has moved lines, as Svelte's preprocessors and splitters of routes do; undefined where the file cannot be read. Each file is read once,
 * and not at all where nothing moves its lines.
 */
export function makeTrueLines(files: StatedFiles): (stated: string) => Promise<string | undefined> {
  const look = memoized(async (path: string) => {
    const file = files.fileOf(path);
    const text = file === undefined ? undefined : await files.read(file);
    return file === undefined || text === undefined ? undefined : areTrue(file, text, files.marked.get(path) ?? []);
  });
  return async (stated) => {
    const { path, line } = readPlace(stated);
    if (line === undefined || !mayBeMoved(path)) return stated;
    const found = await look(path);
    return found === undefined ? undefined : found ? stated : path;
  };
}

/** Share of a script's tags that must be on their lines; of others, whose tags the page has as they are written, all must be. */
const ofScripts = 0.95;

/** Whether the tags of a file stand on the lines that a page states of them. In a script a component's tag stands for what it draws. */
export function areTrue(file: string, text: string, marked: readonly MarkedTag[]): boolean {
  const isScript = file.endsWith("x");
  const known = new Set<string>();
  const there = new Set<string>();
  for (const { tag, offset } of readSource(file, text).tags) {
    const { line } = positionOf(text, offset);
    known.add(tag);
    there.add(`${tag} ${line}`);
    if (isComponentTag(tag) || tag.includes(":")) there.add(`${line}`);
  }
  // What a script's component draws may have any tag, but some tag is on its line.
  const written = marked.filter(({ tag }) => isScript || known.has(tag));
  const onLines = written.filter(({ tag, line }) => there.has(`${tag} ${line}`) || (isScript && there.has(`${line}`)));
  return onLines.length >= written.length * (isScript ? ofScripts : 1);
}
