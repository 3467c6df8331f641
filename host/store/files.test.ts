import { execFileSync } from "node:child_process";
import { chmod, mkdir, readdir, readFile, stat, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { sampleCapture } from "../contract/testing/sample.js";
import { writeInside } from "./fs/atomic-write.js";
import { openStore } from "./store.js";
import { temporaryFolder } from "./testing/temporary.js";
import { until } from "./testing/until.js";
import { openRegistry } from "./user/registry.js";

const png = Buffer.from("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==", "base64");
const modeOf = async (path: string) => ((await stat(path)).mode & 0o777).toString(8);

async function openWithCapture() {
  const root = await temporaryFolder();
  const store = await openStore(root);
  const { filename } = await store.captures.create(sampleCapture());
  return { root, store, filename, inStore: (...parts: string[]) => join(root, ".svc", ...parts) };
}

test("nobody else may read what was captured", async () => {
  const { store, filename, inStore } = await openWithCapture();
  await store.sessionKey.read();
  await store.config.update({});
  await store.baselines.create(filename);
  await store.requests.create({ url: "http://localhost/" });
  for (const folder of [".", "captures", "snapshots", "baselines", "requests", "archive", "run"])
    expect(await modeOf(inStore(folder))).toBe("700");
  for (const file of [`captures/${filename}`, `baselines/${filename}`, ".session-key", ".gitignore", "config.json"])
    expect(await modeOf(inStore(file))).toBe("600");
});

test("a folder that an older version left open is closed", async () => {
  const { root, inStore } = await openWithCapture();
  await chmod(inStore(), 0o755);
  await (await openStore(root)).captures.create(sampleCapture());
  expect(await modeOf(inStore())).toBe("700");
});

test("the user's state that stood open is closed, also behind a link, and no folder of the project's is", async () => {
  const folder = await temporaryFolder();
  const [state, link, root] = [join(folder, "state"), join(folder, "link"), join(folder, "project")];
  for (const path of [state, root]) await mkdir(path, { mode: 0o755 });
  await symlink(state, link);
  await openRegistry(link).register(root);
  await (await openStore(root, { stateFolder: link })).captures.create(sampleCapture());
  expect(await Promise.all([state, root].map(modeOf))).toEqual(["700", "755"]);
});

test("git sees the configuration only", async () => {
  const { root, store } = await openWithCapture();
  await store.config.update({ auditOnCapture: true });
  await store.sessionKey.read();
  execFileSync("git", ["init", "-q"], { cwd: root });
  expect(execFileSync("git", ["status", "--porcelain", "-uall"], { cwd: root, encoding: "utf8" })).toBe("?? .svc/config.json\n");
});

test("the session key is one for all, keeps, closes itself to others and rotates", async () => {
  const { root, store, inStore } = await openWithCapture();
  const others = await Promise.all([1, 2, 3].map(() => openStore(root)));
  const keys = await Promise.all([store, ...others].map(({ sessionKey }) => sessionKey.read()));
  expect(new Set(keys).size).toBe(1);
  expect(keys[0]).toMatch(/^[0-9a-f]{64}$/);
  await chmod(inStore(".session-key"), 0o644);
  expect(await store.sessionKey.read()).toBe(keys[0]);
  expect(await modeOf(inStore(".session-key"))).toBe("600");
  const rotated = await store.sessionKey.rotate();
  expect(rotated).not.toBe(keys[0]);
  expect(await others[0]?.sessionKey.read()).toBe(rotated);
  await writeFile(inStore(".session-key"), "short");
  expect(await store.sessionKey.read()).toMatch(/^[0-9a-f]{64}$/);
});

test("snapshots keep their bytes under their capture's name", async () => {
  const { store, filename, inStore } = await openWithCapture();
  const base = filename.replace(".json", "");
  expect(await store.snapshots.create({ capture: filename, kind: "png", data: png.toString("base64") })).toEqual({
    filename: `${base}.png`,
  });
  expect(await store.snapshots.create({ capture: filename, kind: "html", data: "<p>ü</p>" })).toEqual({ filename: `${base}.html` });
  expect(await readFile(inStore("snapshots", `${base}.png`))).toEqual(png);
  expect(await readFile(inStore("snapshots", `${base}.html`), "utf8")).toBe("<p>ü</p>");
});

test.each([
  ["no base64", "%%%%"],
  ["text", Buffer.from("<html>".repeat(10)).toString("base64")],
  ["a cut signature", png.subarray(0, 8).toString("base64")],
  ["a data: URL", `data:image/png;base64,${png.toString("base64")}`],
])("a png that is %s is refused", async (_case, data) => {
  const { store, filename, inStore } = await openWithCapture();
  await expect(store.snapshots.create({ capture: filename, kind: "png", data })).rejects.toMatchObject({ code: "invalid-input" });
  expect(await readdir(inStore("snapshots"))).toEqual([]);
});

test("snapshots and baselines of what is not there, or elsewhere, are refused", async () => {
  const { store } = await openWithCapture();
  for (const [name, code] of [
    ["none.json", "not-found"],
    ["../config.json", "outside-captures"],
  ] as const) {
    await expect(store.snapshots.create({ capture: name, kind: "html", data: "x" })).rejects.toMatchObject({ code });
    await expect(store.baselines.create(name)).rejects.toMatchObject({ code });
    await expect(store.baselines.read(name)).rejects.toMatchObject({ code });
  }
});

test("baselines list the last set first, by page, and survive their capture", async () => {
  const { store, filename, inStore } = await openWithCapture();
  const second = await store.captures.create(sampleCapture({ url: "http://localhost:5173/other" }));
  await store.baselines.create(second.filename);
  expect(await store.baselines.create(filename)).toEqual({ filename, url: "http://localhost:5173/shop" });
  await writeFile(inStore("baselines", "bad.json"), "null");
  expect((await store.baselines.list()).map((row) => row.filename)).toEqual([filename, second.filename]);
  expect(await store.baselines.list({ url: "http://localhost:5173/other" })).toMatchObject([{ filename: second.filename, elements: 3 }]);
  execFileSync("rm", [join(store.capturesDir, filename)]);
  expect((await store.baselines.read(filename)).capture.metadata.title).toBe("Shop");
});

test.each([true, false])("a file gets its new content when that is allowed, and not before: %s", async (isAllowed) => {
  const base = await temporaryFolder();
  const folder = { base, parts: [] };
  await writeInside(folder, "one", "old");
  let settle: () => void = () => undefined;
  const allowed = new Promise<void>((resolve, reject) => {
    settle = () => (isAllowed ? resolve() : reject(new Error("The disk is full.")));
  });
  // As `record` does: the flush may take longer than what is refused.
  allowed.catch(() => undefined);
  const written = writeInside(folder, "one", "new", { allowed }).then(
    () => "written",
    () => "refused",
  );
  // All that is left to do is to rename it.
  await until(async () => (await Promise.all((await readdir(base)).map((name) => readFile(join(base, name), "utf8")))).includes("new"));
  expect(await readFile(join(base, "one"), "utf8")).toBe("old");
  settle();
  expect(await written).toBe(isAllowed ? "written" : "refused");
  expect([await readdir(base), await readFile(join(base, "one"), "utf8")]).toEqual([["one"], isAllowed ? "new" : "old"]);
});
