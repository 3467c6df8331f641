import { createRoot } from "solid-js";
import { describe, expect, it } from "vitest";
import type { Annotation, AnnotationState, ThreadEntry } from "../../../host/contract/annotation.js";
import type { PlacedStateRow } from "../../../host/contract/operations.js";
import type { Ask } from "../connect.js";
import { createAnnotations, isOpen, type Note, shownState, unsentOf } from "./annotations.js";

const url = "http://localhost:5173/shop";

const note = (part: Partial<Note> = {}): Pick<Note, keyof Note> => ({
  ...{ id: "a1", kind: "bug", severity: "medium", status: "unresolved", comment: "Too red", createdAt: "2026-01-01T00:00:00.000Z" },
  target: { type: "page" },
  ...part,
});

const entry = (kind: ThreadEntry["kind"], part: Partial<ThreadEntry> = {}): ThreadEntry => ({
  ...{ id: `${kind}-1`, by: kind === "resolution" || kind === "question" ? "agent" : "user", text: "Words", at: new Date().toISOString() },
  kind,
  ...part,
});

const row = (state: AnnotationState, part: Partial<PlacedStateRow> = {}): PlacedStateRow => ({ id: "a1", state, thread: [], url, ...part });

/** A list that begins with these notes, and what it stored last. */
function listOf(...notes: readonly Note[]) {
  return answeringList(() => undefined, notes);
}

function answeringList(answerNow: Parameters<typeof createAnnotations>[1], notes: readonly Note[]) {
  const saved: string[] = [];
  const ask = (async (_command: string, { text }: { readonly text: string }) => void saved.push(text)) as unknown as Ask;
  const failed = (error: unknown) => {
    throw error;
  };
  const annotations = createRoot(() => createAnnotations(ask, answerNow, { fail: failed, forgetUndo: () => undefined }));
  annotations.show(JSON.stringify(notes), url);
  return { annotations, saved };
}

it("an edit counts after the one before it, though the clock was set back since", () => {
  const before = "2100-01-01T00:00:00.000Z";
  const { annotations } = listOf(note({ state: "sent", editedAt: before }));
  annotations.edit("a1", { comment: "Mine now" });
  expect(annotations.outgoing(url)).toMatchObject([{ comment: "Mine now", editedAt: "2100-01-01T00:00:00.001Z" }]);
});

it("an answer that did not reach the project's open question goes with the next capture, until the project has it", () => {
  let lose: () => void = () => undefined;
  const { annotations } = answeringList(
    (_id, _text, onLost) => {
      lose = onLost;
      return "q1";
    },
    [note({ state: "question" })],
  );
  annotations.append("a1", "answer", "90 euros");
  expect(annotations.list()).toMatchObject([{ state: "working" }]);
  lose();
  annotations.learn([row("question")]);
  expect(annotations.list()).toMatchObject([{ isChanged: true, thread: [{ kind: "answer", text: "90 euros" }] }]);
  const thread = annotations.outgoing(url)[0]?.thread ?? [];
  annotations.learn([row("sent", { thread, annotation: { ...note(), thread } })]);
  expect(annotations.list()).toMatchObject([{ state: "sent", isChanged: false }]);
});

describe("where a note stands", () => {
  it.each<readonly [what: string, note: Note, state: AnnotationState, open: boolean]>([
    ["written here", note(), "draft", true],
    ["seen by an agent", note({ state: "seen" }), "seen", true],
    ["edited since it was sent", note({ state: "seen", isChanged: true }), "seen", true],
    ["fixed", note({ state: "fixed", status: "resolved" }), "fixed", false],
    ["reopened here", note({ state: "fixed", isChanged: true, thread: [entry("resolution"), entry("reopen")] }), "reopened", true],
    [
      "accepted here",
      note({ state: "fixed", status: "resolved", isChanged: true, thread: [entry("resolution"), entry("accept", { id: "z" })] }),
      "accepted",
      false,
    ],
  ])("%s", (_what, one, state, open) => {
    expect(shownState(one)).toBe(state);
    expect(isOpen(one)).toBe(open);
  });
});

