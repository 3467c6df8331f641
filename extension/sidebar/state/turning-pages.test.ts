// @vitest-environment happy-dom
import { createRoot } from "solid-js";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Push } from "../../messages.js";
import { texts } from "../texts.js";
import { createInspect } from "./inspect.js";
import { cart, here, note, type Opened, open, route, settled, withNotes, write } from "./testing/scripted-sidebar.js";

/** Each page has a finding of its own. */
vi.mock("../scripts.js", () => ({
  loadScript: async () => ({ findingsOf: ({ metadata }: { readonly metadata: { readonly url: string } }) => ({ layout: [metadata.url] }) }),
}));

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] }));
afterEach(() => void vi.useRealTimers());

describe("while the answer about another page is on its way", () => {
  it.each<readonly [what: string, pages: readonly string[], shown: string]>([
    ["the page turns once", [cart], "b1"],
    ["the page turns and comes back", [cart, here], "a1"],
    ["the page turns twice", [cart, "http://localhost:5173/third"], "c1"],
    ["the page turns, and to a route of the new one", [cart, `${cart}#/two`], "b1"],
  ])("%s: what changes is stored with its own page", async (_what, pages, shown) => {
    const third = withNotes(note({ id: "c1" }));
    const opened = open({
      [here]: withNotes(note()),
      [cart]: withNotes(note({ id: "b1" })),
      [`${cart}#/two`]: withNotes(note({ id: "b1" })),
      "http://localhost:5173/third": third,
    });
    const isReached = opened.hold("page:open");
    opened.turn(pages[0] ?? "");
    const letGo = await isReached;
    opened.state.annotations.edit("a1", { comment: "Edited" });
    write(opened.state, "Half");
    for (const page of pages.slice(1)) opened.turn(page);
    await settled();
    letGo();
    await settled();
    expect(opened.state.annotations.list().map(({ id }) => id)).toEqual([shown]);
    const homes = opened.saved.map(({ page }) => page);
    expect(homes.length).toBeGreaterThan(1);
    expect(homes.filter((page) => page !== here)).toEqual([]);
    if (shown === "a1") expect(opened.state.annotations.list()[0]?.comment).toBe("Edited");
  });
});

it.each([true, false])("a page that turns takes the form along, and says so where something is written: %s", async (isWritten) => {
  const opened = open({ [here]: withNotes(note()) });
  write(opened.state, isWritten ? "Half" : " ");
  opened.turn(cart);
  await settled();
  expect(opened.state.draft.current()).toBeUndefined();
  expect(opened.state.tasks.notice()?.text).toBe(isWritten ? texts.leftBehind : undefined);
  write(opened.state, "On the other");
  await settled();
  expect(opened.saved.at(-1)).toMatchObject({ page: cart });
});

describe("what the project pushes of a page's notes before they are shown", () => {
  const own = { origin: "here", state: "seen", thread: [] } as const;
  const project = (url: string, id: string) =>
    ({ type: "project", url, facts: { config: { autoAnswerRequests: false }, states: [{ id, ...own }] } }) as unknown as Push;
  const stored = (url: string, id: string) =>
    ({ type: "stored", url, annotations: JSON.stringify([note({ id, state: "sent" })]), draft: "" }) as unknown as Push;
  const shown = ({ state }: Opened) => state.annotations.list().map(({ id, state, comment }) => [id, state, comment]);

  it("counts, and their words stay, when the sidebar opens", () => {
    const opened = open({ [here]: withNotes(note({ state: "sent", comment: "Mine", isChanged: true })) }, [project(here, "a1")]);
    expect(shown(opened)).toEqual([["a1", "seen", "Mine"]]);
    expect(opened.saved.map(({ text }) => text).filter((text) => !text.includes("Mine"))).toEqual([]);
  });

  it("counts with the notes that the project has, when the sidebar opens", () => {
    const opened = open({ [here]: withNotes() }, [stored(here, "b1"), project(here, "b1")]);
    expect(shown(opened)).toEqual([["b1", "seen", "Too red"]]);
  });

  it("counts when the document turns to another page", async () => {
    const opened = open({ [cart]: withNotes(note({ id: "c1", state: "sent" })) });
    const reached = opened.hold("page:open");
    opened.turn(cart);
    const go = await reached;
    opened.push(project(cart, "c1"));
    go();
    await vi.waitFor(() => expect(shown(opened)).toEqual([["c1", "seen", "Too red"]]));
  });

  it("waits, but not how the page that the document turns to stands", async () => {
    const opened = open();
    const reached = opened.hold("page:open");
    opened.turn(cart);
    const go = await reached;
    expect(opened.state.project.connection()).toBeUndefined();
    opened.connect();
    expect(opened.state.project.connection()).toEqual({ state: "connected" });
    go();
  });

  it("counts where the document turns back before the other page is shown", async () => {
    const opened = open({ [here]: withNotes(note({ state: "sent" })) });
    const reached = opened.hold("page:open");
    opened.turn(cart);
    const go = await reached;
    opened.turn(here);
    go();
    opened.push(project(here, "a1"));
    await vi.waitFor(() => expect(shown(opened)).toEqual([["a1", "seen", "Too red"]]));
  });
});

const { state: _state, ...unsent } = note();

it.each([
  ["deleted", cart, (state: Opened["state"]) => state.annotations.remove("a1")],
  ["moved", cart, (state: Opened["state"]) => state.annotations.move("a1", { type: "page" }, here)],
  ["deleted", route, (state: Opened["state"]) => state.annotations.remove("a1")],
])("what was %s is taken back on its own page alone: %s", async (_what, to, act) => {
  const opened = open({ [here]: withNotes(unsent), [cart]: withNotes(note({ id: "b1" })) });
  opened.state.tasks.notify({ kind: "done", text: "Done.", undo: act(opened.state) });
  opened.turn(to);
  await settled();
  expect(opened.state.tasks.notice() === undefined).toBe(to === cart);
  opened.state.tasks.notice()?.undo?.();
  expect(opened.state.annotations.list().map(({ id }) => id)).toEqual([to === cart ? "b1" : "a1"]);
});

it.each([cart, route])("what Inspect has found is of the page that stands there: %s", async (to) => {
  const opened = open();
  const inspect = createRoot(() => createInspect(opened.state));
  opened.state.setTab("inspect");
  await settled();
  expect(inspect.findings()).toEqual({ layout: [here] });
  const isReached = opened.hold("read");
  opened.turn(to);
  const letGo = await isReached;
  expect(inspect.findings()).toBeUndefined();
  letGo();
  await settled();
  expect(inspect.findings()).toEqual({ layout: [to] });
});
