import { execFileSync } from "node:child_process";
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { captureSchema } from "../contract/capture.js";
import { sampleAnnotation, sampleCapture } from "../contract/testing/sample.js";
import { openStore } from "./store.js";
import { cleanup, temporaryFolder } from "./testing/temporary.js";

/** A file system of its own; undefined where this user may not mount. */
async function smallDisk(megabytes: number): Promise<string | undefined> {
  const folder = await temporaryFolder();
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", `size=${megabytes}m`, "tmpfs", folder], { stdio: "ignore" });
  } catch {
    // Not root, or a container without the right to mount.
    return undefined;
  }
  cleanup(() => execFileSync("umount", ["-l", folder]));
  return folder;
}

test("a full disk refuses in words, damages nothing, and works again when there is space", async ({ skip }) => {
  const root = await smallDisk(12);
  if (root === undefined) return skip("mounting a tmpfs is not permitted here");
  const store = await openStore(root);
  const stored: string[] = [];
  const failure = await (async () => {
    for (;;)
      stored.push(
        (await store.captures.create(sampleCapture({ bytes: 1_500_000, annotations: [sampleAnnotation(`a${stored.length}`)] }))).filename,
      );
  })().catch((error: unknown) => error);
  expect(failure).toMatchObject({ code: "internal", message: expect.stringContaining("disk is full") });
  expect(stored.length).toBeGreaterThan(3);
  await writeFile(join(root, "filler"), Buffer.alloc(20_000_000)).catch(() => undefined);
  await expect(store.config.update({ auditOnCapture: true })).rejects.toMatchObject({ code: "internal" });
  await expect(store.annotations.resolve("a0", { action: "fixed", summary: "x" })).rejects.toMatchObject({ code: "internal" });
  await expect(store.requests.create({ url: "http://localhost/" })).rejects.toMatchObject({ code: "internal" });
  expect(await store.writable()).toBe(false);
  const names = async () => {
    const other = await openStore(root);
    const { captures } = await other.captures.list();
    await other.close();
    return captures.map(({ filename }) => filename).sort();
  };
  expect(await names()).toEqual([...stored].sort());
  expect((await readdir(store.capturesDir)).sort()).toEqual([...stored].sort());
  expect((await readdir(join(root, ".svc/run"))).filter((name) => name.endsWith(".tmp"))).toEqual([]);
  for (const name of stored) captureSchema.parse(JSON.parse(await readFile(join(store.capturesDir, name), "utf8")));
  execFileSync("rm", [join(root, "filler")]);
  execFileSync(
    "rm",
    stored.splice(0, 2).map((name) => join(store.capturesDir, name)),
  );
  stored.push((await store.captures.create(sampleCapture())).filename);
  expect(await names()).toEqual([...stored].sort());
});

test("a read-only store is read, says so, and refuses writes in words", async ({ skip }) => {
  const root = await smallDisk(8);
  if (root === undefined) return skip("mounting a tmpfs is not permitted here");
  const { filename } = await (await openStore(root)).captures.create(sampleCapture({ annotations: [sampleAnnotation("a")] }));
  await writeFile(join(root, ".svc/captures/mine.json"), JSON.stringify(sampleCapture()));
  execFileSync("mount", ["-o", "remount,ro", root]);
  const store = await openStore(root);
  expect((await store.captures.list()).captures).toHaveLength(2);
  expect((await store.captures.read(filename)).annotations).toHaveLength(1);
  expect(await store.annotations.unresolved()).toHaveLength(1);
  expect(await store.captures.count()).toBe(2);
  expect(await store.writable()).toBe(false);
  for (const write of [
    () => store.captures.create(sampleCapture()),
    () => store.annotations.resolve("a", { action: "fixed", summary: "x" }),
    () => store.config.update({ auditOnCapture: true }),
    () => store.requests.create({ url: "http://localhost/" }),
    () => store.sessionKey.read(),
    () => store.baselines.create(filename),
  ]) {
    await expect(write()).rejects.toMatchObject({ code: "internal", message: expect.stringContaining("cannot be written") });
  }
});

test("a read-only project that never had a store can be opened", async ({ skip }) => {
  const root = await smallDisk(1);
  if (root === undefined) return skip("mounting a tmpfs is not permitted here");
  execFileSync("mount", ["-o", "remount,ro", root]);
  const store = await openStore(root);
  expect((await store.captures.list()).captures).toEqual([]);
  expect(await store.requests.all()).toEqual([]);
  expect(await store.writable()).toBe(false);
});

test.each([
  ["full", (state: string) => writeFile(join(state, "filler"), Buffer.alloc(2_000_000)).catch(() => undefined), /disk is full/],
  ["read-only", async (state: string) => execFileSync("mount", ["-o", "remount,ro", state]), /SVC_HOME.*cannot be written/],
])("where this user's state is on a disk that is %s, no note of theirs turns into the repository's", async (_what, spoil, words) => {
  const state = await smallDisk(1);
  if (state === undefined) return;
  const root = await temporaryFolder();
  const store = await openStore(root, { stateFolder: state });
  const ids = Array.from({ length: 20 }, (_, index) => `a${index}`);
  await store.captures.create(sampleCapture({ annotations: ids.map((id) => sampleAnnotation(id)) }));
  await spoil(state);
  const refused: unknown[] = [];
  // What is left of the file's last block takes some.
  for (const id of ids)
    await store.annotations.resolve(id, { action: "fixed", summary: "x" }).catch((error: unknown) => refused.push(error));
  expect(refused.length).toBeGreaterThan(5);
  expect(refused).toEqual(refused.map(() => expect.objectContaining({ code: "internal", message: expect.stringMatching(words) })));
  const all = await (await openStore(root, { stateFolder: state })).annotations.all();
  expect(all.map(({ origin }) => origin)).toEqual(ids.map(() => "here"));
  expect(all.filter(({ state: one }) => one === "sent")).toHaveLength(refused.length);
});

test("a project folder that is missing or a file is not found", async () => {
  const folder = await temporaryFolder();
  await writeFile(join(folder, "file"), "");
  await mkdir(join(folder, "empty"));
  for (const name of ["none", "file"]) await expect(openStore(join(folder, name))).rejects.toMatchObject({ code: "not-found" });
});