it("what another tab has stored is shown beside what is not stored yet, and nothing is drawn anew that is the same", async () => {
  const { annotations } = listOf(note(), note({ id: "b" }), note({ id: "c" }));
  await Promise.resolve();
  const [same] = annotations.list();
  annotations.edit("c", { comment: "Mine" });
  annotations.join(JSON.stringify([note(), note({ id: "c", comment: "Theirs" }), note({ id: "d" })]));
  expect(annotations.list().map(({ id, comment }) => [id, comment])).toEqual([
    ["a1", "Too red"],
    ["c", "Mine"],
    ["d", "Too red"],
  ]);
  expect(annotations.list()[0]).toBe(same);
});

describe("what the project has of a page's notes", () => {
  it("is merged by id, without collisions and without a change where nothing is new", () => {
    const { annotations, saved } = listOf(note());
    annotations.learn([row("seen", { by: "Claude Code" })]);
    expect(annotations.list()).toMatchObject([{ id: "a1", state: "seen", by: "Claude Code" }]);
    const before = saved.length;
    annotations.learn([row("seen", { by: "Claude Code" })]);
    expect(saved).toHaveLength(before);
  });

  it.each<readonly [what: string, row: PlacedStateRow, ids: readonly string[]]>([
    ["an open one of this page is added", row("sent", { id: "b1", annotation: note({ id: "b1" }) }), ["a1", "b1"]],
    ["one of another page is not", row("sent", { id: "b1", annotation: note({ id: "b1" }), url: `${url}/cart` }), ["a1"]],
    ["an accepted one is not", row("accepted", { id: "b1", annotation: note({ id: "b1" }) }), ["a1"]],
    ["one without its annotation is not, as older hosts send it", row("sent", { id: "b1" }), ["a1"]],
  ])("%s", (_what, added, ids) => {
    const { annotations } = listOf(note());
    annotations.learn([added]);
    expect(annotations.list().map(({ id }) => id)).toEqual(ids);
  });

  it("what the user has deleted goes along as accepted, and does not come back", () => {
    const { annotations } = listOf(note({ state: "sent" }));
    annotations.remove("a1");
    expect(annotations.list()).toEqual([]);
    // Not into what is copied or handed over.
    expect(annotations.outgoing()).toEqual([]);
    expect(annotations.outgoing(url)).toMatchObject([{ id: "a1", thread: [{ kind: "accept" }] }]);
    annotations.learn([row("sent", { annotation: note() })]);
    expect(annotations.list()).toEqual([]);
    annotations.markSent(annotations.outgoing(url));
    annotations.learn([row("accepted", { annotation: note() })]);
    expect(annotations.outgoing(url)).toEqual([]);
  });

  it.each<
    readonly [
      what: string,
      note: Partial<Note>,
      rows: readonly PlacedStateRow[],
      askedAt: number | undefined,
      shown: AnnotationState | undefined,
    ]
  >([
    ["is not sent", { state: "sent" }, [], Infinity, "draft"],
    ["is not sent, whatever was said of it", { state: "working", thread: [entry("reply")] }, [], Infinity, "draft"],
    ["is not sent, and its question stands", { state: "question", thread: [entry("question")] }, [], Infinity, "question"],
    ["stays as it was where the project was asked for some", { state: "sent" }, [], undefined, "sent"],
    ["stays as it was where it was sent since", { state: "sent" }, [], 1, "sent"],
    ["stays as it was where it is settled, for such ones are archived", { state: "fixed", status: "resolved" }, [], Infinity, "fixed"],
    ["is gone where it is not the user's", { state: "sent", origin: "repository" }, [], Infinity, undefined],
    ["stays where it is another's and the project was asked for some", { state: "sent", origin: "imported" }, [], undefined, "sent"],
    ["stays at a reply", { state: "sent", origin: "repository", thread: [entry("reply", { by: "user" })] }, [], Infinity, "sent"],
    ["stays as it was where it was the user's", { state: "sent", origin: "repository", isRewritten: true }, [], Infinity, "sent"],
    ["stays as it was where the words are the user's", { state: "sent", origin: "repository", isUnreceipted: true }, [], Infinity, "sent"],
    ["is as the project has it where it has it", { state: "sent" }, [row("seen")], Infinity, "seen"],
  ])("a note that it does not have %s", (what, part, rows, askedAt, shown) => {
    const { annotations } = listOf(note(part));
    annotations.markSent([]);
    annotations.learn(rows, askedAt);
    const [left] = annotations.list();
    expect(left && shownState(left)).toBe(shown);
    expect(unsentOf(annotations.list())).toBe(what.startsWith("is not sent") ? 1 : 0);
  });

  it.each<readonly [what: string, isChanged: boolean, comment: string, isLeft: boolean]>([
    ["leaves what has changed since to be sent", true, "Too red", true],
    ["settles a note that has not changed", false, "Redder", false],
    ["settles one whose change the project has", true, "Redder", false],
  ])("an agent's answer %s", (_what, isChanged, comment, isLeft) => {
    const { annotations } = listOf(note({ state: "seen", comment: "Redder", isChanged }));
    for (const _again of [1, 2])
      annotations.learn([
        row("fixed", { annotation: note({ comment }), thread: [entry("resolution", { at: "2026-01-01T00:00:02.000Z" })] }),
      ]);
    expect(annotations.list().map((one) => [shownState(one), one.isChanged, one.thread?.length])).toEqual([["fixed", isLeft, 1]]);
  });

  it("what an agent adds while the page is on its way does not wait to be sent", () => {
    const { annotations } = listOf(note({ state: "fixed", thread: [entry("resolution")] }));
    const sent = annotations.outgoing();
    annotations.learn([row("reopened", { thread: [entry("resolution"), entry("reopen", { by: "agent" })] })]);
    annotations.markSent(sent);
    expect(annotations.list()).toMatchObject([{ state: "reopened", isChanged: false }]);
  });

  it("an edit that is on its way while an agent answers the words before is not left waiting", () => {
    const { annotations } = listOf(note({ state: "seen" }));
    annotations.edit("a1", { comment: "Far too red" });
    const sent = annotations.outgoing(url);
    const resolution = entry("resolution");
    annotations.learn([row("fixed", { thread: [resolution] })]);
    annotations.markSent(sent);
    // An event carries the state and thread of a note alone.
    annotations.learn([row("reopened", { thread: [resolution, entry("reopen")] })]);
    expect(annotations.list()).toMatchObject([{ state: "reopened", isChanged: false }]);
  });

  it("a deletion that is taken back leaves the note as it was", () => {
    const { annotations } = listOf(note({ state: "sent" }));
    annotations.remove("a1")();
    expect(annotations.list()).toEqual([note({ state: "sent" })]);
  });

  it("nothing that this browser alone knows is sent", () => {
    const { annotations } = listOf(note({ state: "seen", by: "x", isChanged: true, withPicture: true }));
    expect(annotations.outgoing()).toEqual([note()]);
    expect(annotations.pictured(url)).toHaveLength(1);
  });
});

