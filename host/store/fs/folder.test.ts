import { execFileSync } from "node:child_process";
import { renameSync, rmSync, symlinkSync } from "node:fs";
import { mkdir, readdir, readFile, rename, rm, stat, symlink, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep, setImmediate as tick } from "node:timers/promises";
import fc from "fast-check";
import { expect, test } from "vitest";
import { sampleCapture } from "../../contract/testing/sample.js";
import { openStore } from "../store.js";
import { temporaryFolder } from "../testing/temporary.js";
import { openRegistry } from "../user/registry.js";
import { listAndSweep, writeInside } from "./atomic-write.js";
import { ensureFolder, type Folder, factsInside, pathInside, readInside, readOpened } from "./folder.js";
import { holdLock } from "./lock.js";

async function folderWithFile(): Promise<Folder> {
  const base = await temporaryFolder();
  await mkdir(join(base, "in"));
  await writeFile(join(base, "in", "file.json"), "inside");
  await writeFile(join(base, "secret.json"), "outside");
  return { base, parts: ["in"] };
}

test.each([
  ["file.json", "inside"],
  ["./file.json", "inside"],
  ["../in/file.json", "inside"],
  [".\\file.json", "inside"],
  ["none.json", undefined],
  ["%2e%2e%2fsecret.json", undefined],
  ["x".repeat(5_000), undefined],
])("reads what lies in the folder: %s", async (name, content) => {
  expect(await readInside(await folderWithFile(), name, 1_000)).toBe(content);
});

test.each([
  "../secret.json",
  "..\\secret.json",
  "",
  ".",
  "..",
  "/etc/passwd",
  "a/b.json",
  "../in/../secret.json",
  "file.json\0",
  "file.json:stream",
  "in\0",
])("refuses a name that leads out of it: %j", async (name) => {
  await expect(readInside(await folderWithFile(), name, 1_000)).rejects.toMatchObject({ code: "outside-captures" });
});

test("whatever the name, the path lies directly in the folder", async () => {
  const folder = await folderWithFile();
  const part = fc.constantFrom("..", ".", "/", "\\", "in", "file.json", "secret.json", "\0", "%2f", "C:", "~", "");
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(
        fc.string(),
        fc.array(part).map((parts) => parts.join("/")),
        fc.array(part).map((parts) => parts.join("")),
      ),
      async (name) => {
        const path = await Promise.resolve()
          .then(() => pathInside(folder, name))
          .catch((error: { code: string }) => error.code);
        if (path === "outside-captures") return;
        const rest = path.slice(join(folder.base, "in").length + 1);
        expect(path.startsWith(`${join(folder.base, "in")}/`) && rest !== "" && !rest.includes("/") && rest !== "..").toBe(true);
      },
    ),
    { numRuns: 2_000 },
  );
});

test("a folder is listed as it is, however often and whatever times it is given", async () => {
  const folder = await folderWithFile();
  const path = join(folder.base, "in");
  // Until its times are settled, in milliseconds.
  await sleep(120);
  expect(await listAndSweep(folder)).toEqual(["file.json"]);
  const { atime, mtime } = await stat(path);
  for (const [n, name] of ["a.json", "b.json"].entries()) {
    await writeFile(join(path, name), "");
    await utimes(path, atime, mtime);
    expect((await listAndSweep(folder)).length).toBe(n + 2);
  }
  await mkdir(join(folder.base, "other"));
  await utimes(join(folder.base, "other"), atime, mtime);
  await rm(path, { recursive: true });
  await rename(join(folder.base, "other"), path);
  expect(await listAndSweep(folder)).toEqual([]);
});

test("refuses symlinks: the file itself and the folder", async () => {
  const folder = await folderWithFile();
  await symlink(join(folder.base, "secret.json"), join(folder.base, "in", "link.json"));
  await symlink(join(folder.base, "in"), join(folder.base, "alias"));
  await expect(readInside(folder, "link.json", 1_000)).rejects.toMatchObject({ code: "outside-captures" });
  await expect(readInside({ ...folder, parts: ["alias"] }, "file.json", 1_000)).rejects.toMatchObject({ code: "outside-captures" });
  await expect(factsInside({ ...folder, parts: ["alias"] }, ["file.json"])).rejects.toMatchObject({ code: "outside-captures" });
});

test("a link that takes the file's place after the check is not followed", async () => {
  const folder = await folderWithFile();
  const path = join(folder.base, "in", "file.json");
  const checked = pathInside(folder, "file.json");
  rmSync(path);
  symlinkSync(join(folder.base, "secret.json"), path);
  expect(readOpened(checked, 1_000, () => "read")).toBeUndefined();
});

