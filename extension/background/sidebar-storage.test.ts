import { setImmediate as tick } from "node:timers/promises";
import { expect, it, vi } from "vitest";

const stored = new Map<string, unknown>();
/** As `storage.local`: each call takes a turn of the event loop. */
const local = {
  get: async (key: string) => {
    await tick();
    return { [key]: stored.get(key) };
  },
  set: async (items: Readonly<Record<string, unknown>>) => {
    await tick();
    for (const [key, value] of Object.entries(items)) stored.set(key, value);
  },
  remove: async (key: string) => {
    await tick();
    stored.delete(key);
  },
};

// Outside of a browser the WebExtension API's module throws when it is imported.
vi.mock("../browser.js", () => ({ browser: { storage: { local } } }));

const { loadNotes, rememberProject, save, withinBounds } = await import("./sidebar-storage.js");

const entries = (count: number, chars: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`page${at}`, { at, chars }] as const));

it.each([
  ["few pages", entries(3, 10), "page2", []],
  ["more pages than the bound", entries(502, 10), "page501", ["page1", "page0"]],
  ["more text than the bound", entries(9, 500_000), "page8", ["page0"]],
  ["the newest, though its clock is behind", { ...entries(500, 10), late: { at: -1, chars: 10 } }, "late", []],
])("%s: evicts the oldest and never what was just written", (_what, index, newest, evicted) => {
  const bounded = withinBounds(index, newest);
  expect(bounded.evicted).toEqual(evicted);
  expect(Object.keys(bounded.left).sort()).toEqual(
    Object.keys(index)
      .filter((key) => !evicted.includes(key as never))
      .sort(),
  );
});

it("loads what was just written, whatever its project's first answer has moved by then", async () => {
  const page = { url: "http://localhost:3000/cart", isPrivate: false };
  const loaded: string[] = [];
  for (let turns = 0; turns < 30; turns++) {
    stored.clear();
    const saved = save(page, { kind: "draft", text: "Too dark" });
    const remembered = rememberProject(page, "shop");
    for (let turn = 0; turn < turns; turn++) await tick();
    loaded.push((await loadNotes(page)).draft);
    await Promise.all([saved, remembered]);
  }
  expect(loaded).toEqual(loaded.map(() => "Too dark"));
});
