import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { ThreadEntry } from "../../contract/annotation.js";
import { isUnresolved } from "../../contract/annotation-state.js";
import type { Capture } from "../../contract/capture.js";
import { limits } from "../../contract/limits.js";
import { sampleAnnotation, sampleCapture } from "../../contract/testing/sample.js";
import { isLong } from "../../testing/long.js";
import { openStore } from "../store.js";
import { temporaryFolder } from "../testing/temporary.js";
import { placedStateRow } from "./annotations.js";

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
  expect(await store.annotations.unresolved({ url: "http://localhost:1/" })).toEqual([]);
});

test("asked for a page: what its captures carry, and of a capture of another page only notes of its own", async () => {
  const store = await openStore(await temporaryFolder());
  const [cart, list] = ["http://localhost:5173/cart", "http://localhost:5173/list"];
  const annotations = [sampleAnnotation("a"), sampleAnnotation("b", { url: list }), sampleAnnotation("c", { url: `${list}/two` })];
  await store.captures.create(sampleCapture({ url: cart, annotations }));
  const of = async (url: string) => (await store.annotations.all({ url })).map(({ annotation: { id } }) => id);
  expect([await of(cart), await of(list), await of(`${list}/two`)]).toEqual([["a", "b", "c"], ["b", "c"], ["c"]]);
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

const minutes = (n: number) => new Date(Date.now() + n * 60_000).toISOString();
const by = (kind: ThreadEntry["kind"], id: string, change: Partial<ThreadEntry> = {}): ThreadEntry => ({
  ...{ id, by: kind === "question" ? "agent" : "user", kind, text: `${kind} ${id}`, at: new Date().toISOString() },
  ...change,
});

test("a reopened annotation is the agent's work again in every capture, and what it was before is in its thread", async () => {
  const { store, older, newer } = await storeWithTwoCaptures();
  await store.annotations.resolve("a", { ...done, agent: "claude-code" });
  const { annotation, by: agent } = await store.annotations.find("a");
  expect([agent, annotation.thread]).toEqual([
    "claude-code",
    [expect.objectContaining({ kind: "resolution", action: "fixed", text: "done", by: "agent" })],
  ]);
  const reopened = sampleCapture({ capturedAt: minute(3), annotations: [sampleAnnotation("a", { thread: [by("reopen", "r1")] })] });
  const { filename } = await store.captures.create(reopened);
  for (const name of [older, newer, filename]) {
    const stored = (await store.captures.read(name)).annotations.find(({ id }) => id === "a");
    expect(stored).toMatchObject({ status: "unresolved", thread: [{ kind: "resolution" }, { id: "r1", kind: "reopen" }] });
    expect(stored).not.toHaveProperty("resolution");
  }
  expect((await store.annotations.unresolved()).map(({ annotation: { id }, state }) => [id, state])).toContainEqual(["a", "reopened"]);
  // The agent resolves it again; the capture that reopened it comes once more.
  await store.annotations.resolve("a", { action: "wontfix", summary: "as meant" });
  await store.captures.create(reopened);
  expect(await store.annotations.find("a")).toMatchObject({ state: "wontfix", annotation: { resolution: { action: "wontfix" } } });
});

test.each<[string, ThreadEntry[], string]>([
  ["nothing", [], "sent"],
  ["a reply", [by("reply", "1")], "sent"],
  ["a question", [by("question", "1")], "question"],
  ["an answer", [by("question", "1", { at: minutes(-2) }), by("answer", "2", { at: minutes(-1) })], "working"],
  ["an acceptance", [by("accept", "1")], "accepted"],
  [
    "a resolution that came late",
    [by("reopen", "1", { at: minutes(-1) }), by("resolution", "2", { at: minutes(-2), action: "invalid" })],
    "reopened",
  ],
  ["a resolution from the future", [by("resolution", "2", { by: "agent", at: minutes(60), action: "invalid" })], "invalid"],
])("state after %s", async (_case, thread, state) => {
  const store = await openStore(await temporaryFolder());
  await store.captures.create(sampleCapture({ annotations: [sampleAnnotation("a", { thread })] }));
  expect((await store.annotations.all())[0]?.state).toBe(state);
  await store.annotations.resolve("a", done).catch(() => undefined);
  const resolved = state === "accepted" || state === "invalid" ? state : "fixed";
  expect((await store.annotations.all())[0]?.state).toBe(resolved);
});

test("a failed verdict reopens it, in words that say what was found or that nothing was", async () => {
  const { store } = await storeWithTwoCaptures();
  await store.annotations.resolve("a", done);
  const check = { kind: "text", expected: "€ 64.50", status: "fail" } as const;
  const checks = [
    { ...check, found: "€ 60" },
    { ...check, found: "Lost and found" },
    { ...check, found: "not found" },
  ];
  const { annotation } = await store.annotations.judge("a", { status: "fail", capture: "x", at: minute(3), checks, alsoChanged: [] });
  expect(annotation.thread?.at(-1)?.text).toBe(
    "The page does not show it yet: should be “€ 64.50”, found “€ 60”; should be “€ 64.50”, found “Lost and found”; should be “€ 64.50”, found no such element",
  );
});

test.each<readonly [string, number | undefined, string]>([
  ["nothing else has changed", 0, "accepted"],
  ["something else has", 1, "fixed"],
  ["nothing tells what else has", undefined, "fixed"],
])("a passed verdict on the values that were tried, where %s", async (_case, alsoChangedTotal, state) => {
  const store = await openStore(await temporaryFolder());
  const wanted = [{ property: "padding", from: "8px", to: "9px" }];
  await store.captures.create(sampleCapture({ annotations: [sampleAnnotation("a", { wanted })] }));
  await store.annotations.resolve("a", done);
  await store.annotations.judge("a", { status: "pass", capture: "x", at: minutes(1), checks: [], alsoChanged: [], alsoChangedTotal });
  expect((await store.annotations.find("a")).state).toBe(state);
});

test("read by an agent it is seen, then worked on, until it is resolved; reopened it is unread", async () => {
  const { store } = await storeWithTwoCaptures();
  const mark = async (step: "seen" | "working") => store.annotations.markRead([await store.annotations.find("a")], step, "cursor");
  const seen = async () => {
    const { state, by: agent } = await store.annotations.find("a");
    return [state, agent];
  };
  expect(await seen()).toEqual(["sent", undefined]);
  await mark("seen");
  expect(await seen()).toEqual(["seen", "cursor"]);
  await mark("working");
  await mark("seen");
  expect(await seen()).toEqual(["working", "cursor"]);
  await store.annotations.resolve("a", done);
  await store.annotations.append("a", by("reopen", "r", { at: minutes(0) }));
  expect(await seen()).toEqual(["reopened", undefined]);
});

test("closing waits for marks that are being written", async () => {
  const { store } = await storeWithTwoCaptures();
  const placed = await store.annotations.find("a");
  void store.annotations.markRead([placed], "seen", "cursor");
  await store.close();
  expect((await store.annotations.find("a")).state).toBe("seen");
});

test("a store that cannot be written is read without marks", async () => {
  const { store } = await storeWithTwoCaptures();
  const marked = await store.annotations.unresolved();
  // A folder where the file would stand: as root, permissions stop nobody.
  await mkdir(join(store.root, ".svc/progress.json"));
  await store.annotations.markRead(marked, "seen", "x").catch(() => undefined);
  expect((await store.annotations.unresolved()).map(({ state }) => state)).toEqual(["sent", "sent", "sent"]);
});

test("comment, kind and severity are those of the newer edit, whichever capture arrives last", async () => {
  const store = await openStore(await temporaryFolder());
  const edited = sampleAnnotation("a", { comment: "edited", editedAt: minute(5) });
  await store.captures.create(sampleCapture({ capturedAt: minute(2), annotations: [edited] }));
  await store.captures.create(sampleCapture({ capturedAt: minute(3), annotations: [sampleAnnotation("a")] }));
  expect((await store.annotations.find("a")).annotation.comment).toBe("edited");
});

test("words that were edited while an agent answered the ones before are its work again, and a report's are not", async () => {
  const store = await openStore(await temporaryFolder());
  const before = sampleCapture({ capturedAt: minute(2), annotations: [sampleAnnotation("a")] });
  await store.captures.create(before);
  await store.annotations.resolve("a", done);
  const edited = sampleCapture({ capturedAt: minute(3), annotations: [sampleAnnotation("a", { comment: "other", editedAt: minute(5) })] });
  await store.captures.create(edited, { report: "tester.zip" });
  expect(await store.annotations.find("a")).toMatchObject({ state: "fixed", annotation: { comment: sampleAnnotation("a").comment } });
  for (const capture of [{ ...edited, metadata: { ...edited.metadata, id: "own" } }, before]) {
    await store.captures.create(capture);
    const { state, annotation } = await store.annotations.find("a");
    expect([state, annotation.comment, annotation.thread?.map(({ kind }) => kind)]).toEqual([
      "reopened",
      "other",
      ["resolution", "reopen"],
    ]);
  }
});

test("an agent's later checks take the place of its earlier ones, and an edit or a copy that is sent again makes none of them the person's", async () => {
  const store = await openStore(await temporaryFolder());
  const persons = Array.from({ length: 18 }, (_, place) => ({ kind: "text", expected: `${place}` }) as const);
  const agents = (...words: readonly string[]) => words.map((expected) => ({ kind: "name", expected }) as const);
  const send = (name: string, fields: Parameters<typeof sampleAnnotation>[1]) =>
    store.captures.create(sampleCapture({ id: name, annotations: [sampleAnnotation("a", fields)] }));
  const checks = async () => (await store.annotations.find("a")).annotation.checks?.slice(-2);
  await send("first", { checks: persons });
  for (const words of [agents("1"), agents("6", "7", "7"), persons.slice(3, 9)]) await store.annotations.addChecks("a", words);
  await store.annotations.addChecks("a", agents("6", "7"));
  expect(await checks()).toEqual(agents("6", "7"));
  await expect(store.annotations.addChecks("a", agents("1", "2", "3"))).rejects.toThrow(/at most 2 here, beside 18 of the user's/);
  expect((await store.annotations.find("a")).annotation.checks).toEqual([...persons, ...agents("6", "7")]);
  // A browser that has not had it gets what a person may edit.
  expect(placedStateRow(await store.annotations.find("a")).annotation).toMatchObject({ checks: persons });
  await send("again", { checks: [...persons.slice(0, 2), ...agents("1")], agentChecks: 1 });
  await store.annotations.addChecks("a", agents("8"));
  expect((await store.annotations.find("a")).annotation.checks?.filter(({ kind }) => kind === "name")).toEqual(agents("8"));
  await send("edited", { checks: persons.slice(0, 2), editedAt: minutes(1) });
  await store.annotations.addChecks("a", agents("9"));
  expect((await store.annotations.find("a")).annotation.checks).toEqual([...persons.slice(0, 2), ...agents("9")]);
});

test("what a newer version has written of an annotation stays where this one writes it", async () => {
  const store = await openStore(await temporaryFolder());
  const box = [0, 0, 9, 9] as const;
  const element = { ref: "e1", key: "k", selector: "p", box: [...box] as [number, number, number, number], later: "in elements" };
  const thread = [{ ...by("reply", "r"), later: "in entries" }];
  const newer = { ...sampleAnnotation("a", { thread, target: { type: "element", elements: [element] } }), later: { of: "all" } };
  const { filename } = await store.captures.create(sampleCapture({ annotations: [newer] }));
  await store.annotations.resolve("a", done);
  const [annotation] = JSON.parse(await readFile(join(store.capturesDir, filename), "utf8")).annotations;
  expect(annotation).toMatchObject({ status: "resolved", later: { of: "all" }, thread: [{ later: "in entries" }, {}] });
  expect(annotation.target.elements).toMatchObject([{ later: "in elements" }]);
});

test("whatever a person and an agent do, and whatever is sent again: no entry is lost, and a re-sent capture changes no state", async () => {
  const action = fc.oneof(
    fc.constantFrom("resolve", "reopen", "accept", "reply", "ask", "answer", "edit", "recapture").map((name) => ({ name, pick: 0 })),
    fc.nat(20).map((pick) => ({ name: "resend", pick })),
  );
  const run = async (actions: readonly { name: string; pick: number }[]) => {
    const store = await openStore(await temporaryFolder());
    const sent: Capture[] = [];
    const entries = new Set<string>();
    let mine = sampleAnnotation("a");
    let count = 0;
    const send = async (fresh: boolean) => {
      const last = sent.at(-1);
      const capture = fresh || last === undefined ? sampleCapture({ annotations: [mine] }) : { ...last, annotations: [mine] };
      sent.push(capture);
      await store.captures.create(capture);
    };
    const add = async (kind: ThreadEntry["kind"]) => {
      const entry = by(kind, `u${++count}`);
      entries.add(entry.id);
      mine = { ...mine, thread: [...(mine.thread ?? []), entry] };
      await send(false);
    };
    await send(true);
    for (const { name, pick } of actions) {
      const before = await store.annotations.find("a");
      if (name === "resolve") await store.annotations.resolve("a", { action: "fixed", summary: `s${++count}` }).catch(() => undefined);
      else if (name === "ask") {
        entries.add(`q${++count}`);
        await store.annotations.append("a", by("question", `q${count}`));
      } else if (name === "edit") {
        mine = { ...mine, comment: `c${++count}`, editedAt: new Date().toISOString() };
        await send(false);
      } else if (name === "recapture") await send(true);
      else if (name === "resend") {
        const again = sent[pick % sent.length];
        if (again !== undefined) await store.captures.create(again);
        const { state, annotation } = await store.annotations.find("a");
        expect([state, annotation.thread, annotation.comment]).toEqual([before.state, before.annotation.thread, before.annotation.comment]);
      } else await add(name as ThreadEntry["kind"]);
      const after = await store.annotations.find("a");
      const present = new Set(after.annotation.thread?.map(({ id }) => id));
      expect([...entries].filter((id) => !present.has(id))).toEqual([]);
      expect((after.annotation.thread ?? []).length).toBeGreaterThanOrEqual((before.annotation.thread ?? []).length);
      if (name === "reopen" || name === "accept") expect(after.state).toBe(name === "accept" ? "accepted" : "reopened");
      expect(after.annotation.status === "unresolved").toBe(isUnresolved(after.state));
    }
  };
  await fc.assert(fc.asyncProperty(fc.array(action, { minLength: 1, maxLength: 14 }), run), { numRuns: isLong ? 300 : 30 });
});

test("in the same words again nothing changes; in other words it is refused", async () => {
  const { store } = await storeWithTwoCaptures();
  const first = await store.annotations.resolve("a", done);
  expect(await store.annotations.resolve("a", done)).toEqual(first);
  await expect(store.annotations.resolve("a", { action: "wontfix", summary: "no" })).rejects.toMatchObject({ code: "conflict" });
  expect(await store.annotations.find("a")).toEqual(first);
});

test("of a second agent's other answer the person hears once, and the first one stands", async () => {
  const { store } = await storeWithTwoCaptures();
  await store.annotations.resolve("a", { ...done, agent: "one" });
  const refused = (agent: string, summary: string) =>
    expect(store.annotations.resolve("a", { action: "wontfix", summary, agent })).rejects.toMatchObject({ code: "conflict" });
  const heard = async () => (await store.annotations.find("a")).annotation.thread?.map(({ kind, agent, text }) => [kind, agent, text]);
  await refused("one", "no");
  expect(await heard()).toEqual([["resolution", "one", "done"]]);
  await refused("two", "no");
  await refused("two", "not at all");
  expect(await heard()).toEqual([
    ["resolution", "one", "done"],
    ["reply", "two", "Would resolve it as wontfix: no"],
  ]);
  expect(await store.annotations.find("a")).toMatchObject({ state: "fixed", annotation: { resolution: { action: "fixed", by: "one" } } });
  await store.annotations.resolve("b", { ...done, agent: "one" });
  await expect(
    store.annotations.resolve("b", { action: "invalid", summary: "x".repeat(limits.commentMaxChars), agent: "two" }),
  ).rejects.toMatchObject({ code: "conflict" });
  expect((await (await openStore(store.root)).annotations.find("b")).annotation.thread).toHaveLength(2);
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
