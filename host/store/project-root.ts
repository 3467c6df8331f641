import { createHash } from "node:crypto";
import { realpath, stat } from "node:fs/promises";
import { ServiceError } from "../contract/errors.js";
import { hasCode } from "./failures.js";

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

/** Tells whether a project's folder has gone; one that merely cannot be looked at has not. */
export async function isGone(root: string): Promise<boolean> {
  try {
    return !(await stat(root)).isDirectory();
  } catch (error) {
    return hasCode(error, "ENOENT", "ENOTDIR");
  }
}

/** The id of a project, from its real path: the same on every start, and no path to read in it. */
export function projectId(real: string): string {
  return createHash("sha256").update(real).digest("hex").slice(0, 16);
}
