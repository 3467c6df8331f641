import { createHash } from "node:crypto";
import { lstatSync } from "node:fs";
import { rm, rmdir } from "node:fs/promises";
import { ServiceError } from "../../contract/errors.js";
import { parseJson } from "../../contract/json.js";
import { type Accepted, acceptedSchema } from "../../contract/user-state.js";
import { hasCode, isWriteFailure, reasonOf } from "../failures.js";
import { writeInside } from "../fs/atomic-write.js";
import { ensureFolder, type Folder, folderPath, pathInside, readInside } from "../fs/folder.js";
import { withLock } from "../fs/lock.js";
import { debugLog } from "../log.js";

/**
 * What this user made or accepted of one project, outside of the project's folder, where no repository can write it. The content of `.svc/`
 * that widens trust counts only with a receipt here.
 */
export interface Receipts {
  /** Empty when there is none, or none that can be read. */
  read(): Promise<Accepted>;
  /** Changes them under a lock. Throws ServiceError `internal` when the folder of the user's state cannot be written. */
  change(edit: (before: Accepted) => Accepted): Promise<void>;
  /** Holds the file and its lock, once there is a receipt. */
  readonly folder: Folder;
}

const fileName = "accepted.json";
const fileMaxBytes = 4 * 1024 * 1024;
const nothing: Accepted = { version: 1, settings: {}, requests: {}, annotations: {}, baselines: {} };

export function openReceipts(stateFolder: string, projectId: string): Receipts {
  const folder = folderOf(stateFolder, projectId);
  let known: { readonly stamp: string; readonly accepted: Accepted } | undefined;

  /** Asked for before nearly every call: the file is read again only after a change. */
  async function read(): Promise<Accepted> {
    const stamp = stampOf(folder);
    if (stamp === undefined) return nothing;
    if (known?.stamp !== stamp) known = { stamp, accepted: await load() };
    return known.accepted;
  }

  async function load(): Promise<Accepted> {
    try {
      const text = await readInside(folder, fileName, fileMaxBytes);
      if (text === undefined) return nothing;
      const { data } = acceptedSchema.safeParse(parseJson(text));
      if (data === undefined) debugLog("the receipts of this project are damaged: nothing counts as accepted");
      return data ?? nothing;
    } catch (error) {
      debugLog(`the receipts of this project cannot be read, nothing counts as accepted: ${reasonOf(error)}`);
      return nothing;
    }
  }

  async function change(edit: (before: Accepted) => Accepted): Promise<void> {
    const lock = await prepare();
    await withLock(lock, async () => {
      await writeInside(folder, fileName, `${JSON.stringify(edit(await load()), undefined, 1)}\n`);
    }).catch((error: unknown) => {
      throw isWriteFailure(error) ? unwritable(error) : error;
    });
  }

  /** Makes the folder; returns the path of its lock. */
  async function prepare(): Promise<string> {
    try {
      await ensureFolder(folder);
      return await pathInside(folder, `${fileName}.lock`);
    } catch (error) {
      // Whatever is in the way, the person who named the folder has to clear it.
      throw unwritable(error);
    }
  }

  return { read, change, folder };
}

/** Removes a project's receipts: nothing of it counts as accepted from then on. */
export async function dropReceipts(stateFolder: string, projectId: string): Promise<void> {
  const folder = folderOf(stateFolder, projectId);
  await rm(folderPath(folder), { recursive: true, force: true });
  await rmdir(folderPath({ ...folder, parts: folder.parts.slice(0, -1) })).catch((error: unknown) => {
    // Those of other projects are there, or there never were any.
    if (!hasCode(error, "ENOTEMPTY", "EEXIST", "ENOENT")) throw error;
  });
}

/** SHA-256 in hex: receipts name content by its hash. */
export function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

function folderOf(stateFolder: string, projectId: string): Folder {
  return { base: stateFolder, parts: ["receipts", projectId] };
}

/** Changes whenever the file does; undefined when there is none or it cannot be accessed. */
function stampOf(folder: Folder): string | undefined {
  try {
    const status = lstatSync(`${folderPath(folder)}/${fileName}`, { throwIfNoEntry: false, bigint: true });
    return status === undefined ? undefined : `${status.ino}-${status.size}-${status.mtimeNs}-${status.ctimeNs}`;
  } catch (error) {
    if (hasCode(error, "EACCES", "EPERM", "ENOTDIR")) return undefined;
    throw error;
  }
}

function unwritable(cause: unknown): ServiceError {
  return new ServiceError(
    "internal",
    "The folder of this user's state, which SVC_HOME names, cannot be written: nothing was changed. Make it writable for this user and try again.",
    { cause },
  );
}
