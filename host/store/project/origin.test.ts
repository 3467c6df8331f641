import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Annotation, ThreadEntry } from "../../contract/annotation.js";
import type { Capture } from "../../contract/capture.js";
import { isRecord, parseJson } from "../../contract/json.js";
import { sampleAnnotation, sampleCapture } from "../../contract/testing/sample.js";
import { openStore, type Store } from "../store.js";
import { temporaryFolder } from "../testing/temporary.js";

const url = "http://localhost:5173/cart";
const note = sampleAnnotation("own", { comment: "Mine" });
const reply = (id: string, change: Partial<ThreadEntry> = {}): ThreadEntry => ({
  ...{ id, by: "user", kind: "reply", text: "Yes", at: "2025-03-15T00:00:00.000Z" },
  ...change,
});

/** A project with an own capture and an own note, and the ways in which its files change behind the store's back. */
async function makeProject() {
  const root = await temporaryFolder();
  const stateFolder = await temporaryFolder();
  const open = () => openStore(root, { stateFolder });
  const store = await open();
  const { filename } = await store.captures.create(sampleCapture({ url, annotations: [note] }));
  const path = (name: string) => join(store.capturesDir, name);
  return {
    ...{ root, stateFolder, store, open, filename },
    receipts: join(stateFolder, "receipts", store.id, "contents.jsonl"),
    /** Another file, as a pull brings it. */
    plant: (capture: Capture, name = "planted.json") => writeFile(path(name), JSON.stringify(capture)),
    /** The annotation as its file has it, changed in place. */
    rewrite: async (edit: (annotation: Record<string, unknown>) => object, name = filename) => {
      const file = parseJson(await readFile(path(name), "utf8"));
      if (!isRecord(file) || !Array.isArray(file["annotations"])) throw new Error("no capture");
      await writeFile(
        path(name),
        JSON.stringify({ ...file, annotations: file["annotations"].map((one) => (isRecord(one) ? edit(one) : one)) }),
      );
    },
    send: (annotation: Annotation, change: Parameters<typeof sampleCapture>[0] = {}) =>
      store.captures.create(sampleCapture({ url, annotations: [annotation], ...change })),
  };
}

const ownNote = async (store: Store) => store.annotations.find("own");

test("what this user's programs write is theirs, in every process, whatever they do with it", async () => {
  const { store, open, send } = await makeProject();
  const states = async () => {
    const [a, b] = [await ownNote(store), await ownNote(await open())];
    expect([a.origin, b.origin]).toEqual(["here", "here"]);
    expect((await (await open()).captures.list()).captures.some(({ origin }) => origin !== undefined)).toBe(false);
    return b.state;
  };
  expect(await states()).toBe("sent");
  await store.annotations.append("own", reply("q", { by: "agent", kind: "question" }));
  expect(await states()).toBe("question");
  await send({ ...note, thread: [reply("r", { kind: "answer" })] });
  expect(await states()).toBe("working");
  await store.annotations.addChecks("own", [{ kind: "exists" }]);
  await store.annotations.resolve("own", { action: "fixed", summary: "done" });
  expect(await states()).toBe("fixed");
  await store.annotations.judge("own", { status: "fail", capture: "x", at: new Date().toISOString(), checks: [], alsoChanged: [] });
  expect(await states()).toBe("reopened");
});

const ahead = { capturedAt: "2030-01-01T00:00:00.000Z" };

