import { createRoot, createSignal } from "solid-js";
import { expect, it } from "vitest";
import type { Note } from "./annotations.js";
import { createOpenNote } from "./open-note.js";
import type { PendingRequest } from "./project.js";

const note = (id: string, state: Note["state"]): Note => ({
  ...{ id, kind: "bug", severity: "medium", status: "unresolved", comment: id, createdAt: "2026-01-01T00:00:00.000Z" },
  ...{ target: { type: "page" } },
  ...(state === undefined ? {} : { state }),
});
const notes = [note("a", "sent"), note("b", "fixed"), note("c", "question"), note("d", undefined)];

function opened() {
  const [requests, setRequests] = createSignal<readonly PendingRequest[]>([]);
  const [list, setList] = createSignal<readonly Note[]>(notes);
  const [page, setPage] = createSignal("http://localhost/#/cart");
  return createRoot(() => ({ open: createOpenNote(list, requests, page), setRequests, setList, setPage }));
}

const asked = (annotation: string): readonly PendingRequest[] => [
  { id: "r", kind: "question", annotation, url: "", purpose: "", guidance: "", createdAt: "", expiresAt: "" },
];

it("the first note that waits for the person is open, before it one that the agent asks about now", () => {
  const { open, setRequests } = opened();
  expect(open.id()).toBe("b");
  setRequests(asked("d"));
  expect(open.id()).toBe("d");
});

it("what the person opens stays open, whatever the agent does", () => {
  const { open, setRequests } = opened();
  open.toggle("a");
  setRequests(asked("d"));
  expect(open.id()).toBe("a");
});

it("the note that is checked stays open until another than before waits, or it is accepted", () => {
  const { open, setRequests, setList } = opened();
  setRequests(asked("c"));
  open.checking("c");
  setRequests([]);
  expect(open.id()).toBe("c");
  setList([note("a", "fixed"), ...notes.slice(1)]);
  expect(open.id()).toBe("a");
  open.checking("c");
  setList([note("a", "fixed"), note("b", "fixed"), note("c", "accepted")]);
  expect(open.id()).toBe("a");
});

it("a press folds only what a press has unfolded", () => {
  const { open } = opened();
  open.toggle("b");
  expect(open.id()).toBe("b");
  open.toggle("b");
  expect(open.id()).toBeUndefined();
  open.show("c");
  open.toggle("c");
  expect(open.id()).toBe("c");
  open.toggle("c");
  // The one that waits is open again.
  expect(open.id()).toBe("b");
});

it("at another route a card of the route before is folded, unless it waits or is pressed there", () => {
  const { open, setList, setPage } = opened();
  const [cart, list] = ["http://localhost/#/cart", "http://localhost/#/list"];
  const at = (state: Note["state"]) =>
    setList([
      { ...note("a", "sent"), url: list },
      { ...note("b", state), url: cart },
    ]);
  at("fixed");
  setPage(list);
  expect(open.id()).toBe("b");
  setPage(cart);
  at("accepted");
  expect(open.id()).toBe("b");
  setPage(list);
  expect(open.id()).toBeUndefined();
  open.toggle("b");
  expect(open.id()).toBe("b");
  // "Go there" leads to it.
  setPage(cart);
  expect(open.id()).toBe("b");
});