it.each<readonly [what: string, stored: Partial<Note>, edited: Partial<Note>, isChanged: boolean]>([
  ["has all of it", {}, {}, false],
  ["has further entries and checks", { thread: [entry("reopen"), entry("reply", { id: "t9" })], checks: [{ kind: "exists" }] }, {}, false],
  ["has the words of before", { comment: "Older" }, {}, true],
  ["has an earlier edit", { editedAt: "2026-01-01T00:00:01.000Z" }, {}, true],
  ["lacks an entry", { thread: [] }, {}, true],
  ["lacks a check", {}, { checks: [{ kind: "visible" }] }, true],
  ["does not say what it has", { id: "none" }, {}, true],
])(
  "a changed note of a page that was left while it was sent is not sent yet only where the project %s",
  (_what, stored, edited, isChanged) => {
    const own = note({ state: "sent", isChanged: true, editedAt: "2026-01-01T00:00:02.000Z", thread: [entry("reopen")], ...edited });
    const { annotations } = listOf(own);
    const { state: _state, isChanged: _changed, ...words }: Annotation & Partial<Note> = { ...own, checks: undefined, ...stored };
    const known = stored.id === "none" ? {} : { annotation: words };
    annotations.learn([row("reopened", { thread: [...(words.thread ?? [])], ...known })]);
    expect(annotations.list()[0]?.isChanged).toBe(isChanged);
  },
);

