import { expect, it, vi } from "vitest";

// Outside of a browser the WebExtension API's module throws when it is imported.
vi.mock("../browser.js", () => ({ browser: {} }));

const { withinBounds } = await import("./sidebar-storage.js");

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
