import { createHash } from "node:crypto";
import { statSync } from "node:fs";
import { realpath, stat } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { ServiceError, UsageError } from "../contract/errors.js";
import { storeFolderName } from "../contract/names.js";
import { printable } from "../contract/printable.js";
import { hasCode } from "./failures.js";

/** The root of a project: `named`, else the nearest folder from `cwd` upward with a store or git root, else `cwd`. Throws UsageError. */
export function findProject(cwd: string, named?: string): string {
  if (named !== undefined) {
    const root = resolve(cwd, named);
    if (!isFolder(root)) throw new UsageError(`--project must name an existing folder, not "${named}".`);
    return root;
  }
  for (let folder = cwd; ; folder = dirname(folder)) {
    // In a worktree `.git` is a file.
    if (isFolder(join(folder, storeFolderName)) || statSync(join(folder, ".git"), quiet) !== undefined) return folder;
    if (dirname(folder) === folder) return cwd;
  }
}

const quiet = { throwIfNoEntry: false } as const;

function isFolder(path: string): boolean {
  return statSync(path, quiet)?.isDirectory() ?? false;
}

/** The real path of a project's folder. Throws ServiceError `not-found`. */
export async function realRoot(root: string): Promise<string> {
  try {
    const real = await realpath(root);
    if ((await stat(real)).isDirectory()) return real;
  } catch (error) {
    if (!hasCode(error, "ENOENT", "ENOTDIR", "ELOOP", "EACCES", "ENAMETOOLONG")) throw error;
  }
  throw new ServiceError("not-found", "The project's folder does not exist or cannot be opened. Name an existing folder.");
}

/** Whether a project's folder, by its real path, has gone, also where a link leads to its new place; one that merely cannot be accessed has not. */
export async function isGone(root: string): Promise<boolean> {
  try {
    return (await realpath(root)) !== root || !(await stat(root)).isDirectory();
  } catch (error) {
    return hasCode(error, "ENOENT", "ENOTDIR");
  }
}

/** What a call for a project ends in whose folder was moved, deleted or unmounted. */
export function folderGone(name: string): ServiceError {
  return new ServiceError("not-found", `The project's folder is gone: ${printable(name)}. Run \`svc-init\` in its new place.`);
}

/** The id of a project, from its real path: the same on every start, and no path to read in it. */
export function projectId(real: string): string {
  return createHash("sha256").update(real).digest("hex").slice(0, 16);
}