test.each<[string, (project: Awaited<ReturnType<typeof makeProject>>) => Promise<unknown>]>([
  ["a file of a higher revision", ({ plant }) => plant(sampleCapture({ url, annotations: [{ ...note, comment: "Theirs", revision: 9 }] }))],
  ["the same words under a higher revision", ({ plant }) => plant(sampleCapture({ url, annotations: [{ ...note, revision: 9 }] }))],
  ["another comment in place", ({ rewrite }) => rewrite((one) => ({ ...one, comment: "Theirs" }))],
  ["a higher severity in place", ({ rewrite }) => rewrite((one) => ({ ...one, severity: "high" }))],
  ["a wanted value in place", ({ rewrite }) => rewrite((one) => ({ ...one, wanted: [{ property: "color", from: "red", to: "blue" }] }))],
  ["a check in place", ({ rewrite }) => rewrite((one) => ({ ...one, checks: [{ kind: "gone" }] }))],
  [
    "a verdict in place",
    ({ rewrite }) =>
      rewrite((one) => ({ ...one, verdict: { status: "pass", capture: "", at: note.createdAt, checks: [], alsoChanged: [] } })),
  ],
  ["another element", ({ rewrite }) => rewrite((one) => ({ ...one, target: { type: "region", box: [0, 0, 1, 1], elements: [] } }))],
  ["a reply in the user's name", ({ rewrite }) => rewrite((one) => ({ ...one, thread: [reply("forged")] }))],
  ["an acceptance", ({ rewrite }) => rewrite((one) => ({ ...one, status: "resolved", thread: [reply("forged", { kind: "accept" })] }))],
  ["a resolution by hand", ({ rewrite }) => rewrite((one) => ({ ...one, status: "resolved" }))],
  ["a claim of its origin", ({ rewrite }) => rewrite((one) => ({ ...one, comment: "Theirs", origin: "here", isChanged: false }))],
  ["one dated ahead", ({ plant }) => plant(sampleCapture({ url, ...ahead, annotations: [{ ...note, comment: "Theirs", revision: 1 }] }))],
])("an own note that the repository changes is foreign from then on, and marked as changed: %s", async (_what, change) => {
  const project = await makeProject();
  await change(project);
  for (const store of [project.store, await project.open()]) {
    expect(await ownNote(store)).toMatchObject({ origin: "repository", isChanged: true });
    expect((await store.annotations.all({ url })).map(({ origin }) => origin)).toEqual(["repository"]);
  }
  // An agent's resolution does not make it the user's.
  await project.store.annotations.append("own", reply("agent", { by: "agent", kind: "question" }));
  expect(await ownNote(project.store)).toMatchObject({ origin: "repository", isChanged: true });
});

test("a capture that a formatter has rewritten is the user's still", async () => {
  const { store, open, filename } = await makeProject();
  const path = join(store.capturesDir, filename);
  await writeFile(path, `${JSON.stringify(parseJson(await readFile(path, "utf8")), undefined, 2)}\n`);
  for (const one of [store, await open()]) expect((await one.captures.originOf(filename)).origin).toBe("here");
});

test("a copy of the same revision does not displace the user's own", async () => {
  const { store, plant } = await makeProject();
  await plant(sampleCapture({ url, ...ahead, annotations: [{ ...note, comment: "Theirs" }] }));
  expect(await ownNote(store)).toMatchObject({ origin: "here", annotation: { comment: "Mine" } });
});

test("a fixed note is not revived in the user's name, nor an open one closed", async () => {
  const { store, rewrite, open } = await makeProject();
  await store.annotations.resolve("own", { action: "fixed", summary: "done" });
  const forged = { ...reply("forged", { kind: "reopen" }), at: new Date(Date.now() - 1).toISOString() };
  await rewrite((one) => ({
    ...one,
    status: "resolved",
    revision: 9,
    thread: [...(Array.isArray(one["thread"]) ? one["thread"] : []), forged],
  }));
  expect(await ownNote(store)).toMatchObject({ state: "fixed", isChanged: true });
  expect(await (await open()).annotations.unresolved()).toEqual([]);
  const other = await makeProject();
  await other.rewrite((one) => ({ ...one, status: "resolved", thread: [reply("forged", { kind: "accept" })] }));
  expect(await other.store.annotations.unresolved()).toMatchObject([{ state: "sent", isChanged: true }]);
});

test("an own revision that is put back is no longer the user's", async () => {
  const { store, filename } = await makeProject();
  const path = join(store.capturesDir, filename);
  const before = await readFile(path, "utf8");
  await store.annotations.resolve("own", { action: "fixed", summary: "done" });
  await writeFile(path, before);
  expect(await ownNote(store)).toMatchObject({ origin: "repository", isChanged: true });
});

