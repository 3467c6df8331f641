// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { texts } from "../texts.js";
import type { SidebarState } from "./sidebar.js";
import { cart, type Gate, here, note, type Opened, open, request, route, settled, withNotes, write } from "./testing/scripted-sidebar.js";

/** What leads to a sending, and whether it is the person's own press on Send. */
const ways: Readonly<Record<string, readonly [start: (opened: Opened) => void, isOwnPress: boolean]>> = {
  "Send to Agent": [({ state }) => void state.send("button"), true],
  Send: [({ state }) => void state.send("shortcut"), false],
  "Capture on a request": [({ state }) => void state.send("check", { requestId: "r1" }), false],
  "an automatic answer": [({ answerAutomatically }) => answerAutomatically([request]), false],
  Accept: [({ state }) => state.accept("a1"), false],
  Reopen: [({ state }) => entry(state, "reopen"), false],
  Reply: [({ state }) => entry(state, "reply"), false],
};

function entry(state: SidebarState, kind: "reopen" | "reply"): void {
  state.draft.begin({ target: { type: "page" }, id: "a1", entry: kind });
  state.draft.write({ comment: "Still red", kind: "bug", severity: "medium" });
  state.saveDraft();
}

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] }));
afterEach(() => void vi.useRealTimers());

it.each([true, false])("reads by the project's settings of now, which it had not heard of: a page's file %s", async (wanted) => {
  const opened = open();
  opened.config.includeSnapshot = !wanted;
  opened.answerAutomatically([]);
  opened.config.includeSnapshot = wanted;
  void opened.state.send("button");
  await settled();
  expect(opened.sent.map(({ attachments }) => attachments)).toEqual([wanted ? [{ kind: "html", data: "<p>Shop" }] : []]);
});

it.each([false, true])("settings asked for on the way to Send count, and others that were pushed since: %s", async (isPushed) => {
  const opened = open();
  await opened.state.project.refreshConfig();
  opened.config.includeSnapshot = true;
  if (isPushed) opened.request([]);
  void opened.state.send("button");
  await settled();
  expect(opened.sent.map(({ attachments }) => attachments?.length)).toEqual([isPushed ? 1 : 0]);
});

describe.each(Object.entries(ways))("%s", (way, [start, isOwnPress]) => {
  it("sends the page with its notes", async () => {
    const opened = open({ [here]: withNotes(note()) });
    start(opened);
    await settled();
    expect(opened.sent).toHaveLength(1);
    expect(opened.sent[0]).toMatchObject({ page: here, capture: { metadata: { url: here }, annotations: [{ id: "a1" }] } });
  });

  it(isOwnPress ? "ends picking" : "leaves the draft and the picker alone", async () => {
    const opened = open({ [here]: withNotes(note()) });
    start(opened);
    opened.state.point("pick");
    write(opened.state, "Half a sen");
    await settled();
    expect(opened.sent).toHaveLength(1);
    await settled();
    expect(opened.state.mode()).toBe(isOwnPress ? "idle" : "pick");
    expect(opened.state.draft.written()?.comment).toBe("Half a sen");
    expect(opened.sent[0]?.capture.annotations).toHaveLength(1);
  });

  it.each<readonly [gate: Gate, to: string]>([
    // Without a press nothing is meant before it begins.
    ...(way === "an automatic answer" ? [] : [cart, route].map((to): [Gate, string] => ["none", to])),
    ["config:get", cart],
    ["config:get", route],
    ["read", cart],
    ["read", route],
  ])("sends nothing when the page turns at %s to %s, and states so", async (gate, to) => {
    const opened = open({ [here]: withNotes(note()), [cart]: withNotes(note({ id: "b1" })) });
    const isReached = opened.hold(gate);
    start(opened);
    if (gate !== "none") await settled();
    const letGo = await isReached;
    opened.turn(to);
    opened.connect();
    letGo();
    await settled();
    expect(opened.state.tasks.notice()?.text).toBe(texts.turned);
    expect(opened.sent).toEqual([]);
    expect(opened.state.annotations.list().map(({ id }) => id)).toEqual([to === route ? "a1" : "b1"]);
  });
});

it("Send takes along what is written, and nothing else does", async () => {
  const { state, sent } = open();
  write(state, "Whole");
  await state.send("check");
  expect(sent[0]?.capture.annotations).toEqual([]);
  await state.send("button");
  expect(sent[1]?.capture.annotations).toMatchObject([{ comment: "Whole" }]);
});

