import { appendFile, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { ServiceError } from "../../contract/errors.js";
import type { ServiceEvent } from "../../contract/events.js";
import { sampleAnnotation, sampleCapture } from "../../contract/testing/sample.js";
import { patience } from "../../testing/wait-until.js";
import { openStore, type Store } from "../store.js";
import { loggedLines } from "../testing/logged-lines.js";
import { bundleWorker, startWorker } from "../testing/processes.js";
import { cleanup, temporaryFolder } from "../testing/temporary.js";
import { until } from "../testing/until.js";
import { openCaptureFiles } from "./capture-files.js";
import { encodeCapture } from "./origin.js";

const url = "http://localhost:5173/shop";

async function watched(prepare: (store: Store) => Promise<unknown> = async () => undefined) {
  const root = await temporaryFolder();
  const [store, other] = await Promise.all([openStore(root), openStore(root)]);
  await prepare(store);
  const events: ServiceEvent[] = [];
  const stop = store.watch((event) => events.push(event));
  cleanup(() => store.close());
  const types = () => events.map(({ type }) => type);
  /** All events up to one that is caused now, by the store itself: its writes wait until it watches. */
  const settle = async () => {
    const before = events.length;
    await store.config.update({ archiveAfterDays: 31 + before });
    await until(() => types().slice(before).includes("config:changed"));
  };
  return { root, store, other, events, types, settle, stop };
}

test("tells each thing once, whoever does it", async () => {
  const { store, other, types, settle, events } = await watched((opened) =>
    opened.captures.create(sampleCapture({ annotations: [sampleAnnotation("a")] })),
  );
  const own = await store.captures.create(sampleCapture());
  const theirs = await other.captures.create(sampleCapture());
  await other.annotations.resolve("a", { action: "fixed", summary: "done" });
  const request = await other.requests.create({ url });
  await until(() => types().includes("request:created"));
  await store.requests.acknowledge(request.id);
  await other.requests.decline(request.id, "no");
  await until(() => types().includes("request:ended"));
  await settle();
  expect(types().sort()).toEqual(
    ["annotation:resolved", "capture:created", "capture:created", "config:changed", "request:created", "request:ended"].sort(),
  );
  const created = events.flatMap((event) => (event.type === "capture:created" ? [event.filename] : []));
  expect(created.sort()).toEqual([own.filename, theirs.filename].sort());
  expect(events.every(({ project }) => project === store.id)).toBe(true);
  expect(events.find(({ type }) => type === "annotation:resolved")).toMatchObject({
    id: "a",
    comment: "Comment a",
    resolution: { action: "fixed" },
  });
  expect(events.find(({ type }) => type === "request:ended")).toMatchObject({ id: request.id, status: "declined" });
});

test("a listener that fails keeps no other from what happens, and is reported in the log", async () => {
  const log = loggedLines();
  const { store, types, settle } = await watched(async (store) => {
    store.watch(() => {
      throw new TypeError("no use");
    });
  });
  await store.captures.create(sampleCapture());
  await store.requests.create({ url });
  await settle();
  expect(types().sort()).toEqual(["capture:created", "config:changed", "request:created"]);
  expect(log.filter((line) => /listener.*TypeError/.test(line))).toHaveLength(3);
});

test.skipIf(process.platform !== "linux")("who waits for a capture decodes it while its writer waits for the disk, and once", async () => {
  const root = await temporaryFolder();
  const store = await openStore(root);
  cleanup(() => store.close());
  const events: ServiceEvent[] = [];
  const coming = vi.fn();
  store.watch((event) => events.push(event), coming);
  await store.captures.count();
  const parse = vi.spyOn(JSON, "parse");
  const decodings = () => parse.mock.calls.filter(([text]) => text.includes('"title":"Foreseen"')).length;
  let allow: () => void = () => undefined;
  const allowed = new Promise<void>((resolve) => (allow = resolve));
  const files = openCaptureFiles({ base: root, parts: [".svc", "captures"] });
  const writing = files.write("one.json", encodeCapture(sampleCapture({ title: "Foreseen" })), allowed);
  await until(() => decodings() === 1);
  await until(() => coming.mock.calls.length === 1);
  allow();
  await writing;
  await until(() => events.length > 0);
  expect((await store.captures.read("one.json")).metadata.title).toBe("Foreseen");
  expect(decodings()).toBe(1);
  parse.mockRestore();
});

test("who asks for arrivals alone hears of captures and requests", async () => {
  const root = await temporaryFolder();
  const [store, other] = await Promise.all([openStore(root), openStore(root)]);
  cleanup(() => store.close());
  const types: string[] = [];
  store.watch(({ type }) => types.push(type), vi.fn());
  await store.captures.create(sampleCapture({ annotations: [sampleAnnotation("a")] }));
  await until(() => types.includes("capture:created"));
  await other.annotations.resolve("a", { action: "fixed", summary: "done" });
  await other.requests.create({ url });
  await until(() => types.includes("request:created"));
  expect(types).toEqual(["capture:created", "request:created"]);
});

test("what was there before is not reported", async () => {
  const { types, settle } = await watched(async (store) => {
    await store.captures.create(sampleCapture({ annotations: [sampleAnnotation("a")] }));
    await store.annotations.resolve("a", { action: "fixed", summary: "done" });
    await store.requests.create({ url });
  });
  await settle();
  expect(types()).toEqual(["config:changed"]);
});

test("an event reaches another process's watcher within a second", async () => {
  const { root, types, settle } = await watched();
  await settle();
  const worker = await bundleWorker(await temporaryFolder());
  const writer = startWorker(worker, "write", root, "0", "1");
  await writer.line();
  const reportedAt = performance.now();
  await until(() => types().includes("capture:created"));
  expect(performance.now() - reportedAt).toBeLessThan(patience(1_000));
});

test("a request that expires by itself is reported", async () => {
  const { root, other, events, types } = await watched();
  const request = await other.requests.create({ url });
  const soon = { ...request, expiresAt: new Date(Date.now() + 150).toISOString() };
  await writeFile(join(root, ".svc/requests", `${request.id}.json`), JSON.stringify(soon));
  await until(() => types().includes("request:ended"));
  expect(events.at(-1)).toMatchObject({ id: request.id, status: "expired" });
});

test("a file put there by hand is reported, a hostile one is not", async () => {
  const { store, types, settle } = await watched();
  await settle();
  await writeFile(join(store.capturesDir, "bad.json"), "null");
  const text = JSON.stringify(sampleCapture());
  await writeFile(join(store.capturesDir, "mine.json"), text.slice(0, 100));
  expect(await store.captures.count()).toBe(0);
  // The rest comes later, as from a slow copy.
  await appendFile(join(store.capturesDir, "mine.json"), text.slice(100));
  await until(() => types().includes("capture:created"));
  await settle();
  expect(types()).toEqual(["config:changed", "capture:created", "config:changed"]);
});

test("watching and writing go on after the folder was removed", async () => {
  const { root, store, types, settle } = await watched();
  await settle();
  await rm(join(root, ".svc"), { recursive: true, maxRetries: 5 });
  const count = () => types().filter((type) => type === "capture:created").length;
  await store.captures.create(sampleCapture());
  await until(() => count() === 1);
  await (await openStore(root)).captures.create(sampleCapture());
  await until(() => count() === 2);
  expect(await readFile(join(root, ".svc/.gitignore"), "utf8")).toContain("*");
});

test("notes whose files went are told of, once", async () => {
  const { store, events, settle } = await watched((opened) =>
    opened.captures.create(sampleCapture({ annotations: [sampleAnnotation("a"), sampleAnnotation("b")] })),
  );
  await settle();
  const before = events.length;
  for (const name of await readdir(store.capturesDir)) await rm(join(store.capturesDir, name));
  await until(() => events.length > before);
  await settle();
  expect(events.slice(before)).toEqual([1, 2].map(() => ({ type: "config:changed", project: store.id })));
});

test("states that change are pushed, each once: seen, asked, resolved, reopened, and what is new with its words", async () => {
  const { store, other, events, settle } = await watched((opened) =>
    opened.captures.create(sampleCapture({ annotations: [sampleAnnotation("a"), sampleAnnotation("b")] })),
  );
  const at = () => new Date().toISOString();
  const pushed = () =>
    events.flatMap((event) => {
      if (event.type === "annotation:resolved") return [`${event.id} ${event.state?.state} by ${event.state?.by}`];
      return event.type === "config:changed" ? (event.states ?? []).map(({ id, state }) => `${id} ${state}`) : [];
    });
  const steps: [string, () => Promise<unknown>][] = [
    ["a seen", async () => other.annotations.markRead([await other.annotations.find("a")], "seen", "x")],
    ["a question", () => other.annotations.append("a", { id: "q", by: "agent", kind: "question", text: "?", at: at() })],
    ["a fixed by x", () => other.annotations.resolve("a", { action: "fixed", summary: "done", agent: "x" })],
    ["a reopened", () => store.annotations.append("a", { id: "r", by: "user", kind: "reopen", text: "no", at: at() })],
    ["a wontfix by x", () => other.annotations.resolve("a", { action: "wontfix", summary: "as meant", agent: "x" })],
    ["c sent", () => other.captures.create(sampleCapture({ annotations: [sampleAnnotation("c")] }))],
  ];
  for (const [index, [, step]] of steps.entries()) {
    await step();
    await until(() => pushed().length === index + 1);
  }
  await settle();
  expect(pushed()).toEqual(steps.map(([expected]) => expected));
  const states = events.flatMap((event) => (event.type === "config:changed" ? (event.states ?? []) : []));
  expect(states.flatMap(({ annotation }) => annotation?.comment ?? [])).toEqual(["Comment c"]);
});

test("after it is stopped nothing is reported", async () => {
  const { other, stop, events } = await watched();
  stop();
  await other.captures.create(sampleCapture());
  const second = await openStore(other.root);
  const seen: ServiceEvent[] = [];
  cleanup(second.watch((event) => seen.push(event)));
  await second.captures.create(sampleCapture());
  await until(() => seen.length === 1);
  expect(events).toEqual([]);
});

test("what was read while its file was being written is reported once it can be read", async () => {
  const { store, other, events, settle } = await watched(async (store) => {
    await store.captures.create(sampleCapture({ annotations: [sampleAnnotation("a")] }));
  });
  await settle();
  const { find } = store.annotations;
  let reads = 0;
  Object.assign(store.annotations, {
    find: async (id: string) => {
      if (reads++ === 0) throw new ServiceError("not-found", "Its file is half written.");
      return find(id);
    },
  });
  await other.annotations.resolve("a", { action: "fixed", summary: "done" });
  await until(() => reads > 0);
  await settle();
  expect(events.filter(({ type }) => type === "annotation:resolved")).toHaveLength(1);
});
