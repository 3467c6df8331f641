import { readdir, rm, unlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { sampleAnnotation, sampleCapture } from "../../contract/testing/sample.js";
import { openStore } from "../store.js";
import { temporaryFolder } from "../testing/temporary.js";

const minute = (n: number) => new Date(Date.UTC(2025, 2, 14, 9, n)).toISOString();

test("a capture comes back as it was sent, under the name of its page, time and id", async () => {
  const store = await openStore(await temporaryFolder());
  const capture = sampleCapture({ url: "http://localhost:5173/shop/cart?q=1", capturedAt: "2025-03-14T09:15:30.123Z" });
  const { filename, requestId } = await store.captures.create(capture);
  expect(filename).toMatch(/^localhost-5173-shop-cart-2025-03-14T09-15-30-123Z-[0-9a-f]{6}\.json$/);
  expect(requestId).toBeNull();
  expect(await store.captures.read(filename)).toEqual(capture);
  expect(await store.captures.count()).toBe(1);
});

test("the same capture sent twice is one file, also from another process's store", async () => {
  const root = await temporaryFolder();
  const [one, other] = await Promise.all([openStore(root), openStore(root)]);
  const capture = sampleCapture();
  const names = await Promise.all([one.captures.create(capture), other.captures.create(capture), one.captures.create(capture)]);
  expect(new Set(names.map(({ filename }) => filename)).size).toBe(1);
  expect(await readdir(one.capturesDir)).toHaveLength(1);
});

test("a capture whose numbers grow beyond what is ever read again is refused, not lost", async () => {
  const store = await openStore(await temporaryFolder());
  // Four bytes each on the wire, 21 in the file.
  const grown: unknown = JSON.parse(`[${"1e20,".repeat(300_000)}0]`);
  const capture = { ...sampleCapture(), grown };
  await expect(store.captures.create(capture)).rejects.toMatchObject({ code: "too-large" });
  expect(await readdir(store.capturesDir)).toEqual([]);
});

test("captures of one page and millisecond keep apart", async () => {
  const store = await openStore(await temporaryFolder());
  const names = await Promise.all(Array.from({ length: 20 }, () => store.captures.create(sampleCapture({ capturedAt: minute(0) }))));
  expect(new Set(names.map(({ filename }) => filename)).size).toBe(20);
});

test("a capture sent again with more annotations gains them; one that was resolved stays so", async () => {
  const store = await openStore(await temporaryFolder());
  const capture = sampleCapture({ annotations: [sampleAnnotation("a1")] });
  const { filename } = await store.captures.create(capture);
  await store.annotations.resolve("a1", { action: "fixed", summary: "done" });
  await store.captures.create({ ...capture, annotations: [sampleAnnotation("a1"), sampleAnnotation("a2")] });
  const { annotations } = await store.captures.read(filename);
  expect(annotations.map(({ id, status }) => [id, status])).toEqual([
    ["a1", "resolved"],
    ["a2", "unresolved"],
  ]);
});

test("lists newest first in pages that captures arriving meanwhile do not move", async () => {
  const store = await openStore(await temporaryFolder());
  for (const n of [3, 1, 4, 0, 2]) await store.captures.create(sampleCapture({ capturedAt: minute(n), title: `t${n}` }));
  const first = await store.captures.list({ limit: 2 });
  await store.captures.create(sampleCapture({ capturedAt: minute(9), title: "t9" }));
  const second = await store.captures.list({ limit: 2, cursor: first.nextCursor });
  const third = await store.captures.list({ limit: 2, cursor: second.nextCursor });
  expect([first, second, third].flatMap(({ captures }) => captures.map(({ title }) => title))).toEqual(["t4", "t3", "t2", "t1", "t0"]);
  expect(third.nextCursor).toBeUndefined();
});

test.each([
  ["http://localhost:5173/shop", ["/shop", "/shop/cart"]],
  ["http://127.0.0.1:5173/shop/", ["/shop", "/shop/cart"]],
  ["http://localhost:5173/", ["/shop", "/shop/cart", "/shopping"]],
  ["http://localhost:9999/", []],
  ["no url", []],
])("filters by origin and path prefix: %s", async (url, paths) => {
  const store = await openStore(await temporaryFolder());
  for (const path of ["/shop", "/shop/cart", "/shopping"])
    await store.captures.create(sampleCapture({ url: `http://localhost:5173${path}` }));
  const { captures } = await store.captures.list({ url });
  expect(captures.map((row) => new URL(row.url).pathname).sort()).toEqual(paths);
});

test("files added, changed in place and removed by hand show in the next list", async () => {
  const root = await temporaryFolder();
  const store = await openStore(root);
  const { filename } = await store.captures.create(sampleCapture({ title: "one", capturedAt: minute(1) }));
  const titles = async () => (await store.captures.list()).captures.map(({ title }) => title);
  await writeFile(join(store.capturesDir, "mine.json"), JSON.stringify(sampleCapture({ title: "by hand", capturedAt: minute(2) })));
  // Behind the user's own, although it claims a later time; and so is what was changed by hand.
  expect(await titles()).toEqual(["one", "by hand"]);
  await writeFile(join(store.capturesDir, filename), JSON.stringify(sampleCapture({ title: "changed", capturedAt: minute(3) })));
  expect(await titles()).toEqual(["changed", "by hand"]);
  await unlink(join(store.capturesDir, "mine.json"));
  expect(await titles()).toEqual(["changed"]);
  expect(await store.captures.count()).toBe(1);
});

test.each([
  "",
  "{",
  "null",
  '[null, 1, {"filename": "x"}]',
  '[{"filename": "x.json", "facts": {"bytes": 1, "modifiedMs": 1, "changedMs": 1}, "entry": []}]',
])("a damaged index is made again: %j", async (text) => {
  const root = await temporaryFolder();
  const store = await openStore(root);
  await store.captures.create(sampleCapture({ title: "kept" }));
  await store.captures.list();
  await writeFile(join(root, ".svc/run/captures.json"), text);
  const { captures } = await (await openStore(root)).captures.list();
  expect(captures.map(({ title }) => title)).toEqual(["kept"]);
  await rm(join(root, ".svc/run"), { recursive: true });
  expect((await (await openStore(root)).captures.list()).captures).toHaveLength(1);
});