test("a note of the repository stays so when it is sent along, and is the user's once they edit it", async () => {
  const { store, plant, send } = await makeProject();
  const planted = sampleAnnotation("planted", { thread: [reply("forged")] });
  await plant(sampleCapture({ url, annotations: [planted] }));
  const found = () => store.annotations.find("planted");
  expect(await found()).toMatchObject({ origin: "repository", isChanged: false, annotation: { thread: [{ origin: "repository" }] } });
  await send(planted);
  await send(planted, { annotations: [planted, note] });
  expect(await found()).toMatchObject({ origin: "repository", isChanged: false });
  // The person's own reply is theirs, whatever it answers.
  await send({ ...planted, thread: [reply("forged"), reply("true", { text: "No" })] });
  expect(await found()).toMatchObject({
    origin: "repository",
    annotation: { thread: [{ id: "forged", origin: "repository" }, { id: "true" }] },
  });
  expect((await found()).annotation.thread?.[1]).not.toHaveProperty("origin");
  await send({ ...planted, comment: "Now mine", editedAt: new Date().toISOString() });
  const taken = await found();
  expect(taken).toMatchObject({
    origin: "here",
    annotation: { comment: "Now mine", thread: [{ id: "forged", origin: "imported" }, { id: "true" }] },
  });
  await store.annotations.resolve("planted", { action: "fixed", summary: "done" });
  expect(await found()).toMatchObject({ origin: "here", state: "fixed" });
});

test("an own note that was changed is the user's words again as soon as their browser sends it", async () => {
  const { store, rewrite, send, filename } = await makeProject();
  await rewrite((one) => ({ ...one, comment: "Theirs", revision: 9, thread: [reply("forged")] }));
  await send(note);
  expect(await ownNote(store)).toMatchObject({ origin: "here", annotation: { comment: "Mine" } });
  expect((await ownNote(store)).annotation.thread ?? []).toEqual([]);
  await rewrite((one) => ({ ...one, comment: "Theirs", revision: 99 }), filename);
  // Not by its present words: that is what the repository wrote.
  await send({ ...note, comment: "Theirs" });
  expect(await ownNote(store)).toMatchObject({ origin: "repository", isChanged: true });
});

test("claims of the browser's side about the origin are dropped", async () => {
  const { store, send } = await makeProject();
  const claimed = { ...sampleAnnotation("claimed"), origin: "imported", from: "x.zip", thread: [{ ...reply("r"), origin: "repository" }] };
  await send(JSON.parse(JSON.stringify(claimed)));
  expect(await store.annotations.find("claimed")).toMatchObject({ origin: "here" });
});

test("a foreign capture is behind all own ones, never the newest, and dated by what the store saw", async () => {
  const { store, plant, filename } = await makeProject();
  await plant(sampleCapture({ url, ...ahead, title: "Fake" }));
  const { captures } = await store.captures.list();
  expect(captures.map((row) => [row.filename, row.origin])).toEqual([
    [filename, undefined],
    ["planted.json", "repository"],
  ]);
  expect(Date.parse(captures[1]?.capturedAt ?? "")).toBeLessThan(Date.now() + 60_000);
  expect((await store.captures.entries({ url })).map((entry) => entry.filename)).toEqual([filename]);
  expect(await store.captures.originOf("planted.json")).toEqual({ origin: "repository" });
  await expect(store.baselines.create("planted.json")).rejects.toMatchObject({ code: "conflict" });
});

test.each<[string, (file: Record<string, unknown>) => object]>([
  ["its page", (file) => ({ ...file, metadata: { ...Object(file["metadata"]), title: "Fake" } })],
  ["a note more", (file) => ({ ...file, annotations: [...Object(file["annotations"]), sampleAnnotation("more")] })],
  ["its field of an unknown name", (file) => ({ ...file, more: 1 })],
])("an own capture that the repository changes is foreign: %s", async (_what, edit) => {
  const { store, filename } = await makeProject();
  const path = join(store.capturesDir, filename);
  await writeFile(path, JSON.stringify(edit(Object(parseJson(await readFile(path, "utf8"))))));
  expect(await store.captures.originOf(filename)).toEqual({ origin: "repository" });
});

