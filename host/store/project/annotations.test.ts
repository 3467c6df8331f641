import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { sampleAnnotation, sampleCapture } from "../../contract/testing/sample.js";
import { openStore } from "../store.js";
import { temporaryFolder } from "../testing/temporary.js";

const minute = (n: number) => new Date(Date.UTC(2025, 2, 14, 9, n)).toISOString();
const done = { action: "fixed", summary: "done", files: ["src/a.ts"] } as const;

async function storeWithTwoCaptures() {
  const store = await openStore(await temporaryFolder());
  const [older, newer] = [
    await store.captures.create(sampleCapture({ capturedAt: minute(1), annotations: [sampleAnnotation("a"), sampleAnnotation("b")] })),
    await store.captures.create(sampleCapture({ capturedAt: minute(2), annotations: [sampleAnnotation("a"), sampleAnnotation("c")] })),
  ];
  return { store, older: older.filename, newer: newer.filename };
}

test("unresolved: each id once, from the newest capture that carries it", async () => {
  const { store, older, newer } = await storeWithTwoCaptures();
  const rows = await store.annotations.unresolved();
  expect(rows.map(({ annotation: { id }, capture }) => [id, capture])).toEqual([
    ["a", newer],
    ["c", newer],
    ["b", older],
  ]);
  expect(await store.annotations.unresolved({ limit: 1 })).toHaveLength(1);
  expect(await store.annotations.unresolved({ url: "http://localhost:1/" })).toEqual([]);
});

test("resolving holds in every capture and in those that come later", async () => {
  const { store, older, newer } = await storeWithTwoCaptures();
  const placed = await store.annotations.resolve("a", done);
  expect(placed).toMatchObject({ capture: newer, annotation: { id: "a", status: "resolved", resolution: done } });
  const later = await store.captures.create(sampleCapture({ capturedAt: minute(3), annotations: [sampleAnnotation("a")] }));
  for (const filename of [older, newer, later.filename]) {
    const { annotations } = await store.captures.read(filename);
    expect(annotations.find(({ id }) => id === "a")).toMatchObject({ status: "resolved", resolution: placed.annotation.resolution });
  }
  expect((await store.annotations.unresolved()).map(({ annotation }) => annotation.id)).toEqual(["c", "b"]);
  expect((await store.annotations.resolved()).map(({ annotation }) => annotation.id)).toEqual(["a"]);
  const { captures } = await store.captures.list();
  expect(captures.map(({ annotations, unresolved }) => [annotations, unresolved])).toEqual([
    [1, 0],
    [2, 1],
    [2, 1],
  ]);
});

test("in the same words again nothing changes; in other words it is refused", async () => {
  const { store } = await storeWithTwoCaptures();
  const first = await store.annotations.resolve("a", done);
  expect(await store.annotations.resolve("a", done)).toEqual(first);
  await expect(store.annotations.resolve("a", { action: "wontfix", summary: "no" })).rejects.toMatchObject({ code: "conflict" });
  expect(await store.annotations.find("a")).toEqual(first);
});

test("one that a hand opened again, its resolution left, can be resolved anew", async () => {
  const { store, newer } = await storeWithTwoCaptures();
  await store.annotations.resolve("c", done);
  const capture = await store.captures.read(newer);
  const annotations = capture.annotations.map((one) => ({ ...one, status: "unresolved" }));
  await writeFile(join(store.capturesDir, newer), JSON.stringify({ ...capture, annotations }));
  const placed = await store.annotations.resolve("c", { action: "wontfix", summary: "as meant" });
  expect(placed.annotation).toMatchObject({ status: "resolved", resolution: { action: "wontfix", summary: "as meant" } });
});

test("an unknown id is not found", async () => {
  const { store } = await storeWithTwoCaptures();
  await expect(store.annotations.find("z")).rejects.toMatchObject({ code: "not-found" });
  await expect(store.annotations.resolve("z", done)).rejects.toMatchObject({ code: "not-found" });
});