test.each([[".svc"], [".svc", "captures"], [".svc", "run"]])(
  "a store whose %s %s is a symlink is not opened, and nothing is written beyond it",
  async (...parts) => {
    const root = await temporaryFolder();
    const outside = await temporaryFolder();
    await mkdir(join(root, ...parts.slice(0, -1)), { recursive: true });
    await symlink(outside, join(root, ...parts));
    await expect(openStore(root)).rejects.toMatchObject({ code: "outside-captures" });
    expect(await readdir(outside)).toEqual([]);
  },
);

test.each([[".svc"], [".svc", "captures"], [".svc", "run"]])("a file in the place of %s %s is told of and kept", async (...parts) => {
  const root = await temporaryFolder();
  await mkdir(join(root, ...parts.slice(0, -1)), { recursive: true });
  await writeFile(join(root, ...parts), "mine");
  await expect(openStore(root)).rejects.toMatchObject({ code: "conflict", message: expect.stringContaining("Move the file away") });
  expect(await readFile(join(root, ...parts), "utf8")).toBe("mine");
});

test("a file in the place of the per-user state is told of", async () => {
  const file = join(await temporaryFolder(), "state");
  await writeFile(file, "mine");
  await expect(openRegistry(file).register(await temporaryFolder())).rejects.toMatchObject({ code: "conflict" });
});

test("a captures folder that becomes a symlink later is neither read nor written", async () => {
  const root = await temporaryFolder();
  const outside = await temporaryFolder();
  const store = await openStore(root);
  await writeFile(join(outside, "secret.json"), JSON.stringify(sampleCapture({ title: "secret" })));
  execFileSync("rm", ["-r", store.capturesDir]);
  await symlink(outside, store.capturesDir);
  await expect(store.captures.create(sampleCapture())).rejects.toMatchObject({ code: "outside-captures" });
  await expect(store.captures.list()).rejects.toMatchObject({ code: "outside-captures" });
  await expect(store.captures.read("secret.json")).rejects.toMatchObject({ code: "outside-captures" });
  expect(await readdir(outside)).toEqual(["secret.json"]);
});

test.runIf(process.platform === "linux")("a lock lies in the folder that was checked, though a link takes its place", async () => {
  const [base, outside] = [await temporaryFolder(), await temporaryFolder()];
  const folder = { base, parts: ["run"] };
  await mkdir(join(base, "run"));
  const acquired = holdLock(folder, "a.lock");
  renameSync(join(base, "run"), join(base, "aside"));
  symlinkSync(outside, join(base, "run"));
  const lock = await acquired;
  expect([await readdir(outside), await readdir(join(base, "aside"))]).toEqual([[], ["a.lock"]]);
  await lock?.release();
  expect(await readdir(join(base, "aside"))).toEqual([]);
});

test("a pipe and a folder under a capture's name are no files, and nobody waits for them", async () => {
  const folder = await folderWithFile();
  execFileSync("mkfifo", [join(folder.base, "in", "pipe.json")]);
  await mkdir(join(folder.base, "in", "folder.json"));
  expect(await readInside(folder, "pipe.json", 1_000)).toBeUndefined();
  expect(await readInside(folder, "folder.json", 1_000)).toBeUndefined();
  expect(await readInside(folder, "file.json", 3)).toBeUndefined();
});

test.runIf(process.platform === "linux").each([0, 1])(
  "a folder that becomes a link while part %i of its way is in use is not written through",
  async (part) => {
    const base = await temporaryFolder();
    const outside = await temporaryFolder();
    const folder = { base, parts: ["store", "in"] };
    await mkdir(join(base, "store", "in"), { recursive: true });
    await mkdir(join(outside, "in"));
    const exchanged = join(base, ...folder.parts.slice(0, part + 1));
    const written = writeInside(folder, "file.json", "new");
    // Behind the look at the links, before the file is made.
    renameSync(exchanged, `${exchanged}-aside`);
    symlinkSync(part === 0 ? outside : join(outside, "in"), exchanged);
    await written;
    expect(await readdir(join(outside, "in"))).toEqual([]);
    expect(await readFile(join(`${exchanged}-aside`, ...folder.parts.slice(part + 1), "file.json"), "utf8")).toBe("new");
  },
);

test("a folder that is removed while it is made is made again", async () => {
  const base = await temporaryFolder();
  const made = [];
  for (let turns = 0; turns < 80; turns++) {
    const making = ensureFolder({ base, parts: ["store", "in"] });
    for (let turn = 0; turn < turns; turn++) await tick();
    rmSync(join(base, "store"), { recursive: true, force: true });
    made.push(
      await making.then(
        () => "made",
        (error: unknown) => String(error),
      ),
    );
    rmSync(join(base, "store"), { recursive: true, force: true });
  }
  expect(new Set(made)).toEqual(new Set(["made"]));
});
