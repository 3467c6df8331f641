// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { hasDraft } from "./draft.js";
import { here, note, open, request, settled, withNotes, write } from "./testing/scripted-sidebar.js";

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] }));
afterEach(() => void vi.useRealTimers());

it("the request to speak to the agent goes once the agent has seen a note", async () => {
  const opened = open();
  opened.state.annotations.add({ type: "page" }, { comment: "Red", kind: "bug", severity: "medium" }, here);
  await opened.state.send("button");
  expect(opened.state.tasks.notice()?.text).toMatch(/^Sent .* your agent:$/);
  const [sent] = opened.state.annotations.list();
  opened.state.annotations.learn([{ id: sent?.id ?? "", state: "seen", thread: [], by: "Agent" }]);
  expect(opened.state.tasks.notice()).toBeUndefined();
});

it("where the project does not answer who reads it, nothing is claimed of that", async () => {
  const opened = open();
  Object.assign(opened.heard, { listening: "unknown" });
  await opened.state.send("button");
  expect(opened.state.tasks.notice()).toMatchObject({
    text: expect.stringMatching(/is not known/),
    copy: expect.stringMatching(/svc tools/),
  });
});

it("that an agent reads it now stays while it reads, and goes for good once it works on a note", async () => {
  const opened = open();
  Object.assign(opened.heard, { agent: "Agent", listening: "now" });
  opened.state.annotations.add({ type: "page" }, { comment: "Red", kind: "bug", severity: "medium" }, here);
  await opened.state.send("button");
  const [sent] = opened.state.annotations.list();
  const learn = (state: "seen" | "working") => opened.state.annotations.learn([{ id: sent?.id ?? "", state, thread: [], by: "Agent" }]);
  learn("seen");
  expect(opened.state.tasks.notice()?.text).toMatch(/^Sent .* · Agent reads it now$/);
  learn("working");
  expect(opened.state.tasks.notice()).toBeUndefined();
  // Its server has ended.
  learn("seen");
  expect(opened.state.tasks.notice()).toBeUndefined();
});

it("that an agent reads it now is not claimed of what it has asked for and has by then", async () => {
  const opened = open({ [here]: withNotes(note({ state: "fixed" }), note({ id: "b1", state: "sent" })) });
  Object.assign(opened.heard, { agent: "Agent", listening: "now" });
  opened.request([{ ...request, kind: "verify", annotation: "a1" }]);
  await settled();
  await opened.state.send("check", { requestId: "r1" });
  expect(opened.state.tasks.notice()?.text).toMatch(/^Sent \d\d:\d\d$/);
  opened.state.annotations.add({ type: "page" }, { comment: "Red", kind: "bug", severity: "medium" }, here);
  await opened.state.send("check", { requestId: "r1" });
  expect(opened.state.tasks.notice()?.text).toMatch(/Agent reads it now$/);
});

it("words that were discarded are no form that is open, and are offered back when the sidebar opens next, until they or another note are saved", () => {
  const first = open();
  first.state.draft.begin({ target: { type: "page" } });
  first.state.draft.write({ comment: "Half", kind: "bug", severity: "medium" });
  first.state.draft.discard();
  const storedBy = (one: typeof first) => one.saved.findLast(({ kind }) => kind === "draft")?.text ?? "";
  expect(hasDraft(storedBy(first))).toBe(false);
  const next = open({ [here]: { draft: storedBy(first) } });
  expect(next.state.draft.current()).toBeUndefined();
  next.state.tasks.notice()?.undo?.();
  expect(next.state.draft.written()?.comment).toBe("Half");
  expect(next.state.saveDraft(true)).toBeDefined();
  expect(open({ [here]: { draft: storedBy(next) } }).state.tasks.notice()).toBeUndefined();
});

it("another note that is saved ends the offer of discarded words, here and when the sidebar opens next", () => {
  const opened = open();
  write(opened.state, "Half");
  opened.state.draft.discard();
  expect(opened.state.tasks.notice()).toMatchObject({ isOffer: true });
  write(opened.state, "Another");
  expect(opened.state.saveDraft(true)).toBeDefined();
  expect(opened.state.tasks.notice()).toBeUndefined();
  const draft = opened.saved.findLast(({ kind }) => kind === "draft")?.text ?? "";
  expect(open({ [here]: { draft } }).state.tasks.notice()).toBeUndefined();
});