test("a capture that takes the id of an own one is not added to", async () => {
  const { store, plant } = await makeProject();
  const capture = sampleCapture({ url, title: "True" });
  await plant({ ...capture, metadata: { ...capture.metadata, title: "Fake" } });
  const { filename } = await store.captures.create(capture);
  expect(filename).not.toBe("planted.json");
  expect((await store.captures.read(filename)).metadata.title).toBe("True");
});

test("an open request is not answered by a file", async () => {
  const { store, root, plant, filename } = await makeProject();
  const { id } = await store.requests.create({ url });
  const path = join(root, ".svc/requests", `${id}.json`);
  const answered = async (capture: string) => {
    await writeFile(path, JSON.stringify({ ...Object(parseJson(await readFile(path, "utf8"))), status: "completed", capture }));
    return (await store.requests.get(id)).status;
  };
  await plant(sampleCapture({ url }));
  expect(await answered("planted.json")).toBe("pending");
  expect(await answered(filename)).toBe("completed");
});

test("a write that ended between its receipts and its file leaves the note the user's, with the old words or the new", async () => {
  const { store, receipts, open, rewrite, filename } = await makeProject();
  const path = join(store.capturesDir, filename);
  const [file, noted] = [await readFile(path, "utf8"), await readFile(receipts, "utf8")];
  await store.annotations.append("own", reply("later", { by: "agent", kind: "question" }));
  const rows = (await readFile(receipts, "utf8")).slice(noted.length).split("\n").filter(Boolean);
  expect(rows).toHaveLength(2);
  const newer = await readFile(path, "utf8");
  for (const written of [file, newer]) {
    await writeFile(path, written);
    // The first row alone stands, or is itself cut off.
    await writeFile(receipts, `${noted}${rows[0]}\n`);
    expect(await ownNote(await open())).toMatchObject({ origin: "here" });
    await writeFile(receipts, `${noted}${rows[0]}\n${rows[1]?.slice(0, 40)}`);
    expect(await ownNote(await open())).toMatchObject({ origin: "here" });
  }
  await rewrite((one) => ({ ...one, comment: "Theirs" }));
  expect(await ownNote(await open())).toMatchObject({ origin: "repository" });
});

test("of an imported note that is being taken over, the report's words count as the user's at no time", async () => {
  const { store, receipts, open, send } = await makeProject();
  await store.captures.create(sampleCapture({ url, annotations: [sampleAnnotation("theirs")] }), { report: "mail.zip" });
  const noted = await readFile(receipts, "utf8");
  await send(sampleAnnotation("theirs", { editedAt: new Date().toISOString() }));
  expect(await store.annotations.find("theirs")).toMatchObject({ origin: "here" });
  const rows = (await readFile(receipts, "utf8")).slice(noted.length).split("\n").filter(Boolean);
  await writeFile(receipts, `${noted}${rows.slice(0, -1).join("\n")}\n`);
  expect(await (await open()).annotations.find("theirs")).toMatchObject({ origin: "imported", from: "mail.zip" });
});

test("where the receipts are lost, an open store knows at once that nothing is proven the user's", async () => {
  const { store, receipts } = await makeProject();
  const standing = async () => (await store.captures.list()).captures.map(({ origin = "here" }) => origin);
  const notes = async () => (await store.annotations.all({ url })).map(({ origin }) => origin);
  expect([await standing(), await notes()]).toEqual([["here"], ["here"]]);
  const written = await readFile(receipts, "utf8");
  await rm(receipts);
  expect([await standing(), await notes()]).toEqual([["repository"], ["repository"]]);
  await writeFile(receipts, written);
  expect([await standing(), await notes()]).toEqual([["here"], ["here"]]);
});

test("without a state folder captures are stored, and nothing of them counts as anybody's", async () => {
  const { root, stateFolder } = await makeProject();
  await writeFile(join(stateFolder, "blocked"), "a file");
  const store = await openStore(root, { stateFolder: join(stateFolder, "blocked") });
  const { filename } = await store.captures.create(sampleCapture({ url }));
  expect(await store.captures.originOf(filename)).toEqual({ origin: "repository" });
});
