import { renameSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { gitIn } from "../testing/git.js";
import { makeFolder } from "../testing/make-folder.js";
import { openSourceFiles } from "./source-files.js";

describe("a project's files", () => {
  it("leave out hidden folders and those that tools fill without git", async () => {
    const root = makeFolder({ "src/a.ts": "a", ".cache/b.ts": "b", "web/node_modules/c/c.ts": "c", "web/dist/d.js": "d" });
    expect(await openSourceFiles(root).list()).toEqual(["src/a.ts"]);
  });

  it("are there where a repository around the project ignores it", async () => {
    const outer = makeFolder({ ".gitignore": "tmp\n", "tmp/project/src/a.ts": "a" });
    gitIn(outer)("init", "-q");
    expect(await openSourceFiles(join(outer, "tmp/project")).list()).toEqual(["src/a.ts"]);
  });

  it("count as written also where one is newer than the list", async () => {
    const root = makeFolder({ "src/a.ts": "a" });
    const files = openSourceFiles(root);
    expect(await files.list()).toEqual(["src/a.ts"]);
    const before = Date.now() - 1_000;
    utimesSync(join(root, "src/a.ts"), 0, 0);
    writeFileSync(join(root, "src/b.ts"), "b");
    vi.spyOn(performance, "now").mockReturnValue(performance.now() + 1_000);
    expect(await files.writtenAfter(before, () => true)).toMatchObject([{ path: "src/b.ts" }]);
    vi.restoreAllMocks();
  });

  it("hold one that was made a few seconds after the last list", async () => {
    const root = makeFolder({ "src/a.ts": "a" });
    const files = openSourceFiles(root);
    await files.list();
    writeFileSync(join(root, "src/b.ts"), "b");
    vi.spyOn(performance, "now").mockReturnValue(performance.now() + 4_000);
    expect(await files.list()).toEqual(["src/a.ts", "src/b.ts"]);
    vi.restoreAllMocks();
  });

  it("are not listed anew for what was written within the last moment: those known are looked at", async () => {
    const root = makeFolder({ "src/a.ts": "a" });
    const files = openSourceFiles(root);
    await files.list();
    // Ahead of the clock, so that the moment lasts as long as the test.
    const moment = Date.now() + 60_000;
    const write = (path: string) => {
      writeFileSync(join(root, path), "b");
      utimesSync(join(root, path), moment / 1_000 + 1, moment / 1_000 + 1);
    };
    write("src/b.ts");
    vi.spyOn(performance, "now").mockReturnValue(performance.now() + 60_000);
    expect(await files.writtenAfter(moment, () => true)).toEqual([]);
    write("src/a.ts");
    expect(await files.writtenAfter(moment, () => true)).toMatchObject([{ path: "src/a.ts" }]);
    vi.restoreAllMocks();
  });

  it("are looked at ahead for one answer that follows at once", async () => {
    const root = makeFolder({ "src/a.ts": "a" });
    const files = openSourceFiles(root);
    await files.list();
    const moment = Date.now() + 60_000;
    const now = vi.spyOn(performance, "now").mockReturnValue(performance.now());
    const answers = async () => (await files.writtenAfter(moment, () => true)).map(({ path }) => path);
    const edit = async (second: number) => {
      files.lookAhead();
      await files.list();
      utimesSync(join(root, "src/a.ts"), moment / 1_000 + second, moment / 1_000 + second);
    };
    await edit(1);
    expect([await answers(), await answers()]).toEqual([[], ["src/a.ts"]]);
    await edit(-1);
    now.mockReturnValue(performance.now() + 10);
    expect(await answers()).toEqual([]);
    vi.restoreAllMocks();
  });

  it("are read up to a bound, that for sources when none is given", async () => {
    const long = "a".repeat(600 * 1024);
    const files = openSourceFiles(makeFolder({ "dist/a.js.map": long, "src/a.ts": "a" }));
    expect(await files.read("dist/a.js.map")).toBeUndefined();
    expect(await files.read("dist/a.js.map", 700 * 1024)).toBe(long);
    expect(await files.read("dist/a.js.map", 500 * 1024)).toBeUndefined();
    expect(await files.read("src/a.ts")).toBe("a");
  });

  it("are not read through links, of a file or of a folder that was the project's own", async () => {
    const outside = makeFolder({ "secret.ts": "secret" });
    const root = makeFolder({ "src/secret.ts": "own", "src/a.ts": "a" });
    gitIn(root)("init", "-q");
    gitIn(root)("add", "-A");
    const files = openSourceFiles(root);
    expect(await files.read("src/secret.ts")).toBe("own");
    renameSync(join(root, "src"), join(root, "was"));
    symlinkSync(outside, join(root, "src"));
    symlinkSync(join(outside, "secret.ts"), join(root, "link.ts"));
    const later = openSourceFiles(root);
    expect(await later.list()).toContain("src/secret.ts");
    expect(await later.read("src/secret.ts")).toBeUndefined();
    expect(await later.read("link.ts")).toBeUndefined();
    expect(await later.read("was/a.ts")).toBe("a");
  });
});
