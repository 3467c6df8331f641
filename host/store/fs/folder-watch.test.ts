import { mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../testing/temporary.js";
import { watchFolders } from "./folder-watch.js";

/** Whether the callback ran within a second after `change`, which runs in the task that began to watch. */
async function isNoticed(change: (base: string) => void, prepare: (base: string) => void = (base) => mkdirSync(join(base, "watched"))) {
  const base = await temporaryFolder();
  prepare(base);
  let stop: () => void = () => undefined;
  const notified = new Promise<boolean>((resolve) => {
    stop = watchFolders([{ base, parts: ["watched"] }], () => resolve(true), { pollMs: 100 });
    change(base);
    setTimeout(resolve, 1_000, false);
  });
  return notified.finally(stop);
}

describe("a folder that is watched", () => {
  it.each<[string, (base: string) => void, ((base: string) => void)?]>([
    ["a file is written at once, before any poll", (base) => writeFileSync(join(base, "watched", "a"), "1")],
    [
      "the folder is replaced",
      (base) => {
        renameSync(join(base, "watched"), join(base, "old"));
        mkdirSync(join(base, "watched"));
      },
    ],
    ["the folder goes", (base) => rmSync(join(base, "watched"), { recursive: true })],
    ["the folder comes later", (base) => mkdirSync(join(base, "watched")), () => undefined],
  ])("%s", async (_, change, prepare) => {
    expect(await isNoticed(change, prepare)).toBe(true);
  });

  it("is quiet while nothing changes", async () => {
    expect(await isNoticed(() => undefined)).toBe(false);
  });
});
