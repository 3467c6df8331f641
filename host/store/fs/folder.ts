import { closeSync, constants, existsSync, fstatSync, lstatSync, openSync, readFileSync, type Stats, statSync } from "node:fs";
import { chmod, mkdir } from "node:fs/promises";
import { basename, dirname, join, resolve, sep } from "node:path";
import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import { ServiceError } from "../../contract/errors.js";
import { printable } from "../../contract/printable.js";
import { explainReadFailure, hasCode } from "../failures.js";

/** A folder by its way down from a trusted one: each part is looked at before use, because anybody can put a symlink there. */
export interface Folder {
  readonly base: string;
  readonly parts: readonly string[];
}

export function folderPath({ base, parts }: Folder): string {
  return join(base, ...parts);
}

/** A name, or path into the folder, as a path inside it; the only way to do so. Throws ServiceError `outside-captures`, for symlinks too. */
export function pathInside(folder: Folder, name: string): string {
  refuseLinks(folder);
  const path = pathOfName(folder, name);
  refuseLink(path);
  return path;
}

/** The checked folder, on Linux by its descriptor: what is put in its place is not written to. Throws ENOENT. `close` when done. */
export function holdFolder(folder: Folder): { readonly path: string; close(): void } {
  refuseLinks(folder);
  if (!hasDescriptors) return { path: folderPath(folder), close: () => undefined };
  let held = openSync(folder.base, pathOnly);
  for (const part of folder.parts) {
    const above = held;
    try {
      held = openSync(`${descriptors}/${above}/${part}`, pathOnly | constants.O_NOFOLLOW);
    } catch (error) {
      throw hasCode(error, "ENOTDIR") ? folderBlocked() : error;
    } finally {
      closeSync(above);
    }
  }
  return { path: `${descriptors}/${held}`, close: () => closeSync(held) };
}

/** Runs `act` with the path of a checked name, in the very folder that was checked. */
export async function inHeldFolder<T>(folder: Folder, name: string, act: (path: string) => Promise<T>): Promise<T> {
  const file = basename(pathInside(folder, name));
  const held = holdFolder(folder);
  return act(join(held.path, file)).finally(() => held.close());
}

const descriptors = "/proc/self/fd";
const hasDescriptors = process.platform === "linux" && existsSync(descriptors);
/** open(2)'s O_PATH: the folder need not be readable. */
const pathOnly = 0o10000000 | (constants.O_DIRECTORY ?? 0);

export interface FileFacts {
  readonly bytes: number;
  /** Unix time in milliseconds, with fractions. */
  readonly modifiedMs: number;
  /** Of the last change of content or status (POSIX st_ctime), which nobody can set. */
  readonly changedMs: number;
}

export function isSameFile(a: FileFacts, b: FileFacts): boolean {
  return a.bytes === b.bytes && a.modifiedMs === b.modifiedMs && a.changedMs === b.changedMs;
}

/** Whether any later change would show in its facts: clocks of file systems tick every few milliseconds, old ones every second or two. */
export function isSettled({ modifiedMs, changedMs }: FileFacts): boolean {
  const latest = Math.max(modifiedMs, changedMs);
  return Date.now() - latest >= (latest % 1_000 === 0 ? 2_500 : 100);
}

function factsOf({ size, mtimeMs, ctimeMs }: Stats): FileFacts {
  return { bytes: size, modifiedMs: mtimeMs, changedMs: ctimeMs };
}

/** The facts of many files, undefined for what is no regular file. Synchronous calls in portions: ten thousand awaited ones take five times as long. */
export async function factsInside(folder: Folder, names: readonly string[]): Promise<(FileFacts | undefined)[]> {
  refuseLinks(folder);
  const facts: (FileFacts | undefined)[] = [];
  for (const [index, name] of names.entries()) {
    if (index % 500 === 499) await yieldToEventLoop();
    const status = statusOf(folder, pathOfName(folder, name));
    facts.push(status?.isFile() === true ? factsOf(status) : undefined);
  }
  return facts;
}

/** A folder that may be listed and not entered refuses here; a file in its place holds nothing. */
function statusOf(folder: Folder, path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch (error) {
    if (hasCode(error, "ENOTDIR", "ENAMETOOLONG")) return undefined;
    throw explainReadFailure(error, folder.parts.at(-1) ?? "");
  }
}

/** Modes of all that svc makes for itself: this user alone. */
export const folderMode = 0o700;
export const fileMode = 0o600;

