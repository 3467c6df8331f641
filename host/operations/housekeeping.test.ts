import { expect, test, vi } from "vitest";
import type { Store } from "../store/store.js";
import type { Projects } from "./projects.js";
import { keepTidy } from "./service.js";

test("a project that cannot be tidied keeps no other from it, and is told of", async () => {
  vi.useFakeTimers();
  const tidied: string[] = [];
  const storeOf = (name: string, tidy: () => Promise<number>) => ({ name, tidy }) as Partial<Store> as Store;
  const stores = [
    storeOf("broken", async () => {
      throw Object.assign(new Error("no"), { code: "EROFS" });
    }),
    storeOf("shop", async () => tidied.push("shop")),
  ];
  const lines: string[] = [];
  const stop = keepTidy({ all: async () => stores } as Partial<Projects> as Projects, (line) => lines.push(line));
  await vi.advanceTimersByTimeAsync(60_000);
  stop();
  vi.useRealTimers();
  expect(tidied).toEqual(["shop"]);
  expect(lines).toEqual(["tidying failed: EROFS", "1 captures of shop went to the archive"]);
});
