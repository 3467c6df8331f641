import { createHash } from "node:crypto";
import { readdirSync } from "node:fs";
import { open, rename, rm, stat, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { ProcessIdentity } from "../../contract/presence.js";
import { explainReadFailure, explainWriteFailure, hasCode } from "../failures.js";
import { type FileFacts, type Folder, fileMode, folderPath, inHeldFolder, isSameFile, isSettled, refuseLinks } from "./folder.js";
import { lifeOf, ownIdentity } from "./process-identity.js";

export interface WriteOptions {
  /** Permissions of the file; default 0600. */
  readonly mode?: number;
  /** Derived data that can be made again needs not survive a power cut; default true. */
  readonly durable?: boolean;
  /** The file gets its new content once this has resolved; by default at once. */
  readonly allowed?: Promise<void>;
}

/** Replaces a file atomically: temporary file, flush, rename, flush of the folder. Throws what the user can act on when the disk is full. */
export async function writeInside(folder: Folder, name: string, data: string | Uint8Array, options: WriteOptions = {}): Promise<void> {
  try {
    await inHeldFolder(folder, name, (path) => writeAtomic(path, data, options));
  } catch (error) {
    throw explainWriteFailure(error);
  }
}

/** Removes temporary files whose writers are dead. Returns the other names of the folder; none when there is no folder. */
export async function listAndSweep(folder: Folder): Promise<readonly string[]> {
  const names = namesOf(folder, refuseLinks(folder));
  const path = folderPath(folder);
  const temporary = names.filter((name) => temporaryName.test(name));
  await Promise.all(temporary.map((name) => sweep(path, name)));
  return temporary.length === 0 ? names : names.filter((name) => !temporaryName.test(name));
}

const lastNames = new WeakMap<Folder, { readonly facts: FileFacts; readonly names: readonly string[] }>();

/** Read again only after a change of the folder, by facts from before it is read. */
function namesOf(folder: Folder, facts: FileFacts | undefined): readonly string[] {
  const known = lastNames.get(folder);
  if (known !== undefined && facts !== undefined && isSameFile(known.facts, facts)) return known.names;
  // File systems with times of 10 ms and more (FAT, exFAT) may not note in a folder what comes into it.
  const shows = facts !== undefined && facts.modifiedMs % 10 !== 0 && isSettled(facts);
  const names = namesIn(folderPath(folder));
  if (shows) lastNames.set(folder, { facts, names });
  return names;
}

/** At once: another thread would take longer to be asked than a folder takes to be read. */
function namesIn(path: string): string[] {
  try {
    return readdirSync(path);
  } catch (error) {
    if (hasCode(error, "ENOENT", "ENOTDIR")) return [];
    throw explainReadFailure(error, basename(path));
  }
}

const temporaryName = /^\.(.*)\.(\d+)-(\d*)-([0-9a-f]{8})-[0-9a-f]{16}\.tmp$/;

/** The name that a file gets when it is whole, which is being written under this one; undefined for any other name. */
export function nameToBe(name: string): string | undefined {
  return temporaryName.exec(name)?.[1];
}

/** How long a file is left alone whose writer cannot be asked for. */
const unknownMaxAgeMs = 60 * 60_000;

async function writeAtomic(
  path: string,
  data: string | Uint8Array,
  { mode = fileMode, durable = true, allowed }: WriteOptions,
): Promise<void> {
  const temporary = temporaryPath(path, ownIdentity());
  try {
    await writeFile(temporary, data, { flag: "wx", mode, flush: durable });
    await allowed;
    await retriedWhileOpen(() => rename(temporary, path));
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
  if (durable) await syncFolder(dirname(path));
}

/** Beside a file, where its new content is written first; the name shows whose it is, so that `listAndSweep` removes it when that is dead. */
export function temporaryPath(path: string, { pid, machine, startTime, nonce }: ProcessIdentity): string {
  return join(dirname(path), `.${basename(path)}.${pid}-${startTime}-${shortHash(machine)}-${nonce}.tmp`);
}

/** As `act`, tried again for half a second on Windows, which refuses while a virus scanner or a reader has the file open, for some milliseconds. */
export async function retriedWhileOpen(act: () => void | Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await act();
    } catch (error) {
      if (process.platform !== "win32" || attempt === 10 || !isHeldOpen(error)) throw error;
      await sleep(attempt * 10);
    }
  }
}

/** Whether the system refuses to replace or remove a file, which another program may have open. */
export function isHeldOpen(error: unknown): boolean {
  return hasCode(error, "EPERM", "EACCES", "EBUSY");
}

/** Makes the rename itself survive a power cut; Windows has no such call. */
export async function syncFolder(path: string): Promise<void> {
  if (process.platform === "win32") return;
  const folder = await open(path, "r");
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

async function sweep(folder: string, name: string): Promise<void> {
  const path = join(folder, name);
  try {
    if (await isAbandoned(path, name)) await rm(path, { force: true });
  } catch (error) {
    // Somebody else swept it, or nobody may.
    if (!hasCode(error, "ENOENT", "EROFS", "EACCES", "EPERM")) throw error;
  }
}

async function isAbandoned(path: string, name: string): Promise<boolean> {
  const [, , pid, startTime = "", machineHash] = temporaryName.exec(name) ?? [];
  const { machine } = ownIdentity();
  const life = machineHash === shortHash(machine) ? lifeOf({ pid: Number(pid), startTime, machine }) : "unknown";
  return life === "dead" || (life === "unknown" && Date.now() - (await stat(path)).mtimeMs > unknownMaxAgeMs);
}

function shortHash(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 8);
}
