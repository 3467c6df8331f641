import { afterAll, expect, it, vi } from "vitest";
import type { IconPainter } from "./icon-painter.js";

let notes = "";
let isBroken = false;
const get = async (key: string) => {
  if (isBroken) throw new Error("The disk is full.");
  return key.startsWith("notes:") ? { [key]: notes } : {};
};
vi.mock("../browser.js", () => ({ browser: { storage: { local: { get, set: async () => undefined, remove: async () => undefined } } } }));

// Other files of the process give these modules another browser.
vi.resetModules();
const { makeWaitingNotes } = await import("./waiting-notes.js");
afterAll(() => void vi.resetModules());
const page = { tabId: 1, url: "http://localhost:3000/", isPrivate: false };
const icon = () => ({ show: vi.fn(async () => undefined), clear: vi.fn(async () => undefined), forget: vi.fn() });

it("notes that cannot be counted when a sidebar closes break nothing that waits for it, and are counted the next time", async () => {
  const shown = icon();
  const waiting = makeWaitingNotes(shown as unknown as IconPainter, () => undefined);
  notes = '[{"id":"a"},{"id":"b","state":"fixed"},{"id":"c","state":"accepted"}]';
  isBroken = true;
  await waiting.show(page);
  expect(shown.show).not.toHaveBeenCalled();
  isBroken = false;
  await waiting.show(page);
  expect(shown.show.mock.lastCall).toEqual([1, { shows: "notes", where: "this page", waiting: 2, answered: 1 }]);
});
