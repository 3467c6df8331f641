import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { chmod, mkdir, readdir, readFile, rename, symlink, utimes, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { isLong } from "../../testing/long.js";
import { bundleWorker, startWorker } from "../testing/processes.js";
import { temporaryFolder } from "../testing/temporary.js";
import type { Folder } from "./folder.js";
import { holdLock, withLock } from "./lock.js";
import { ownIdentity } from "./process-identity.js";

/** A lock's folder and name. */
function placeOf(path: string): [Folder, string] {
  return [{ base: dirname(path), parts: [] }, basename(path)];
}

const processes = isLong ? 20 : 4;

test(`${processes} processes that add to one number lose nothing`, { timeout: 60_000 }, async () => {
  const folder = await temporaryFolder();
  const worker = await bundleWorker(folder);
  const path = join(folder, "number");
  await writeFile(path, "0");
  const workers = Array.from({ length: processes }, () => startWorker(worker, "count", path, "10"));
  const ends = await Promise.all(workers.map(({ ended }) => ended));
  expect(ends.map(({ code, stderr }) => [code, stderr])).toEqual(ends.map(() => [0, ""]));
  expect(await readFile(path, "utf8")).toBe(String(processes * 10));
  expect((await readdir(folder)).sort()).toEqual(["number", "worker.mjs"]);
});

test("callers within one process take turns", async () => {
  const path = join(await temporaryFolder(), "lock");
  let running = 0;
  const most: number[] = [];
  await Promise.all(
    Array.from({ length: 10 }, () =>
      withLock(...placeOf(path), async () => {
        most.push(++running);
        await new Promise((resolve) => setImmediate(resolve));
        running--;
      }),
    ),
  );
  expect(most).toEqual(Array(10).fill(1));
});

test("the lock of a killed process is taken over, by one of many that want it", { timeout: 30_000 }, async () => {
  const folder = await temporaryFolder();
  const worker = await bundleWorker(folder);
  const path = join(folder, "holder.lock");
  const first = startWorker(worker, "hold", path);
  expect(await first.line()).toBe("held");
  expect(await holdLock(...placeOf(path))).toBeUndefined();
  first.process.kill("SIGKILL");
  await first.ended;
  const others = Array.from({ length: processes }, () => startWorker(worker, "hold", path));
  const words = await Promise.all(others.map((other) => other.line()));
  expect(words.filter((word) => word === "held")).toHaveLength(1);
});

test("of many that find the same dead owner, one takes over", async () => {
  for (let round = 0; round < 20; round++) {
    const path = join(await temporaryFolder(), "lock");
    await writeFile(path, JSON.stringify({ ...ownIdentity(), startTime: "1" }));
    // Not in step, so that one is about to remove what another has just made.
    const locks = await Promise.all(
      Array.from({ length: 20 }, async () => sleep(Math.random() * 4).then(() => holdLock(...placeOf(path)))),
    );
    const held = locks.filter((lock) => lock !== undefined);
    expect(held).toHaveLength(1);
    await held[0]?.release();
  }
});

test("a lock that gets its next owner while its dead one is examined is left alone", async () => {
  const path = join(await temporaryFolder(), "lock");
  const dead = { ...ownIdentity(), startTime: "1" };
  await writeFile(path, JSON.stringify(dead));
  const next = JSON.stringify(ownIdentity());
  // Has read the dead one, and asks whether it is.
  const claiming = holdLock(...placeOf(path));
  writeFileSync(path, next);
  expect(await claiming).toBeUndefined();
  expect(readFileSync(path, "utf8")).toBe(next);
});

test("waiting ends with conflict, and a killed holder ends the waiting", { timeout: 30_000 }, async () => {
  const folder = await temporaryFolder();
  const path = join(folder, "lock");
  const holder = startWorker(await bundleWorker(folder), "hold-in-turn", path);
  await holder.line();
  await expect(withLock(...placeOf(path), async () => 1, { timeoutMs: 50 })).rejects.toMatchObject({ code: "conflict" });
  const waiting = withLock(...placeOf(path), async () => "mine");
  holder.process.kill("SIGKILL");
  expect(await waiting).toBe("mine");
});

test.each([
  ["another start time", () => ({ ...ownIdentity(), startTime: "1" }), 0, true],
  ["another machine, silent for two minutes", () => ({ ...ownIdentity(), machine: "elsewhere" }), 120, true],
  ["another machine, heard of just now", () => ({ ...ownIdentity(), machine: "elsewhere" }), 0, false],
  ["another machine, its clock ahead", () => ({ ...ownIdentity(), machine: "elsewhere" }), -120, false],
  ["nonsense, old", () => "nonsense", 120, true],
  ["nonsense, fresh", () => ({}), 0, false],
  ["null, old", () => null, 120, true],
])("a lock of %s is taken over: %#", async (_case, owner, ageSeconds, isFree) => {
  const path = join(await temporaryFolder(), "lock");
  await writeFile(path, JSON.stringify(owner()));
  const at = Date.now() / 1000 - ageSeconds;
  await utimes(path, at, at);
  const lock = await holdLock(...placeOf(path));
  expect(lock !== undefined).toBe(isFree);
  await lock?.release();
});

test.each([
  ["a link to nothing", (path: string) => symlink("/nowhere/at/all", path)],
  ["a link to a fresh file", (path: string) => symlink(`${path}.target`, path)],
  ["a link to a device", (path: string) => symlink("/dev/zero", path)],
  ["a link to a pipe", (path: string) => symlink(`${path}.pipe`, path)],
  ["a pipe", async (path: string) => rename(`${path}.pipe`, path)],
])("%s in the place of a lock holds nothing, and what it leads to stays", async (_what, make) => {
  const path = join(await temporaryFolder(), "lock");
  await writeFile(`${path}.target`, JSON.stringify(ownIdentity()));
  execFileSync("mkfifo", [`${path}.pipe`]);
  await make(path);
  const lock = await holdLock(...placeOf(path));
  expect(lock).toBeDefined();
  await lock?.release();
  expect(await readFile(`${path}.target`, "utf8")).toContain("nonce");
});

test("a folder in the place of a lock is told of", async () => {
  const path = join(await temporaryFolder(), "lock");
  await mkdir(path);
  await expect(holdLock(...placeOf(path))).rejects.toMatchObject({ code: "conflict", message: expect.stringContaining("folder `run`") });
});

test("a lock that was taken over is not released by the one that lost it", async () => {
  const path = join(await temporaryFolder(), "lock");
  const lost = await holdLock(...placeOf(path));
  await writeFile(path, JSON.stringify(ownIdentity()));
  await lost?.release();
  expect(await holdLock(...placeOf(path))).toBeUndefined();
});

test.skipIf(process.platform === "win32")("a lock whose file cannot be removed fails nothing, and its process takes it back", async () => {
  const folder = await temporaryFolder();
  const path = join(folder, "lock");
  // No folder keeps root from anything.
  const actAs = (user: number) => process.getuid?.() === 0 && process.seteuid?.(user);
  const setMode = async (mode: number) => {
    actAs(0);
    await chmod(folder, mode);
    actAs(65_534);
  };
  try {
    await setMode(0o777);
    const lock = await holdLock(...placeOf(path));
    await setMode(0o555);
    await lock?.release();
    await setMode(0o777);
  } finally {
    actAs(0);
  }
  expect(await readdir(folder)).toEqual(["lock"]);
  expect(await withLock(...placeOf(path), async () => "done", { timeoutMs: 0 })).toBe("done");
  expect(await readdir(folder)).toEqual([]);
});
