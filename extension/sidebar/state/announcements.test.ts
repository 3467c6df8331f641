import { createRoot, createSignal } from "solid-js";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { AnnotationState } from "../../../host/contract/annotation.js";
import type { Note } from "./annotations.js";
import { createAnnouncements } from "./announcements.js";
import type { PendingRequest } from "./project.js";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const note = (id: string, state?: AnnotationState, by?: string): Note => ({
  ...{ id, kind: "bug", severity: "medium", status: "unresolved", comment: "Too red", createdAt: "2026-01-01T00:00:00.000Z" },
  target: { type: "page" },
  ...(state === undefined ? {} : { state }),
  ...(by === undefined ? {} : { by }),
});
const notes = (amount: number, state?: AnnotationState) => Array.from({ length: amount }, (_, index) => note(`a${index}`, state));
const request = (id: string, kind: PendingRequest["kind"]): PendingRequest => ({
  ...{ id, kind, url: "http://localhost/", purpose: "", guidance: "", createdAt: "", expiresAt: "" },
});

type Step = { readonly list?: readonly Note[]; readonly requests?: readonly PendingRequest[]; readonly afterMs?: number };

/** What was spoken, in order, while these changed one after the other. */
function spokenOf(first: readonly Note[], steps: readonly Step[]): readonly string[] {
  const [list, setList] = createSignal(first);
  const [requests, setRequests] = createSignal<readonly PendingRequest[]>([]);
  // Effects run once the root has been made.
  const { announced, dispose } = createRoot((end) => ({ announced: createAnnouncements({ list, requests }), dispose: end }));
  const spoken = [announced()];
  for (const { list: next, requests: asked, afterMs = 1_000 } of steps) {
    if (next !== undefined) setList(next);
    if (asked !== undefined) setRequests(asked);
    vi.advanceTimersByTime(afterMs);
    if (announced() !== spoken.at(-1)) spoken.push(announced());
  }
  dispose();
  return spoken.filter((text) => text !== "");
}

test.each<[what: string, first: readonly Note[], steps: readonly Step[], spoken: readonly string[]]>([
  ["what a page begins with", notes(3, "fixed"), [{ list: notes(3, "fixed") }], []],
  ["what the person writes and sends", [], [{ list: notes(1) }, { list: notes(1, "sent") }], []],
  [
    "an answer within the half second in which the note was written",
    [],
    [{ list: notes(1), afterMs: 100 }, { list: notes(1, "sent"), afterMs: 100 }, { list: notes(1, "fixed") }],
    ["Note 1: Fixed, for you to check."],
  ],
  [
    "each state by the note's number, in order",
    notes(2, "sent"),
    [
      { list: [note("a0", "sent"), note("a1", "seen", "Claude")] },
      { list: [note("a0", "sent"), note("a1", "question", "Claude")] },
      { list: [note("a0", "sent"), note("a1", "fixed", "Claude")] },
      { list: [note("a0", "sent"), note("a1", "reopened", "Claude")] },
    ],
    ["Note 2: Seen by Claude.", "Note 2: Claude asks.", "Note 2: Fixed, for you to check.", "Note 2: Reopened."],
  ],
  [
    "a state that holds is not spoken again, whatever else of the note changes",
    notes(1, "sent"),
    [{ list: notes(1, "seen") }, { list: [{ ...note("a0", "seen"), comment: "Redder" }] }, { list: notes(1, "seen") }],
    ["Note 1: Seen by Agent."],
  ],
  ["two hundred in one sentence", notes(200, "sent"), [{ list: notes(200, "seen") }], ["200 notes: Seen by Agent."]],
  [
    "one after the other within half a second: one sentence with where each stands at its end",
    notes(4, "sent"),
    [
      { list: notes(4, "seen"), afterMs: 100 },
      { list: [note("a0", "fixed"), ...notes(4, "seen").slice(1)], afterMs: 100 },
      { list: [note("a0", "fixed"), note("a1", "wontfix"), ...notes(4, "seen").slice(2)] },
    ],
    ["Note 1: Fixed, for you to check. Note 2: Won't fix. Notes 3, 4: Seen by Agent."],
  ],
  [
    "changes without end are spoken all the while, each half second",
    notes(1, "sent"),
    [
      { list: notes(1, "seen"), afterMs: 300 },
      { list: notes(1, "working"), afterMs: 300 },
      { list: notes(1, "fixed"), afterMs: 600 },
    ],
    ["Note 1: Agent works on it.", "Note 1: Fixed, for you to check."],
  ],
  ["another page's notes", notes(1, "sent"), [{ list: [note("other", "fixed")] }], []],
  ["a note that another tab has added", notes(1, "sent"), [{ list: notes(2, "sent") }], []],
  [
    "an agent's request, once; its question is the note's state",
    notes(1, "sent"),
    [
      { requests: [request("r1", "capture")] },
      { requests: [request("r1", "capture"), request("q1", "question")], list: notes(1, "question") },
      { requests: [] },
    ],
    ["The agent wants a fresh look.", "Note 1: Agent asks."],
  ],
])("%s", (_what, first, steps, spoken) => {
  expect(spokenOf(first, steps)).toEqual(spoken);
});
