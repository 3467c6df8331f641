import { expect, test, vi } from "vitest";
import type { Store } from "../store/store.js";
import { loggedLines } from "../store/testing/logged-lines.js";
import type { Projects } from "./projects.js";
import { keepTidy } from "./service.js";

test("a project that cannot be tidied keeps no other from it, and is logged", async () => {
  vi.useFakeTimers();
  const tidied: string[] = [];
  const storeOf = (name: string, tidy: () => Promise<number>) => ({ name, tidy }) as Partial<Store> as Store;
  const stores = [
    storeOf("broken", async () => {
      throw Object.assign(new Error("no"), { code: "EROFS" });
    }),
    storeOf("shop", async () => tidied.push("shop")),
  ];
  const lines = loggedLines();
  const stop = keepTidy({ all: async () => stores } as Partial<Projects> as Projects);
  await vi.advanceTimersByTimeAsync(60_000);
  stop();
  vi.useRealTimers();
  expect(tidied).toEqual(["shop"]);
  expect(lines).toEqual(["svc: tidying failed: EROFS\n", "svc: 1 captures of shop went to the archive\n"]);
});
