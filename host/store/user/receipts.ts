import { createHash } from "node:crypto";
import { existsSync, readdirSync } from "node:fs";
import { rename, rm, rmdir } from "node:fs/promises";
import { join } from "node:path";
import { ServiceError } from "../../contract/errors.js";
import { type Accepted, acceptedSchema } from "../../contract/user-state.js";
import { hasCode, isWriteFailure } from "../failures.js";
import { ensureFolder, type Folder, folderPath } from "../fs/folder.js";
import { openJsonFile } from "../fs/json-file.js";
import { openRegistry } from "./registry.js";

export interface Receipts {
  /** Empty when there is none, or none that can be read. */
  read(): Promise<Accepted>;
  /** Changes them under a lock. Throws ServiceError `internal` when the folder of the user's state cannot be written. */
  change(edit: (before: Accepted) => Accepted): Promise<void>;
  /** Holds the file and its lock, once there is a receipt. */
  readonly folder: Folder;
}

const acceptedFile = "accepted.json";
const nothing: Accepted = { version: 1, settings: {}, requests: {}, baselines: {} };

/** What this user made or accepted of a project, where no repository can write it; what of `.svc/` widens trust needs a receipt here. */
export function openReceipts(stateFolder: string, projectId: string): Receipts {
  const folder = folderOf(stateFolder, projectId);
  const file = openJsonFile(folder, acceptedFile, acceptedSchema, nothing);
  return {
    read: async () => file.read() ?? nothing,
    change: async (edit: (before: Accepted) => Accepted): Promise<void> => {
      await ensureFolder(folder).catch((error: unknown) => {
        // Whatever is in the way, the person who named the folder has to clear it.
        throw unwritable(error);
      });
      await file.change(edit).catch((error: unknown) => {
        throw isWriteFailure(error) ? unwritable(error) : error;
      });
    },
    folder,
  };
}

/** Takes over the receipts of a project whose folder has moved, known by its session key, unless the new id has some. */
export async function followReceipts(stateFolder: string, projectId: string, key: string | undefined): Promise<void> {
  const all: Folder = { base: stateFolder, parts: ["receipts"] };
  if (key === undefined || existsSync(folderPath(folderOf(stateFolder, projectId))) || !existsSync(folderPath(all))) return;
  for (const id of readdirSync(folderPath(all))) {
    const { sessionKey } = await openReceipts(stateFolder, id).read();
    if (sessionKey !== sha256(key.trim()) || (await openRegistry(stateFolder).list()).some((project) => project.id === id)) continue;
    await rename(folderPath(folderOf(stateFolder, id)), folderPath(folderOf(stateFolder, projectId)));
    return;
  }
}

/** Removes a project's receipts: nothing of it counts as accepted from then on. `areContentsLeft`: what the user made there stays theirs. */
export async function dropReceipts(stateFolder: string, projectId: string, areContentsLeft: boolean): Promise<void> {
  const folder = folderOf(stateFolder, projectId);
  await rm(join(folderPath(folder), areContentsLeft ? acceptedFile : ""), { recursive: true, force: true });
  for (const parts of [folder.parts, folder.parts.slice(0, -1)])
    await rmdir(folderPath({ ...folder, parts })).catch((error: unknown) => {
      // Others are there, or there never were any.
      if (!hasCode(error, "ENOTEMPTY", "EEXIST", "ENOENT")) throw error;
    });
}

/** SHA-256 in hex of texts one after the other, each well-formed: receipts name content by its hash. */
export function sha256(...texts: readonly string[]): string {
  const hash = createHash("sha256");
  // Joining long ones first would take longer than hashing them.
  for (const text of texts) hash.update(text);
  return hash.digest("hex");
}

function folderOf(stateFolder: string, projectId: string): Folder {
  return { base: stateFolder, parts: ["receipts", projectId] };
}

/** That the folder of this user's state cannot be written. */
export function unwritable(cause: unknown): ServiceError {
  return new ServiceError(
    "internal",
    "The folder of this user's state, which SVC_HOME names, cannot be written: nothing was changed. Make it writable for this user and try again.",
    { cause },
  );
}
