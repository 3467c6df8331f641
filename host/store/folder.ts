import { constants } from "node:fs";
import { lstat, mkdir, open } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { ServiceError } from "../contract/errors.js";
import { hasCode } from "./failures.js";

/** A folder by its way down from a trusted one: each part is looked at before use, because anybody can put a symlink there. */
export interface Folder {
  readonly base: string;
  readonly parts: readonly string[];
}

/** Where the folder is, whether or not it exists. */
export function folderPath({ base, parts }: Folder): string {
  return join(base, ...parts);
}

/**
 * Turns names into paths inside a folder; the only way to do so. A name may be a bare file name or a path that leads into the very folder.
 * Throws ServiceError `outside-captures` when it leads elsewhere, or when the folder or the file is a symlink.
 */
export async function pathsInside(folder: Folder, names: readonly string[]): Promise<string[]> {
  const { base, parts } = folder;
  for (let depth = 1; depth <= parts.length; depth++) await refuseLink(join(base, ...parts.slice(0, depth)));
  return Promise.all(names.map((name) => checkedPath(folderPath(folder), name)));
}

/** As pathsInside, for one name. */
export async function pathInside(folder: Folder, name: string): Promise<string> {
  const [path] = await pathsInside(folder, [name]);
  return path ?? folderPath(folder);
}

/** Creates what is missing of a folder, for this user only. `openParts`: how many of the first parts others may look into. */
export async function ensureFolder({ base, parts }: Folder, { openParts = 0 } = {}): Promise<void> {
  await mkdir(base, { recursive: true, mode: 0o700 });
  for (let depth = 1; depth <= parts.length; depth++) {
    const path = join(base, ...parts.slice(0, depth));
    await mkdir(path, { mode: depth <= openParts ? 0o755 : 0o700 }).catch((error: unknown) => {
      if (!hasCode(error, "EEXIST")) throw error;
    });
    await refuseLink(path);
  }
}

/** Reads a file of the folder; undefined when there is none, or when it is longer than `maxBytes` or no regular file. */
export async function readInside(folder: Folder, name: string, maxBytes: number): Promise<string | undefined> {
  const path = await pathInside(folder, name);
  try {
    // Not through a symlink that came after the check, and without waiting for the other end of a pipe.
    const file = await open(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
    try {
      const status = await file.stat();
      return status.isFile() && status.size <= maxBytes ? await file.readFile("utf8") : undefined;
    } finally {
      await file.close();
    }
  } catch (error) {
    if (hasCode(error, "ENOENT", "ENOTDIR", "ELOOP", "ENXIO", "EISDIR", "EACCES", "ENAMETOOLONG")) return undefined;
    throw error;
  }
}

async function checkedPath(folder: string, name: string): Promise<string> {
  const path = resolve(folder, name.replaceAll("\\", "/"));
  const base = basename(path);
  // A colon names a stream of another file on Windows; a leading dot, a file that is still being written.
  if (dirname(path) !== folder || base.startsWith(".") || /[\0:]/.test(name.replace(/^[a-z]:/i, ""))) throw outside();
  await refuseLink(path);
  return path;
}

async function refuseLink(path: string): Promise<void> {
  try {
    if ((await lstat(path)).isSymbolicLink()) throw outside();
  } catch (error) {
    // What does not exist is no symlink, and what the system cannot name neither.
    if (!hasCode(error, "ENOENT", "ENOTDIR", "ENAMETOOLONG", "ERR_INVALID_ARG_VALUE")) throw error;
  }
}

function outside(): ServiceError {
  return new ServiceError(
    "outside-captures",
    "This name leads outside of the project's store. Use a bare file name as `captures:list` gives it.",
  );
}
