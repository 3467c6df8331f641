import { expect, test } from "vitest";
import { sampleCapture } from "../contract/testing/sample.js";
import { openStore } from "./store.js";
import { bundleWorker, startWorker } from "./testing/processes.js";
import { temporaryFolder } from "./testing/temporary.js";

test("two long-lived stores and three writers on one folder: nothing lost, nothing double", { timeout: 60_000 }, async () => {
  const root = await temporaryFolder();
  const worker = await bundleWorker(await temporaryFolder());
  const [one, two] = await Promise.all([openStore(root), openStore(root)]);
  const writers = Array.from({ length: 3 }, () => startWorker(worker, "write", root, "20000", "15"));
  const resolver = startWorker(worker, "resolve", root, "20");
  const own = await Promise.all(
    Array.from({ length: 30 }, async (_, index) => {
      await one.captures.list();
      return (await (index % 2 === 0 ? one : two).captures.create(sampleCapture())).filename;
    }),
  );
  const ends = await Promise.all([...writers, resolver].map(({ ended }) => ended));
  expect(ends.map(({ code, stderr }) => [code, stderr])).toEqual(ends.map(() => [0, ""]));
  const all = [...own, ...writers.flatMap(({ lines }) => lines)].sort();
  for (const store of [one, two, await openStore(root)]) {
    expect((await store.captures.entries()).map(({ filename }) => filename).sort()).toEqual(all);
    expect(await store.captures.count()).toBe(75);
    expect(new Set((await store.annotations.resolved()).map(({ annotation }) => annotation.id))).toEqual(new Set(resolver.lines));
    expect(await store.annotations.unresolved()).toHaveLength(45 - new Set(resolver.lines).size);
  }
});

test("two processes resolving one annotation: one resolution stands", { timeout: 30_000 }, async () => {
  const root = await temporaryFolder();
  const worker = await bundleWorker(await temporaryFolder());
  const store = await openStore(root);
  await startWorker(worker, "write", root, "0", "10").ended;
  const resolvers = [1, 2].map(() => startWorker(worker, "resolve-all", root));
  const ends = await Promise.all(resolvers.map(({ ended }) => ended));
  expect(ends.map(({ code, stderr }) => [code, stderr])).toEqual([
    [0, ""],
    [0, ""],
  ]);
  const winners = new Map(resolvers.flatMap(({ lines, process: { pid } }) => lines.map((id) => [id, `by ${pid}`])));
  const resolved = await store.annotations.resolved();
  expect(new Map(resolved.map(({ annotation }) => [annotation.id, annotation.resolution?.summary]))).toEqual(winners);
  expect(winners.size).toBe(10);
});
