import { type MarkedTag, mayBeMoved, readPlace } from "../../contract/stated-lines.js";
import { hasTagOnLine, movedLines } from "./moved-lines.js";

/** What mending asks of a project and of a capture. */
export interface StatedFiles {
  /** The project's file that a stated path means. */
  fileOf(path: string): string | undefined;
  /** Its text; undefined where it cannot be read. */
  read(file: string): Promise<string | undefined>;
  /** What the page states of all tags of the file. */
  markedIn(path: string): readonly MarkedTag[];
}

interface Looked {
  readonly file: string;
  readonly text: string;
  readonly marked: readonly MarkedTag[];
  /** How many lines the tags stand below what the page states; undefined where that is unknown. */
  readonly moved: number | undefined;
}

/**
 * Returns what mends a place as a page states it, `path:line:column`: with the line on the disk; without one where that cannot be known; undefined
 * where the file cannot be read. Each file is read once, and not at all where nothing moves its lines.
 */
export function makeTrueLines(files: StatedFiles): (stated: string) => Promise<string | undefined> {
  const looked = new Map<string, Promise<Looked | undefined>>();
  const mended = new Map<string, string | undefined>();
  const mend = async (stated: string): Promise<string | undefined> => {
    const { path, line, column } = readPlace(stated);
    if (line === undefined || !mayBeMoved(path)) return stated;
    const looking = looked.get(path) ?? lookAt(files, path);
    looked.set(path, looking);
    const found = await looking;
    if (found === undefined || found.moved === 0) return found && stated;
    const { file, text, marked, moved } = found;
    // A preprocessor can take out lines between the tags, too. What states no tag of its own is the use of a component.
    const tags = [...marked.filter((one) => one.line === line).map(({ tag }) => tag), ""];
    if (moved === undefined || !tags.some((tag) => hasTagOnLine(file, text, tag, line + moved))) return path;
    return [path, line + moved, ...(column === undefined ? [] : [column])].join(":");
  };
  return async (stated) => {
    if (!mended.has(stated)) mended.set(stated, await mend(stated));
    return mended.get(stated);
  };
}

async function lookAt({ fileOf, read, markedIn }: StatedFiles, path: string): Promise<Looked | undefined> {
  const file = fileOf(path);
  const text = file === undefined ? undefined : await read(file);
  if (file === undefined || text === undefined) return undefined;
  const marked = markedIn(path);
  return { file, text, marked, moved: moveOf(file, text, marked) };
}

/** As many tags of a script must state lines until other lines are believed. */
const leastMarked = 8;

/**
 * A router that splits a script by its routes moves all lines of its JSX; but there a tag may state the use of its component, too, so that what is
 * unknown is not distrusted.
 */
function moveOf(file: string, text: string, marked: readonly MarkedTag[]): number | undefined {
  const isScript = /x$/.test(file);
  if (isScript && marked.length < leastMarked) return 0;
  const moved = movedLines(file, text, marked);
  return isScript ? (moved ?? 0) : moved;
}
