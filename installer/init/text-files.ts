import { createHash, randomUUID } from "node:crypto";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";

/** The text of a file; undefined when there is none. */
export function readText(path: string): string | undefined {
  return existsSync(path) ? readFileSync(path, "utf8") : undefined;
}

export function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

/**
 * Writes a file whole or not at all. A link is followed, the mode of a file that was there is kept unless one is given. Gives the
 * folders that had to be made, outermost first.
 */
export function writeText(path: string, text: string, mode?: number): string[] {
  const folders = makeFolders(dirname(path));
  const target = existsSync(path) ? realpathSync(path) : path;
  const draft = join(dirname(target), `.svc-${randomUUID()}.tmp`);
  const kept = existsSync(target) ? statSync(target).mode & 0o777 : 0o644;
  try {
    writeFileSync(draft, text, { flush: true });
    chmodSync(draft, mode ?? kept);
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
      // Somebody put something into it (Windows says EPERM for that), or it has gone already.
      if (error instanceof Error && "code" in error && ["ENOTEMPTY", "EEXIST", "EPERM", "ENOENT"].includes(String(error.code))) return;
      throw error;
    }
  }
}

/** Makes a folder and those above it. Gives the ones that were missing, outermost first. */
export function makeFolders(folder: string): string[] {
  const missing: string[] = [];
  for (let one = folder; !existsSync(one) && dirname(one) !== one; one = dirname(one)) missing.unshift(one);
  mkdirSync(folder, { recursive: true });
  return missing;
}