describe("a note of another route", () => {
  const dashboard = `${url}#/dashboard`;
  const charts = `${url}#/charts`;

  it.each<readonly [what: string, part: Partial<Note>, goes: boolean]>([
    ["that is not sent yet goes along", {}, true],
    ["that was changed goes along", { state: "sent", isChanged: true }, true],
    ["that the project has does not", { state: "sent" }, false],
    ["of which a page is not known goes as before", { state: "sent", url: undefined }, true],
  ])("%s", (_what, part, goes) => {
    const { annotations } = listOf(note({ url: dashboard, ...part } as Partial<Note>));
    expect(annotations.outgoing(charts)).toHaveLength(goes ? 1 : 0);
    expect(annotations.outgoing(dashboard)).toHaveLength(1);
    expect(annotations.outgoing()).toHaveLength(1);
  });

  it("keeps its picture for its own page", () => {
    const { annotations } = listOf(note({ url: dashboard, withPicture: true }));
    expect(annotations.pictured(charts)).toEqual([]);
    annotations.markSent(annotations.outgoing(charts));
    expect(annotations.pictured(dashboard)).toHaveLength(1);
    annotations.markSent(annotations.outgoing(dashboard), new Set(["a1"]));
    expect(annotations.pictured(dashboard)).toEqual([]);
  });

  it("carries the picture of its pick with a capture of any page, once", () => {
    const { annotations } = listOf();
    const fields = { comment: "Red", kind: "bug", severity: "medium" } as const;
    annotations.add({ type: "page" }, { ...fields, withPicture: true }, dashboard, "p1");
    annotations.add({ type: "page" }, fields, dashboard, "p2");
    expect(annotations.list().map(({ taken }) => taken)).toEqual(["p1", undefined]);
    expect(annotations.pictured(charts)).toMatchObject([{ taken: "p1" }]);
    expect(annotations.outgoing(charts)[0]).not.toHaveProperty("taken");
    annotations.markSent(annotations.outgoing(charts), new Set(annotations.list().map(({ id }) => id)));
    expect(annotations.pictured(dashboard)).toEqual([]);
    expect(annotations.list()[0]?.taken).toBe("p1");
  });

  it.each<readonly [before: Partial<Note>, taken: string | undefined, goes: boolean]>([
    [{ taken: "p1" }, "p2", true],
    [{ taken: "p1" }, undefined, true],
    [{}, "p2", true],
    [{}, undefined, false],
  ])("with %o that is moved, pictured as %s, has no picture of its old place: one goes along %s", (before, taken, goes) => {
    const { annotations } = listOf(note({ state: "sent", url: dashboard, ...before }));
    const undo = annotations.move("a1", { type: "page" }, dashboard, taken);
    expect(annotations.list()[0]?.taken).toBe(taken);
    expect(annotations.pictured(dashboard)).toHaveLength(goes ? 1 : 0);
    undo();
    expect(annotations.list()[0]?.taken).toBe(before.taken);
  });

  it("states its page, also where another browser has written it", () => {
    const { annotations } = listOf();
    annotations.add({ type: "page" }, { comment: "Red", kind: "bug", severity: "medium" }, `${dashboard}?token=ghp_0123456789abcdefghij`);
    annotations.learn([
      row("sent", { id: "b1", annotation: note({ id: "b1", url: charts }) }),
      row("sent", { id: "b2", annotation: note({ id: "b2" }), url: dashboard }),
    ]);
    expect(annotations.list().map((one) => one.url)).toEqual([`${dashboard}?token=redacted`, charts, dashboard]);
  });
});