/** Creates what is missing of a folder, for this user only; a part that others may enter is closed to them. `tries`: what goes meanwhile is made again. */
export async function ensureFolder(folder: Folder, tries = 4): Promise<void> {
  try {
    await createParts(folder);
  } catch (error) {
    if (tries > 1 && hasCode(error, "ENOENT")) return ensureFolder(folder, tries - 1);
    throw hasCode(error, "ENOTDIR", "EEXIST") ? folderBlocked() : error;
  }
}

async function createParts({ base, parts }: Folder): Promise<void> {
  await mkdir(base, { recursive: true, mode: folderMode });
  // Without parts it is svc's own, the user's state, and may be reached through a link.
  if (parts.length === 0) await closeToOthers(base, statSync(base));
  for (let depth = 1; depth <= parts.length; depth++) {
    const above = holdFolder({ base, parts: parts.slice(0, depth - 1) });
    await mkdir(join(above.path, parts[depth - 1] ?? ""), { mode: folderMode })
      .catch((error: unknown) => {
        if (!hasCode(error, "EEXIST")) throw error;
      })
      .finally(() => above.close());
    const held = holdFolder({ base, parts: parts.slice(0, depth) });
    const status = statSync(held.path);
    if (!status.isDirectory()) throw folderBlocked();
    await closeToOthers(held.path, status).finally(() => held.close());
  }
}

async function closeToOthers(path: string, { mode, uid }: Stats): Promise<void> {
  if (process.platform !== "win32" && (mode & 0o077) !== 0 && uid === process.getuid?.()) await chmod(path, folderMode);
}

function folderBlocked(): ServiceError {
  const place = "`.svc` in the project, or the one that SVC_HOME names";
  return new ServiceError("conflict", `A file stands where the service keeps a folder: ${place}. Move the file away and try again.`);
}

/** Reads a file of the folder; undefined when there is none, or when it is longer than `maxBytes` or no regular file. */
export async function readInside(folder: Folder, name: string, maxBytes: number): Promise<string | undefined> {
  return readNow(folder, name, maxBytes)?.bytes.toString();
}

/** As `readInside`, at once; with the facts that the file had before it was read. */
export function readNow(folder: Folder, name: string, maxBytes: number) {
  return readOpened(pathInside(folder, name), maxBytes, (file, status) => ({ bytes: readFileSync(file), facts: factsOf(status) }));
}

/** Opens a file whose path was checked for what `read` takes of it; undefined as for `readInside`. */
export function readOpened<T>(path: string, maxBytes: number, read: (file: number, status: Stats) => T): T | undefined {
  try {
    // Not through a symlink that was made after the check, and without waiting for the other end of a pipe.
    const file = openSync(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
    try {
      const status = fstatSync(file);
      return status.isFile() && status.size <= maxBytes ? read(file, status) : undefined;
    } finally {
      closeSync(file);
    }
  } catch (error) {
    if (hasCode(error, "ENOENT", "ENOTDIR", "ELOOP", "ENXIO", "EISDIR", "EACCES", "ENAMETOOLONG")) return undefined;
    throw error;
  }
}

function pathOfName(folder: Folder, name: string): string {
  const parent = folderPath(folder);
  // Nearly all names, ten thousand in a row: nothing in them leads out of the folder.
  if (/^[^./\\:\0][^/\\:\0]*$/.test(name)) return `${parent}${sep}${name}`;
  const path = resolve(parent, name.replaceAll("\\", "/"));
  // A colon names a stream of another file on Windows.
  if (dirname(path) === parent && !/[\0:]/.test(basename(path))) return path;
  const message = "This name leads outside of the project's store. Use a bare file name as the list of captures gives it.";
  throw new ServiceError("outside-captures", message);
}

/** Facts of the folder; undefined where there is none. Throws ServiceError `outside-captures` when a part of it is a symlink. */
export function refuseLinks({ base, parts }: Folder): FileFacts | undefined {
  let status: Stats | undefined;
  for (let depth = 1; depth <= parts.length; depth++) status = refuseLink(join(base, ...parts.slice(0, depth)));
  return status && factsOf(status);
}

function refuseLink(path: string): Stats | undefined {
  try {
    const status = lstatSync(path, { throwIfNoEntry: false });
    if (status?.isSymbolicLink() !== true) return status;
  } catch (error) {
    // What does not exist is no symlink, and what the system cannot name neither.
    if (!hasCode(error, "ENOENT", "ENOTDIR", "ENAMETOOLONG", "ERR_INVALID_ARG_VALUE"))
      throw explainReadFailure(error, basename(dirname(path)));
    return undefined;
  }
  const message = `"${printable(basename(path))}" is a link, which may lead out of the project's store: nothing is read or written through it.`;
  throw new ServiceError("outside-captures", `${message} Replace it by what it leads to.`);
}
