import { isUtf8 } from "node:buffer";
import { randomUUID } from "node:crypto";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, isAbsolute, join, relative, sep } from "node:path";
import { fileMode, folderMode, readOpened } from "../../host/store/fs/folder.js";

/** Our own programs are the longest texts. */
const textMaxBytes = 16 * 1024 * 1024;

/** Returns the text of a file; undefined when there is none, or one that is not read: a pipe, a device, gigabytes, another user's. */
export function readText(path: string): string | undefined {
  return existsSync(path) ? readOpened(realpathSync(path), textMaxBytes, (file) => readFileSync(file, "utf8")) : undefined;
}

/** Why a file may not be edited, as the rest of a sentence; undefined when nothing is wrong. Links are followed, with `root` inside of it. */
export function whyNotWritable(path: string, root?: string): string | undefined {
  const status = existsSync(path) ? statSync(path) : undefined;
  if (status === undefined && isThere(path)) return "is a link to nothing";
  if (status !== undefined && !status.isFile()) return "is no regular file";
  if (status !== undefined && status.size > textMaxBytes) return "is longer than any configuration file";
  if (status !== undefined && readText(path) === undefined) return "cannot be read by this user";
  if (status !== undefined && !isUtf8(readFileSync(path))) return "holds bytes that are no UTF-8";
  if (root === undefined) return undefined;
  let there = path;
  while (!existsSync(there)) there = dirname(there);
  const way = relative(realpathSync(root), realpathSync(there));
  return way === ".." || way.startsWith(`..${sep}`) || isAbsolute(way)
    ? "is reached through a link that leads out of the project"
    : undefined;
}

/** Returns whether a folder has an entry of this name, which may be a link to nothing. */
function isThere(path: string): boolean {
  const folder = dirname(path);
  return existsSync(folder) && statSync(folder).isDirectory() && readdirSync(folder).includes(basename(path));
}

/** Writes a file whole or not at all, through links; by default with the mode that was there. Returns the folders made, outermost first. */
export function writeText(path: string, text: string, mode?: number): string[] {
  const folders = makeFolders(dirname(path), mode !== undefined && (mode & 0o077) === 0 ? folderMode : undefined);
  const target = existsSync(path) ? realpathSync(path) : path;
  const draft = join(dirname(target), `.svc-${randomUUID()}.tmp`);
  const oldMode = existsSync(target) ? statSync(target).mode & 0o777 : 0o644;
  try {
    writeFileSync(draft, text, { flush: true, mode: fileMode });
    chmodSync(draft, mode ?? oldMode);
    renameSync(draft, target);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
  return folders;
}

/** Removes folders that are empty, innermost first; one that holds something ends it. */
export function removeEmptyFolders(folders: readonly string[]): void {
  for (const folder of folders.toReversed()) {
    try {
      rmdirSync(folder);
    } catch (error) {
      // Somebody put something into it (EPERM on Windows), or it has gone already.
      if (error instanceof Error && "code" in error && ["ENOTEMPTY", "EEXIST", "EPERM", "ENOENT"].includes(String(error.code))) return;
      throw error;
    }
  }
}

/** Makes a folder and those above it, by default as others may read them. Returns the ones that were missing, outermost first. */
export function makeFolders(folder: string, mode?: number): string[] {
  const missing: string[] = [];
  for (let one = folder; !existsSync(one) && dirname(one) !== one; one = dirname(one)) missing.unshift(one);
  mkdirSync(folder, { recursive: true, ...(mode !== undefined && { mode }) });
  return missing;
}
