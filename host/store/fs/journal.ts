import { constants, readSync } from "node:fs";
import { appendFile } from "node:fs/promises";
import { hasCode } from "../failures.js";
import { ensureFolder, type Folder, fileMode, folderPath, inHeldFolder, readOpened, refuseLinks } from "./folder.js";

/** Longer ones are not read. */
const fileMaxBytes = 256 * 1024 * 1024;

export interface Journal<State> {
  /** The state that all rows lead to; the same object as before while no row was added. */
  read(): State;
  /** Adds rows at the end; with `durable` they survive a power cut. Makes the folder. */
  append(rows: readonly unknown[], options?: { readonly durable?: boolean }): Promise<void>;
}

/**
 * A file of JSON lines that only grows, shared by processes: each reads on from where it ended, so that a reading costs what was added. `next`
 * returns the state after one row's text, which may be any; it may change `state` and return it. A line that a crash has cut is no row. A file
 * that was replaced or has become shorter is read from its beginning.
 */
export function openJournal<State>(
  folder: Folder,
  name: string,
  start: () => State,
  next: (state: State, row: string) => State,
): Journal<State> {
  let read = { file: "", bytes: 0 };
  let state = start();
  let isMade = false;

  function take(text: string): void {
    for (const line of text.split("\n")) if (line !== "") state = next(state, line);
  }

  return {
    read: () => {
      refuseLinks(folder);
      const found = readFrom(`${folderPath(folder)}/${name}`, read);
      if (found === undefined) {
        if (read.file !== "") state = start();
        read = { file: "", bytes: 0 };
        return state;
      }
      if (found.isOther) state = start();
      read = { file: found.file, bytes: found.bytes };
      take(found.text);
      return state;
    },
    append: async (rows, { durable = false } = {}) => {
      const { O_WRONLY, O_APPEND, O_CREAT, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;
      const flag = O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW | O_NONBLOCK;
      // On a new line in any case: the one before may have been cut by a crash.
      const text = `\n${rows.map((row) => JSON.stringify(row)).join("\n")}\n`;
      const write = () => inHeldFolder(folder, name, (path) => appendFile(path, text, { flag, mode: fileMode, flush: durable }));
      if (!isMade) await ensureFolder(folder);
      isMade = true;
      await write().catch(async (error: unknown) => {
        // The folder was removed meanwhile: nothing was written yet.
        if (!hasCode(error, "ENOENT")) throw error;
        await ensureFolder(folder);
        await write();
      });
    },
  };
}

/** The whole lines behind what was read of a file; from its beginning where it is another one. Undefined when there is no file. */
function readFrom(path: string, known: { readonly file: string; readonly bytes: number }) {
  return readOpened(path, fileMaxBytes, (file, { dev, ino, size }) => {
    const identity = `${dev}-${ino}`;
    const isOther = identity !== known.file || size < known.bytes;
    const from = isOther ? 0 : known.bytes;
    const buffer = Buffer.alloc(size - from);
    const count = buffer.length === 0 ? 0 : readSync(file, buffer, 0, buffer.length, from);
    const end = buffer.lastIndexOf(0x0a, count - 1) + 1;
    return { file: identity, bytes: from + end, text: buffer.toString("utf8", 0, end), isOther };
  });
}
