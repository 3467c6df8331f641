import { linkSync, lstatSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { ServiceError } from "../../contract/errors.js";
import { parseJson } from "../../contract/json.js";
import { type ProcessIdentity, processIdentitySchema } from "../../contract/presence.js";
import { makeSerial } from "../../contract/serial.js";
import { hasCode } from "../failures.js";
import { isHeldOpen, retriedWhileOpen, temporaryPath } from "./atomic-write.js";
import { type Folder, fileMode, folderPath, holdFolder } from "./folder.js";
import { isDead, ownIdentity, startHeartbeat } from "./process-identity.js";

/** A lock file that this process holds. */
export interface HeldLock {
  release(): Promise<void>;
}

/** Runs `fn` alone among processes under a lock file of an existing folder, not reentrant. Throws ServiceError `conflict` after `timeoutMs`. */
export async function withLock<T>(
  folder: Folder,
  name: string,
  fn: () => Promise<T>,
  { timeoutMs = 30_000 }: { timeoutMs?: number } = {},
): Promise<T> {
  return serially(
    async () => {
      const lock = await inHeld(folder, name, (path) => acquire(path, timeoutMs));
      try {
        return await fn();
      } finally {
        await lock.release();
      }
    },
    join(folderPath(folder), name),
  );
}

/** Acquires a lock to hold it; undefined when a living process holds it. The lock of a dead process is reclaimed; no process is ever killed. */
export async function holdLock(folder: Folder, name: string): Promise<HeldLock | undefined> {
  // The second attempt is for a lock that was released, or found stale, during the first.
  return inHeld(folder, name, async (path) => (await tryAcquire(path)) ?? tryAcquire(path));
}

/** The lock lies and goes in the folder that was checked, whatever takes that one's place. */
async function inHeld<L extends HeldLock | undefined>(folder: Folder, name: string, get: (path: string) => Promise<L>) {
  const held = holdFolder(folder);
  const lock = await get(join(held.path, name)).catch((error: unknown) => {
    held.close();
    throw error;
  });
  if (lock === undefined) held.close();
  return lock && { release: () => lock.release().finally(() => held.close()) };
}

/** Queues the callers of one process, so that only one of them competes with other processes. */
const serially = makeSerial<string>();

async function acquire(path: string, timeoutMs: number): Promise<HeldLock> {
  // The wall clock can be set back.
  const deadline = performance.now() + timeoutMs;
  for (let delay = 1; ; delay = Math.min(delay * 1.5, 25)) {
    const lock = await tryAcquire(path);
    if (lock !== undefined) return lock;
    if (performance.now() > deadline) {
      throw new ServiceError("conflict", "Another process is busy with this project's files. Try again in a moment.");
    }
    await sleep(delay * (0.5 + Math.random()));
  }
}

async function tryAcquire(path: string): Promise<HeldLock | undefined> {
  if (!(await reclaimIfStale(path))) return undefined;
  const owner = ownIdentity();
  if (!createAtomically(path, owner)) return undefined;
  const stopHeartbeat = startHeartbeat(path);
  return {
    release: async () => {
      stopHeartbeat();
      if (!(await removeOwned(path, owner.nonce))) left.add(owner.nonce);
    },
  };
}

/** Owners of locks that this process has released, but whose files could not be removed. */
const left = new Set<string>();

/** Removes a lock unless another process has taken this owner for dead and reclaimed it; false when the system refuses. */
async function removeOwned(path: string, ownerToken: string): Promise<boolean> {
  try {
    await retriedWhileOpen(() => {
      if (readOwner(path)?.ownerToken === ownerToken) rmSync(path, { force: true });
    });
    return true;
  } catch (error) {
    if (!isHeldOpen(error)) throw error;
    return false;
  }
}

/**
 * Returns whether the lock may be tried: it is free, or its owner is dead or has released it and its file was removed here. States of the file: absent → owned →
 * (owner dead) stale → absent. Who removes a stale file must first hold the lock named after that very owner and then read the same owner
 * again: a late observer can never remove the lock of the next owner.
 */
async function reclaimIfStale(path: string): Promise<boolean> {
  const seen = readOwner(path);
  if (seen === undefined) return true;
  if (!left.has(seen.ownerToken) && !isDead(seen.identity, seen.heartbeatAtMs)) return false;
  const claim = await tryAcquire(`${path}.${seen.ownerToken}`);
  if (claim === undefined) return false;
  try {
    return await removeOwned(path, seen.ownerToken);
  } finally {
    await claim.release();
  }
}

interface Owner {
  /** Unique to this owner, for all time. */
  readonly ownerToken: string;
  readonly identity: Omit<ProcessIdentity, "nonce">;
  readonly heartbeatAtMs: number;
}

const lockMaxBytes = 4_096;
/** The owner of a lock with foreign content: it is stale by age alone. */
const unknownOwner = { pid: 1, startTime: "", machine: "" };

function readOwner(path: string): Owner | undefined {
  try {
    const status = lstatSync(path);
    const { mtimeMs, ino, size } = status;
    const ownerToken = `${ino}-${Math.round(mtimeMs)}`;
    if (status.isDirectory()) throw folderInTheWay();
    // No process of ours makes a link or a pipe: such a lock is stale.
    if (!status.isFile()) return { ownerToken, identity: unknownOwner, heartbeatAtMs: Number.NEGATIVE_INFINITY };
    const data = size > lockMaxBytes ? undefined : processIdentitySchema.safeParse(parseJson(readFileSync(path, "utf8"))).data;
    const isOurs = data !== undefined && /^[0-9a-f]{16}$/.test(data.nonce);
    return { ownerToken: isOurs ? data.nonce : ownerToken, identity: isOurs ? data : unknownOwner, heartbeatAtMs: mtimeMs };
  } catch (error) {
    if (hasCode(error, "ENOENT")) return undefined;
    throw error;
  }
}

function folderInTheWay(): ServiceError {
  return new ServiceError(
    "conflict",
    "A folder stands where the service keeps a lock. Remove the folder `run` in the project's `.svc` and try again.",
  );
}

/** Creates the file, whole or not at all; false when it exists. Synchronous: so many small steps take longer in another thread. */
function createAtomically(path: string, owner: ProcessIdentity): boolean {
  const temporary = temporaryPath(path, owner);
  const create = (file: string) => writeFileSync(file, JSON.stringify(owner), { flag: "wx", mode: fileMode });
  try {
    create(temporary);
    try {
      linkSync(temporary, path);
    } catch (error) {
      // A file system without hard links.
      if (!hasCode(error, "EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS", "EMLINK")) throw error;
      create(path);
    }
    return true;
  } catch (error) {
    if (hasCode(error, "EEXIST")) return false;
    throw error;
  } finally {
    rmSync(temporary, { force: true });
  }
}
