import { execFileSync } from "node:child_process";
import { appendFile, readdir, readFile, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { captureEntrySchema } from "../../contract/operations.js";
import { sampleAnnotation, sampleCapture } from "../../contract/testing/sample.js";
import { openStore } from "../store.js";
import { temporaryFolder } from "../testing/temporary.js";

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
const page = "http://localhost:5173/shop";

async function storeWithOldCaptures() {
  const root = await temporaryFolder();
  const store = await openStore(root);
  const make = async (days: number, more: Parameters<typeof sampleCapture>[0] = {}) =>
    (await store.captures.create(sampleCapture({ url: page, capturedAt: daysAgo(days), ...more }))).filename;
  return { root, store, make, live: async () => (await readdir(store.capturesDir)).sort() };
}

test("moves what is old and settled; the newest two of a page, young ones and open ones stay", async () => {
  const { root, store, make, live } = await storeWithOldCaptures();
  const retained = [
    await make(50),
    await make(60, { url: `${page}?q=1` }),
    await make(80, { annotations: [sampleAnnotation("open")] }),
    await make(200, { url: "http://localhost:5173/other" }),
    await make(201, { url: "http://localhost:5173/other" }),
  ];
  const old = [await make(70, { annotations: [sampleAnnotation("done")] }), await make(90), await make(100)];
  await store.annotations.resolve("done", { action: "fixed", summary: "done" });
  expect(await store.tidy()).toBe(3);
  expect(await live()).toEqual([...retained].sort());
  expect(await store.captures.count()).toBe(5);
  for (const filename of old) expect((await store.captures.read(filename)).metadata.url).toBe(page);
  expect((await store.captures.list()).captures.map(({ filename }) => filename)).toEqual(retained);
  expect(await store.annotations.find("done")).toMatchObject({ capture: old[0], annotation: { status: "resolved" } });
  expect(await store.tidy()).toBe(0);
  expect((await readdir(join(root, ".svc/archive"))).every((name) => /^(\d{4}-\d{2}|index\.jsonl)$/.test(name))).toBe(true);
});

test("archived ones are found without their index, and stay one file when sent again", async () => {
  const { root, store, make, live } = await storeWithOldCaptures();
  await make(1);
  await make(2);
  const capture = sampleCapture({ url: page, capturedAt: daysAgo(99) });
  const { filename } = await store.captures.create(capture);
  await store.tidy();
  execFileSync("rm", [join(root, ".svc/archive/index.jsonl")]);
  const fresh = await openStore(root);
  expect((await fresh.captures.read(filename)).metadata.id).toBe(capture.metadata.id);
  expect(await fresh.captures.create(capture)).toEqual({ filename, requestId: null });
  expect(await live()).toHaveLength(2);
  await expect(fresh.captures.read(`../archive/${filename}`)).rejects.toMatchObject({ code: "outside-captures" });
  expect(await fresh.baselines.create(filename)).toMatchObject({ filename });
});

test("a file in the place of a month's folder holds no capture, and none is lost by it", async () => {
  const { root, store, make } = await storeWithOldCaptures();
  const filename = await make(1);
  await writeFile(join(root, ".svc/archive/2025-01"), "");
  expect(await make(2)).not.toBe(filename);
  await expect(store.captures.read("a-2025-01-01T00-00-00-000Z-abcdef.json")).rejects.toMatchObject({ code: "not-found" });
});

test("a resolution that a crash kept from an older copy holds also after months", async () => {
  const { store, make, live } = await storeWithOldCaptures();
  await make(1);
  await make(2);
  const [older, newer] = [
    await make(90, { annotations: [sampleAnnotation("a")] }),
    await make(80, { annotations: [sampleAnnotation("a")] }),
  ];
  const path = join(store.capturesDir, older);
  const before = await readFile(path);
  await store.annotations.resolve("a", { action: "fixed", summary: "done" });
  await writeFile(path, before);
  await store.tidy();
  expect((await store.annotations.find("a")).state).toBe("fixed");
  expect(await live()).toContain(newer);
});

test("what was resolved in an archived capture stays resolved in a new one", async () => {
  const { store, make } = await storeWithOldCaptures();
  await make(1);
  await make(2);
  await make(99, { annotations: [sampleAnnotation("a")] });
  await store.annotations.resolve("a", { action: "fixed", summary: "done" });
  expect(await store.tidy()).toBe(1);
  const filename = await make(0, { annotations: [sampleAnnotation("a")] });
  expect((await store.captures.read(filename)).annotations[0]).toMatchObject({ status: "resolved", resolution: { summary: "done" } });
});

test("two processes that tidy at once move each capture once", async () => {
  const { root, store, make, live } = await storeWithOldCaptures();
  for (let n = 0; n < 30; n++) await make(40 + n);
  const other = await openStore(root);
  await Promise.all([store.tidy(), other.tidy()]);
  expect(await live()).toHaveLength(2);
  expect(await store.captures.count()).toBe(2);
  expect((await other.captures.list()).captures).toHaveLength(2);
});

test("what each call parses of the archive's index does not grow with the archive: the rows that it asks for", async () => {
  const { root, store, make } = await storeWithOldCaptures();
  for (const days of [1, 2, 99]) await make(days, { annotations: days === 99 ? [sampleAnnotation("done")] : [] });
  await store.annotations.resolve("done", { action: "fixed", summary: "done" });
  expect(await store.tidy()).toBe(1);
  const path = join(root, ".svc/archive/index.jsonl");
  const row = JSON.parse(await readFile(path, "utf8"));
  const rows = Array.from({ length: 1_000 }, (_, place) =>
    JSON.stringify({ ...row, filename: `old-${place}.json`, resolvedIds: [`done-${place}`], contents: {}, revisions: {} }),
  );
  await appendFile(path, `\n${rows.join("\n")}\n`);
  const parsed = vi.spyOn(captureEntrySchema, "safeParse");
  const work = async () => {
    const { filename } = await store.captures.create(
      sampleCapture({ url: page, annotations: [sampleAnnotation("new"), sampleAnnotation("done")] }),
    );
    await store.annotations.inCapture(filename);
    await store.annotations.inCapture("old-7.json").catch(() => undefined);
    await store.annotations.unresolved();
    await store.captures.list();
    return parsed.mock.calls.splice(0).length;
  };
  expect(await work()).toBeLessThan(10);
  expect(await work()).toBeLessThan(10);
  await appendFile(path, `\n${JSON.stringify({ ...row, filename: "old-7.json" })}\n{"cut`);
  expect(await work()).toBeLessThan(10);
  expect(await store.annotations.find("done")).toMatchObject({ state: "fixed" });
});

test("files of writers that have died are swept, also those of locks; those of the living stay", async () => {
  const { root, store } = await storeWithOldCaptures();
  const run = join(root, ".svc/run");
  const dead = ".captures.lock.1-1-00000000-0123456789abcdef.tmp";
  const living = dead.replace("abcdef", "abcdee");
  for (const name of [dead, living]) await writeFile(join(run, name), "{");
  await utimes(join(run, dead), 1, 1);
  await store.tidy();
  expect((await readdir(run)).filter((name) => name.endsWith(".tmp"))).toEqual([living]);
});
