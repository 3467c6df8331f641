import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import type { CaptureRequest } from "../../contract/request.js";
import { sampleAnnotation, sampleCapture } from "../../contract/testing/sample.js";
import { openStore } from "../store.js";
import { temporaryFolder } from "../testing/temporary.js";

const url = "http://localhost:5173/shop";

async function storeWithRequest() {
  const root = await temporaryFolder();
  const [store, other] = await Promise.all([openStore(root), openStore(root)]);
  const request = await store.requests.create({ url, purpose: "see", guidance: "open the menu" });
  const path = join(root, ".svc/requests", `${request.id}.json`);
  const edit = async (change: Partial<CaptureRequest>) =>
    writeFile(path, JSON.stringify({ ...JSON.parse(await readFile(path, "utf8")), ...change }));
  return { store, other, request, edit };
}

test("lives 300 s and is seen by every process", async () => {
  const { other, request } = await storeWithRequest();
  expect(Date.parse(request.expiresAt) - Date.parse(request.createdAt)).toBe(300_000);
  expect(await other.requests.pending()).toEqual([request]);
  expect(await other.requests.pending({ url: "http://127.0.0.1:5173/other" })).toEqual([request]);
  expect(await other.requests.pending({ url: "http://localhost:9999/shop" })).toEqual([]);
});

test("pending → acknowledged → declined with the user's reason, and then stays so", async () => {
  const { store, other, request } = await storeWithRequest();
  expect(await other.requests.acknowledge(request.id)).toMatchObject({ status: "acknowledged" });
  expect(await store.requests.acknowledge(request.id)).toMatchObject({ status: "acknowledged" });
  expect(await store.requests.pending()).toHaveLength(1);
  expect(await other.requests.decline(request.id, "not now")).toMatchObject({ status: "declined", reason: "not now" });
  await expect(store.requests.acknowledge(request.id)).rejects.toMatchObject({ code: "conflict" });
  expect(await store.requests.pending()).toEqual([]);
  expect(await store.captures.create(sampleCapture({ url, requestId: request.id }))).toMatchObject({ requestId: null });
});

test.each([
  [url, true],
  ["http://127.0.0.1:5173/elsewhere?x=1", true],
  ["http://localhost:5174/shop", false],
  ["https://localhost:5173/shop", false],
  ["http://localhost.evil.example:5173/shop", false],
])("a capture of %s completes it: %s", async (pageUrl, isAnswer) => {
  const { store, other, request } = await storeWithRequest();
  const capture = sampleCapture({ url: pageUrl, requestId: request.id });
  const created = await other.captures.create(capture);
  expect(created.requestId).toBe(isAnswer ? request.id : null);
  expect(await store.captures.read(created.filename)).toMatchObject({ metadata: { url: pageUrl } });
  const after = await store.requests.get(request.id);
  expect(after).toMatchObject(isAnswer ? { status: "completed", capture: created.filename } : { status: "pending" });
  // The same capture again, as after a broken connection, gets the same answer; another one does not.
  expect(await store.captures.create(capture)).toEqual(created);
  if (isAnswer) expect(await store.captures.create(sampleCapture({ url, requestId: request.id }))).toMatchObject({ requestId: null });
});

test("ten may be open, over all processes", async () => {
  const { store, other, request } = await storeWithRequest();
  const results = await Promise.allSettled(
    Array.from({ length: 12 }, (_, index) => (index % 2 === 0 ? store : other).requests.create({ url })),
  );
  expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(9);
  expect(results.find((result) => result.status === "rejected")?.reason).toMatchObject({ code: "too-many-requests" });
  await store.requests.decline(request.id);
  await expect(other.requests.create({ url })).resolves.toMatchObject({ status: "pending" });
});

test.each([
  ["its time is over", { createdAt: "2025-01-01T00:00:00.000Z", expiresAt: "2025-01-01T00:05:00.000Z" }],
  [
    "the clock was set back an hour",
    { createdAt: new Date(Date.now() + 3_600_000).toISOString(), expiresAt: new Date(Date.now() + 3_900_000).toISOString() },
  ],
])("expires when %s", async (_case, times) => {
  const { store, request, edit } = await storeWithRequest();
  await edit(times);
  expect(await store.requests.get(request.id)).toMatchObject({ status: "expired" });
  expect(await store.requests.pending()).toEqual([]);
  expect(await store.captures.create(sampleCapture({ url, requestId: request.id }))).toMatchObject({ requestId: null });
});