it("what is added to several conversations goes in one sending, and at once with a press on Send", async () => {
  const opened = open({ [here]: withNotes(note(), note({ id: "a2" })) });
  opened.state.accept("a1");
  opened.state.accept("a2");
  await settled();
  expect(opened.sent).toHaveLength(1);
  expect(opened.sent[0]?.capture.annotations.map(({ status }) => status)).toEqual(["resolved", "resolved"]);
  entry(opened.state, "reopen");
  await opened.state.send("button");
  await settled();
  expect(opened.sent).toHaveLength(2);
});

it.each<readonly [when: string, answers: readonly string[]]>([
  ["before the press", ["r1"]],
  ["while it is read", ["a1", "r1"]],
  ["after it was sent", ["a1", "r1"]],
  ["long after", ["a1"]],
])("a check is the answer to an agent that asks for it %s", async (when, answers) => {
  const opened = open({ [here]: withNotes(note()) });
  const ask = () => opened.request([{ ...request, kind: "verify", annotation: "a1" }]);
  if (when === "before the press") ask();
  await settled();
  const isReached = opened.hold("read");
  opened.state.check("a1");
  const letGo = await isReached;
  if (when === "while it is read") ask();
  letGo();
  await settled();
  if (when === "long after") vi.setSystemTime(Date.now() + 60_000);
  if (when.includes("after")) ask();
  await settled();
  expect(opened.sent.map(({ requestId }) => requestId)).toEqual(answers);
});

it.each([
  ["are on", true],
  ["are off", false],
])(
  "where pictures %s, what is picked quickly is taken in its order, and a picture that cannot be taken costs no note",
  async (_what, isOn) => {
    const opened = open({ [here]: { layout: JSON.stringify({ withPictures: isOn }) } });
    const glimpse = { tag: "p", role: "", name: "", component: "", source: "" };
    for (const handle of [1, 2]) void opened.state.take([{ ...glimpse, handle, box: [0, 0, 1, 1] }]);
    opened.turn(route);
    expect(opened.state.isRecording()).toBe(true);
    const draftThen = opened.state.whenRecorded().then(() => opened.state.draft.current());
    await settled();
    expect(await draftThen).toMatchObject({ url: here, target: { elements: [{ selector: "#e2" }] } });
    expect(opened.state.isRecording()).toBe(false);
    expect(opened.state.draft.current()).toEqual(await draftThen);
    expect(opened.state.tasks.notice()?.text).toBe(isOn ? texts.noPicture("It had left the page by then.") : undefined);
  },
);

describe.each([undefined, "reply", "reopen", "answer"] as const)(
  "words (%s) about a note that is gone by the time they are saved",
  (entry) => {
    it("become a note of their own, on its page", () => {
      const { state, push } = open({ [here]: withNotes(note()) });
      state.draft.begin({ target: { type: "page" }, id: "a1", ...(entry === undefined ? {} : { entry }) });
      state.draft.write({ comment: "Still red", kind: "bug", severity: "medium" });
      push({ type: "stored", url: here, annotations: "", draft: "" });
      const id = state.saveDraft();
      expect(state.annotations.list()).toMatchObject([{ id, comment: "Still red", url: here, status: "unresolved" }]);
      expect(state.draft.current()).toBeUndefined();
    });
  },
);

it("nothing becomes of a reopening without words of a note that is gone, nor of an answer that the agent has", async () => {
  const { state, push, request: ask } = open({ [here]: withNotes(note()) });
  ask([{ ...request, kind: "question", annotation: "elsewhere" }]);
  await settled();
  for (const [id, entry, comment] of [
    ["elsewhere", "answer", "90 euros"],
    ["a1", "reopen", ""],
  ] as const) {
    state.draft.begin({ target: { type: "page" }, id, entry });
    state.draft.write({ comment, kind: "bug", severity: "medium" });
    if (id === "a1") push({ type: "stored", url: here, annotations: "", draft: "" });
    state.saveDraft();
    expect(state.annotations.list().map((one) => one.comment)).toEqual(id === "a1" ? [] : ["Too red"]);
  }
});

const { state: _state, ...unsent } = note();

it.each([
  ["its element is not in view", undefined],
  ["what is stored cannot be read", "p1"],
])("a picture that did not go along because %s goes with the next capture", async (_what, taken) => {
  const { state, sent } = open({ [here]: withNotes({ ...unsent, withPicture: true, taken }) });
  await state.send("button");
  expect(sent).toHaveLength(1);
  expect(state.annotations.pictured(here)).toMatchObject([{ state: "sent" }]);
});

it("a press on Send right after another pick sends what is written as about that", async () => {
  const { state, sent } = open();
  write(state, "Too dark");
  void state.take([{ handle: 1, tag: "p", role: "", name: "", component: "", source: "", box: [0, 0, 1, 1] }]);
  void state.send("button");
  await settled();
  expect(sent.map(({ capture }) => capture.annotations)).toMatchObject([[{ comment: "Too dark", target: { type: "element" } }]]);
});
