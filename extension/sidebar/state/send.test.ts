import { createRoot, createSignal } from "solid-js";
import { expect, it } from "vitest";
import type { Verdict } from "../../../host/contract/checks.js";
import type { Note } from "./annotations.js";
import { createLateCheck } from "./send.js";

const verdict = (status: Verdict["status"], minute: number): Verdict => ({
  ...{ status, capture: "c.json", checks: [], alsoChanged: [] },
  at: `2026-01-01T00:0${minute}:00.000Z`,
});
const note = (found: Verdict): Note => ({
  ...{ id: "a", kind: "bug", severity: "medium", status: "unresolved", comment: "a", createdAt: "2026-01-01T00:00:00.000Z" },
  ...{ target: { type: "page" }, verdict: found },
});

it.each([
  ["cannot tell again", 2, [verdict("cannot-tell", 1)]],
  ["fails", 1, [verdict("fail", 1)]],
  ["passes, and a later one of the agent's that cannot tell", 1, [verdict("pass", 1), verdict("cannot-tell", 2)]],
])("the page of a check that %s goes %s times", async (_what, expected, verdicts) => {
  const [gone, setGone] = createSignal<readonly string[]>(["a"]);
  const [notes, setNotes] = createSignal<readonly Note[]>([note(verdict("cannot-tell", 0))]);
  let sent = 0;
  const send = async () => ++sent > 0;
  const late = createRoot(() => createLateCheck({ url: () => "" }, gone, { list: notes }, { requests: () => [] }, { send }));
  late.check("a");
  for (const found of verdicts) setNotes([note(found)]);
  setGone([]);
  expect(sent).toBe(expected);
});

it.each([
  ["while it waits for the verdict", 2, ["gone", "verdict"]],
  ["a moment after the verdict", 2, ["verdict", "gone"]],
  ["never", 1, ["verdict"]],
])("the element of a check is found gone %s: the page goes %s times", (_what, expected, order) => {
  const [gone, setGone] = createSignal<readonly string[]>([]);
  const [notes, setNotes] = createSignal<readonly Note[]>([note(verdict("cannot-tell", 0))]);
  let sent = 0;
  const send = async () => ++sent > 0;
  const late = createRoot(() => createLateCheck({ url: () => "" }, gone, { list: notes }, { requests: () => [] }, { send }));
  late.check("a");
  for (const step of order) step === "gone" ? setGone(["a"]) : setNotes([note(verdict("cannot-tell", 1))]);
  expect(late.awaited()).toBe(expected === 2 ? "a" : undefined);
  setGone([]);
  expect([sent, late.awaited()]).toEqual([expected, undefined]);
});