describe("a note that is not the user's", () => {
  const { state: _state, ...words } = note({ comment: "Theirs" });
  const foreign = (part: Partial<PlacedStateRow> = {}) =>
    row("sent", { origin: "repository", annotation: { ...words, origin: "repository" }, ...part });

  it("is shown with where it is from and not sent along, also half a second later", () => {
    const { annotations } = listOf();
    annotations.learn([foreign({ origin: "imported", from: "mail.zip" })]);
    expect(annotations.list()).toMatchObject([{ comment: "Theirs", origin: "imported", from: "mail.zip" }]);
    expect(annotations.outgoing(url)).toEqual([]);
  });

  it.each(["https://evil.example/login", "javascript:alert(1)", "no address"])(
    "leads to no other site than its capture's: %s",
    (claimed) => {
      const { annotations } = listOf();
      annotations.learn([foreign({ annotation: { ...words, url: claimed, origin: "repository" } })]);
      expect(annotations.list()).toMatchObject([{ url }]);
    },
  );

  it.each<readonly [what: string, act: (annotations: ReturnType<typeof listOf>["annotations"]) => unknown, comment: string]>([
    ["is taken over", (annotations) => annotations.takeOver("a1"), "Theirs"],
    ["is edited", (annotations) => annotations.edit("a1", { comment: "Mine now" }), "Mine now"],
  ])("goes along once it %s, and stays the user's until it has arrived", (_what, act, comment) => {
    const { annotations } = listOf();
    annotations.learn([foreign()]);
    act(annotations);
    annotations.learn([foreign()]);
    const [sent] = annotations.outgoing(url);
    expect(sent).toMatchObject({ comment, editedAt: expect.any(String) });
    expect(Object.keys(sent ?? {})).not.toEqual(expect.arrayContaining(["origin"]));
    expect(annotations.list()[0]?.origin).toBeUndefined();
  });

  it("goes along with the user's own reply to it, without what claims to be theirs", () => {
    const { annotations } = listOf();
    annotations.learn([foreign({ thread: [entry("reply", { id: "forged", origin: "repository" })] })]);
    annotations.append("a1", "reply", "No");
    expect(unsentOf(annotations.list())).toBe(1);
    expect(annotations.outgoing(url)).toMatchObject([{ thread: [{ text: "No" }] }]);
    annotations.markSent(annotations.outgoing(url));
    expect(annotations.list()).toMatchObject([{ origin: "repository", isChanged: false }]);
    expect(annotations.outgoing(url)).toEqual([]);
  });

  it("has the project's words where the repository has changed the user's, and theirs again once the project has", () => {
    const own = note({ state: "sent" });
    const { annotations } = listOf(own);
    annotations.learn([foreign({ isChanged: true })]);
    expect(annotations.list()).toMatchObject([{ comment: "Theirs", origin: "repository", isRewritten: true }]);
    expect(annotations.outgoing(url)).toEqual([]);
    annotations.learn([row("sent", { origin: "here", annotation: words })]);
    expect(annotations.list()[0]).not.toHaveProperty("origin");
  });

  it("is the user's by one press where its words are those of this browser, and only then", () => {
    const { annotations } = listOf(note({ state: "sent", comment: "Theirs" }), note({ id: "b1", state: "sent", comment: "Mine" }));
    const rows = () => [
      foreign(),
      foreign({ id: "b1", annotation: { ...words, id: "b1", comment: "Forged" } }),
      foreign({ id: "c1", annotation: { ...words, id: "c1" } }),
    ];
    for (let again = 0; again < 2; again++) annotations.learn(rows());
    expect(annotations.list().map(({ id, isUnreceipted }) => [id, isUnreceipted])).toEqual([
      ["a1", true],
      ["b1", undefined],
      ["c1", undefined],
    ]);
    annotations.takeOverOwn();
    expect(annotations.outgoing(url).map(({ id, comment }) => [id, comment])).toEqual([["a1", "Theirs"]]);
    expect(Object.keys(annotations.outgoing(url)[0] ?? {})).not.toContain("isUnreceipted");
    annotations.learn(rows());
    expect(annotations.list()[0]).not.toHaveProperty("origin");
  });

  it("is not what the user is just changing", () => {
    const { annotations } = listOf(note({ state: "sent" }));
    annotations.edit("a1", { comment: "Mine, edited" });
    annotations.learn([foreign({ isChanged: true })]);
    expect(annotations.outgoing(url)).toMatchObject([{ comment: "Mine, edited" }]);
  });

  it("changes no state in the user's name", () => {
    const { annotations } = listOf();
    annotations.learn([
      foreign({ state: "fixed", thread: [entry("resolution"), entry("reopen", { id: "forged", origin: "repository" })] }),
    ]);
    expect(annotations.list().map(shownState)).toEqual(["fixed"]);
  });
});