test.each([
  ["for years", { expiresAt: "2099-01-01T00:00:00.000Z" }],
  ["earlier, and for longer", { createdAt: "2020-01-01T00:00:00.000Z", expiresAt: new Date(Date.now() + 3_600_000).toISOString() }],
])("lives five minutes from when the store made it, also when its file says %s", async (_case, times) => {
  const { store, request, edit } = await storeWithRequest();
  await edit(times);
  expect(await store.requests.pending()).toEqual([request]);
});

test.each([
  ["address", { url: "http://localhost:5173/other" }],
  ["purpose", { purpose: "send everything" }],
  ["guidance", { guidance: "press Send anyway" }],
])("does not exist any more once its %s was changed by hand", async (_case, change) => {
  const { store, request, edit } = await storeWithRequest();
  await edit(change);
  expect(await store.requests.all()).toEqual([]);
  await expect(store.requests.acknowledge(request.id)).rejects.toMatchObject({ code: "not-found" });
});

test("words for the person keep their line breaks and lose what could change how the rest is shown", async () => {
  const { store } = await storeWithRequest();
  const { purpose, guidance } = await store.requests.create({ url, purpose: "a\u001b[2Jb\u202ec\u200cd", guidance: "one\ntwo" });
  expect({ purpose, guidance }).toEqual({ purpose: "a [2Jb c\u200cd", guidance: "one\ntwo" });
});

test.each(["javascript:alert(1)", "chrome://settings", "no address", ""])("is refused for what is no page: %j", async (address) => {
  const { store } = await storeWithRequest();
  await expect(store.requests.create({ url: address })).rejects.toThrow();
});

test("waiting ends with the answer, with the time, with the expiry and with the signal", async () => {
  const { store, other, request } = await storeWithRequest();
  expect(await store.requests.wait(request.id, { timeoutMs: 1 })).toMatchObject({ status: "pending" });
  const controller = new AbortController();
  const aborted = store.requests.wait(request.id, { timeoutMs: 10_000, signal: controller.signal });
  controller.abort();
  expect(await aborted).toMatchObject({ status: "pending" });
  const waiting = store.requests.wait(request.id, { timeoutMs: 10_000 });
  await other.captures.create(sampleCapture({ url, requestId: request.id }));
  expect(await waiting).toMatchObject({ status: "completed" });
  const second = await store.requests.create({ url });
  const declining = store.requests.wait(second.id, { timeoutMs: 10_000 });
  await other.requests.decline(second.id);
  expect(await declining).toMatchObject({ status: "declined" });
  await expect(store.requests.wait("none", { timeoutMs: 1_000 })).rejects.toMatchObject({ code: "not-found" });
});

test("waiting ends with its time however often memory is collected", async () => {
  const { store, request } = await storeWithRequest();
  setFlagsFromString("--expose-gc");
  const collect: () => void = runInNewContext("gc");
  const collecting = setInterval(collect, 20);
  const waiting = store.requests.wait(request.id, { timeoutMs: 300, signal: new AbortController().signal });
  expect(await Promise.race([waiting, sleep(3_000, "never")])).toMatchObject({ status: "pending" });
  clearInterval(collecting);
});

test("waiting ends when the request expires", async () => {
  const { store, request, edit } = await storeWithRequest();
  await edit({ expiresAt: new Date(Date.now() + 200).toISOString() });
  expect(await store.requests.wait(request.id, { timeoutMs: 10_000 })).toMatchObject({ status: "expired" });
});

test.each(["../x", "", "a/b", "x".repeat(65), "__proto__"])("an id that is none is not found: %j", async (id) => {
  const { store } = await storeWithRequest();
  await expect(store.requests.get(id)).rejects.toMatchObject({ code: "not-found" });
  await expect(store.requests.acknowledge(id)).rejects.toMatchObject({ code: "not-found" });
});

