import { lstatSync } from "node:fs";
import { rename } from "node:fs/promises";
import { join } from "node:path";
import type { ZodType } from "zod";
import { parseJson } from "../../contract/json.js";
import { hasCode, reasonOf } from "../failures.js";
import { debugLog } from "../log.js";
import { writeInside } from "./atomic-write.js";
import { ensureFolder, type Folder, folderPath, inHeldFolder, readInside, readNow } from "./folder.js";
import { withLock } from "./lock.js";

/** Reads a JSON file of the folder; undefined when there is none of that name, or the file has another shape. Throws `outside-captures`. */
export async function readJson<T>(folder: Folder, name: string, maxBytes: number, schema: ZodType<T>): Promise<T | undefined> {
  const text = await readInside(folder, name, maxBytes);
  return text === undefined ? undefined : schema.safeParse(parseJson(text)).data;
}

const fileMaxBytes = 4 * 1024 * 1024;

/** A JSON file that all processes share, in a folder that need not exist yet. `absent`: what counts while there is no file. */
export function openJsonFile<T>(folder: Folder, name: string, schema: ZodType<T>, absent: T) {
  let known: { readonly stamp: string; readonly content: T | undefined } = { stamp: "", content: absent };

  /** Changes whenever the file does; empty when there is none. At once: asked before nearly every call. */
  function stamp(): string {
    try {
      const status = lstatSync(join(folderPath(folder), name), { throwIfNoEntry: false, bigint: true });
      return status === undefined ? "" : `${status.ino}-${status.size}-${status.mtimeNs}-${status.ctimeNs}`;
    } catch (error) {
      if (hasCode(error, "EACCES", "EPERM", "ENOTDIR")) return "unreadable";
      throw error;
    }
  }

  /** Undefined for a file that is damaged or cannot be read, with a line in the log. It is read again only after a change. */
  function read(): T | undefined {
    const now = stamp();
    if (now !== known.stamp) known = { stamp: now, content: now === "" ? absent : load() };
    return known.content;
  }

  function load(): T | undefined {
    try {
      const { data } = schema.safeParse(parseJson(readNow(folder, name, fileMaxBytes)?.bytes.toString() ?? ""));
      if (data === undefined) debugLog(`damaged, does not count: ${[...folder.parts, name].join("/")}`);
      return data;
    } catch (error) {
      debugLog(`cannot be read, does not count: ${[...folder.parts, name].join("/")}: ${reasonOf(error)}`);
      return undefined;
    }
  }

  /** Reads, changes and writes the file under its lock. `edit` returns its argument when nothing is to be written. */
  async function change(edit: (before: T) => T): Promise<T> {
    await ensureFolder(folder);
    return withLock(folder, `${name}.lock`, async () => {
      const before = stamp() === "" ? absent : load();
      const after = edit(before ?? absent);
      if (after === before) return after;
      // A damaged file is retained for inspection.
      if (before === undefined) await inHeldFolder(folder, name, (path) => rename(path, `${path}.damaged`));
      await writeInside(folder, name, `${JSON.stringify(after, undefined, 2)}\n`);
      return after;
    });
  }

  return { stamp, read, change };
}
