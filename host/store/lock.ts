import { link, lstat, open, readFile, rm, writeFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { ServiceError } from "../contract/errors.js";
import { type ProcessIdentity, processIdentitySchema } from "../contract/presence.js";
import { hasCode, parseJson } from "./failures.js";
import { isDead, keepBeating, ownIdentity } from "./process-identity.js";

/** A lock file that this process holds. */
export interface HeldLock {
  release(): Promise<void>;
}

/**
 * Runs `fn` while no other process runs one under the same lock file; waits for its turn up to `timeoutMs` (default 10 s), then throws
 * ServiceError `conflict`. Not reentrant. The file's folder must exist.
 */
export async function withLock<T>(path: string, fn: () => Promise<T>, { timeoutMs = 10_000 }: { timeoutMs?: number } = {}): Promise<T> {
  return inTurn(path, async () => {
    const lock = await acquire(path, timeoutMs);
    try {
      return await fn();
    } finally {
      await lock.release();
    }
  });
}

/** Takes a lock to keep it; undefined when a living process holds it. The lock of a dead process is taken over; nobody is ever killed. */
export async function holdLock(path: string): Promise<HeldLock | undefined> {
  // The second look is for a lock that was released, or found dead, during the first.
  return (await tryAcquire(path)) ?? tryAcquire(path);
}

const queues = new Map<string, Promise<unknown>>();

/** Callers of one process wait in line here, so that only one of them competes with other processes. */
async function inTurn<T>(path: string, fn: () => Promise<T>): Promise<T> {
  const before = queues.get(path) ?? Promise.resolve();
  // The one before tells its own caller about its failure.
  const mine = before.then(fn, fn);
  queues.set(path, mine);
  try {
    return await mine;
  } finally {
    if (queues.get(path) === mine) queues.delete(path);
  }
}

async function acquire(path: string, timeoutMs: number): Promise<HeldLock> {
  // Not the wall clock: that one can be set back.
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
  if (!(await isFree(path))) return undefined;
  const owner = await ownIdentity();
  if (!(await createWhole(path, owner))) return undefined;
  const stopBeating = keepBeating(path);
  return {
    release: async () => {
      stopBeating();
      // Not ours any more when somebody had to believe us dead.
      if ((await readOwner(path))?.mark === owner.nonce) await rm(path, { force: true });
    },
  };
}

/**
 * Tells whether the path can be tried, after removing a dead owner's lock. Who removes it must first hold the lock named after that very
 * owner and see it once more: a late observer can never remove the lock of the next owner.
 */
async function isFree(path: string): Promise<boolean> {
  const seen = await readOwner(path);
  if (seen === undefined) return true;
  if (!(await isDead(seen.identity, seen.beatAtMs))) return false;
  const claim = await tryAcquire(`${path}.${seen.mark}`);
  if (claim === undefined) return false;
  try {
    if ((await readOwner(path))?.mark === seen.mark) await rm(path, { force: true });
    return true;
  } finally {
    await claim.release();
  }
}

interface Owner {
  /** Names this owner and no other, ever. */
  readonly mark: string;
  readonly identity: Omit<ProcessIdentity, "nonce">;
  readonly beatAtMs: number;
}

/** The owner of a lock whose content is none of ours: only its age tells whether it counts. */
const lockMaxBytes = 4_096;
const nobody = { pid: 1, startTime: "", machine: "" };

async function readOwner(path: string): Promise<Owner | undefined> {
  try {
    const status = await lstat(path);
    const { mtimeMs, ino, size } = status;
    const mark = `${ino}-${Math.round(mtimeMs)}`;
    if (status.isDirectory()) throw folderInTheWay();
    // No process of ours makes a link or a pipe: whatever one leads to, nobody holds the lock.
    if (!status.isFile()) return { mark, identity: nobody, beatAtMs: Number.NEGATIVE_INFINITY };
    const data = size > lockMaxBytes ? undefined : processIdentitySchema.safeParse(parseJson(await readFile(path, "utf8"))).data;
    const isOurs = data !== undefined && /^[0-9a-f]{16}$/.test(data.nonce);
    return { mark: isOurs ? data.nonce : mark, identity: isOurs ? data : nobody, beatAtMs: mtimeMs };
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

/** Creates the file with its content in one step, so that nobody reads half an owner; false when there is one already. */
async function createWhole(path: string, owner: ProcessIdentity): Promise<boolean> {
  const text = JSON.stringify(owner);
  const temporary = `${path}.${owner.nonce}.tmp`;
  try {
    await writeFile(temporary, text, { flag: "wx", mode: 0o600 });
    await link(temporary, path);
    return true;
  } catch (error) {
    if (hasCode(error, "EEXIST")) return false;
    // A file system without hard links.
    if (hasCode(error, "EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS", "EMLINK")) return createExclusive(path, text);
    throw error;
  } finally {
    await rm(temporary, { force: true });
  }
}

async function createExclusive(path: string, text: string): Promise<boolean> {
  try {
    const file = await open(path, "wx", 0o600);
    await file.writeFile(text).finally(() => file.close());
    return true;
  } catch (error) {
    if (hasCode(error, "EEXIST")) return false;
    throw error;
  }
}