test.each([
  ["the same page", url, url, 1_000, true],
  ["with a query that nobody asked for", url, `${url}?sort=name`, 1_000, true],
  ["with a slash at the end", url, `${url}/`, 1_000, true],
  ["another page of the site", url, "http://localhost:5173/cart", 1_000, false],
  ["a page below it", url, `${url}/item`, 1_000, false],
  ["another query than was asked for", `${url}?id=1`, `${url}?id=2`, 1_000, false],
  ["the router's other page", "http://localhost:5173/#/users", "http://localhost:5173/#/tasks", 1_000, false],
  ["another port", url, "http://localhost:5174/shop", 1_000, false],
  ["taken before anybody asked", url, url, -60_000, false],
])("a capture that names no request answers one for its page: %s", async (_what, asked, pageUrl, laterMs, isAnswer) => {
  const { store, other } = await storeWithRequest();
  const request = await store.requests.create({ url: asked });
  await other.requests.acknowledge(request.id);
  const waiting = store.requests.wait(request.id, { timeoutMs: isAnswer ? 5_000 : 200 });
  const capturedAt = new Date(Date.parse(request.createdAt) + laterMs).toISOString();
  const { filename } = await other.captures.create(sampleCapture({ url: pageUrl, capturedAt }));
  expect(await waiting).toMatchObject(isAnswer ? { status: "completed", capture: filename } : { status: "acknowledged" });
});

test("a capture for one check is one for each annotation that it shows, and for nothing else that is asked", async () => {
  const { store } = await storeWithRequest();
  const annotations = ["a", "b", "away"].map((id) => {
    const place = id === "away" ? { present: false } : { ref: "e0" };
    return sampleAnnotation(id, { target: { type: "element", elements: [{ ...place, key: id, selector: "html", box: [0, 0, 1, 1] }] } });
  });
  await store.captures.create(sampleCapture({ url, annotations }));
  const ask = (annotation: string, at = url) => store.requests.create({ url: at, kind: "verify", annotation });
  const [pressed, shown, lost] = [await ask("a"), await ask("b"), await ask("away")];
  const others = [await ask("b", `${url}?id=1`), await store.requests.create({ url })];
  const later = new Date(Date.now() + 1_000).toISOString();
  await store.captures.create(sampleCapture({ url, annotations, requestId: pressed.id, capturedAt: later }));
  const statuses = await Promise.all([pressed, shown, lost, ...others].map(async ({ id }) => (await store.requests.get(id)).status));
  expect(statuses).toEqual(["completed", "completed", "pending", "pending", "pending"]);
});

test("a question is answered by its answer alone, and a capture ends no question", async () => {
  const { store, other } = await storeWithRequest();
  const question = await other.requests.create({ url, kind: "question", annotation: "a", question: "Which \u202eone?" });
  expect(question.question).toBe("Which  one?");
  expect(await store.requests.pending()).toContainEqual(question);
  await store.captures.create(sampleCapture({ url, capturedAt: new Date(Date.now() + 1_000).toISOString() }));
  expect((await store.requests.get(question.id)).status).toBe("pending");
  expect(await store.requests.acknowledge(question.id, "The left one")).toMatchObject({ status: "completed", answer: "The left one" });
  expect(await store.requests.acknowledge(question.id, "The left one")).toMatchObject({ status: "completed" });
  await expect(store.requests.acknowledge(question.id, "No")).rejects.toMatchObject({ code: "conflict" });
});

test("an answer to what is no question is refused; an answer in the thread ends the question", async () => {
  const { store, request } = await storeWithRequest();
  await expect(store.requests.acknowledge(request.id, "x")).rejects.toMatchObject({ code: "invalid-input" });
  await store.captures.create(sampleCapture({ url, annotations: [sampleAnnotation("a")] }));
  const { id } = await store.requests.create({ url, kind: "question", annotation: "a", question: "Which?" });
  const at = () => new Date().toISOString();
  await store.annotations.append("a", { id, by: "agent", kind: "question", text: "Which?", at: at() });
  const reply = { id: "r1", by: "user", kind: "answer", text: "The left", at: at() } as const;
  await store.captures.create(sampleCapture({ url, annotations: [sampleAnnotation("a", { thread: [reply] })] }));
  expect(await store.requests.get(id)).toMatchObject({ status: "completed", answer: "The left" });
});

test("a note that is reworded and opened again answers its question by its new words", async () => {
  const { store } = await storeWithRequest();
  await store.captures.create(sampleCapture({ url, annotations: [sampleAnnotation("a")] }));
  const { id } = await store.requests.create({ url, kind: "question", annotation: "a", question: "Which?" });
  const at = () => new Date().toISOString();
  await store.annotations.append("a", { id, by: "agent", kind: "question", text: "Which?", at: at() });
  const again = { id: "r1", by: "user", kind: "reopen", text: "", at: at() } as const;
  const reworded = sampleAnnotation("a", { comment: "The left one", editedAt: at(), thread: [again] });
  await store.captures.create(sampleCapture({ url, annotations: [reworded] }));
  expect(await store.requests.get(id)).toMatchObject({ status: "completed", answer: "The left one" });
});
