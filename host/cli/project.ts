import { statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { UsageError } from "../contract/errors.js";
import { storeFolderName } from "../contract/names.js";

/**
 * The root of the project that a command is about: the named folder, else the nearest one from `cwd` upward that has a store or is a
 * git root (a worktree has its own), else `cwd`. Throws UsageError when the named folder is none.
 */
export function findProject(cwd: string, named?: string): string {
  if (named !== undefined) {
    const root = resolve(cwd, named);
    if (!isFolder(root)) throw new UsageError(`--project must name an existing folder, and "${named}" is none.`);
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
