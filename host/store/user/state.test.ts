import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, rename, rm, symlink, utimes, writeFile } from "node:fs/promises";
import { homedir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { expect, test, vi } from "vitest";
import { bundleWorker, startWorker } from "../testing/processes.js";
import { cleanup, temporaryFolder } from "../testing/temporary.js";
import { announce, isHttpUsed, lastHello, listBrowsers, listPresences, nativeFirstAnsweredAt, recordHello } from "./presence.js";
import { openRegistry } from "./registry.js";
import { stateFolder } from "./state-folder.js";

test.each([
  ["linux", { SVC_HOME: "/x" }, "/x"],
  ["linux", { HOME: "/home/a" }, "/home/a/.local/state/svc"],
  ["linux", { HOME: "/home/a", XDG_STATE_HOME: "/s" }, "/s/svc"],
  ["linux", { HOME: "/home/a", XDG_STATE_HOME: "relative", SVC_HOME: "" }, "/home/a/.local/state/svc"],
  ["linux", { HOME: "relative" }, join(homedir(), ".local/state/svc")],
  ["linux", { HOME: "" }, join(homedir(), ".local/state/svc")],
  ["darwin", { HOME: "/Users/a" }, "/Users/a/Library/Application Support/svc"],
  ["win32", { LOCALAPPDATA: "C:\\Users\\a\\AppData\\Local" }, "C:\\Users\\a\\AppData\\Local\\svc"],
  ["win32", { USERPROFILE: "C:\\Users\\a" }, "C:\\Users\\a\\AppData\\Local\\svc"],
] as const)("the state folder on %s with %j", (platform, env, folder) => {
  expect(stateFolder(env, platform)).toBe(folder);
});

async function registryIn() {
  const [state, root] = await Promise.all([temporaryFolder(), temporaryFolder()]);
  return { state, root, registry: openRegistry(join(state, "deep", "state")) };
}

test("a project is registered once, by its real path, whatever it was called", async () => {
  const { registry, root, state } = await registryIn();
  await symlink(root, join(state, "alias"));
  const before = await registry.stamp();
  const projects = await Promise.all([root, `${root}/`, join(state, "alias")].map((path) => registry.register(path)));
  expect(new Set(projects.map(({ id }) => id)).size).toBe(1);
  expect(await registry.list()).toMatchObject([{ root }]);
  expect(await registry.stamp()).not.toBe(before);
  expect(await registry.unregister(join(state, "alias"))).toBe(true);
  expect(await registry.unregister(root)).toBe(false);
  expect(await registry.list()).toEqual([]);
});

test("a root that is gone is not listed until it is back, and dropped by the next project; one that never was is refused", async () => {
  const { registry, root, state } = await registryIn();
  const other = await temporaryFolder();
  await registry.register(root);
  await registry.register(other);
  await rename(root, `${root}-moved`);
  cleanup(() => rm(`${root}-moved`, { recursive: true }));
  expect(await registry.list()).toMatchObject([{ root: other }]);
  await rename(`${root}-moved`, root);
  expect(await registry.list()).toMatchObject([{ root }, { root: other }]);
  await rename(root, `${root}-moved`);
  await registry.unregister(other);
  await registry.register(other);
  expect(JSON.parse(await readFile(join(state, "deep/state/projects.json"), "utf8"))).toMatchObject({ projects: [{ root: other }] });
  await expect(registry.register(join(root, "none"))).rejects.toMatchObject({ code: "not-found" });
});

test.each(["null", "[]", "{", '{"version":1,"projects":7}', "binary\0"])(
  "a damaged projects.json is kept aside, not lost: %j",
  async (text) => {
    const { registry, root, state } = await registryIn();
    await registry.register(root);
    await registry.addExtensionId("a".repeat(32));
    const path = join(state, "deep/state/projects.json");
    await writeFile(path, text);
    expect(await registry.list()).toEqual([]);
    await registry.register(root);
    expect(await registry.list()).toHaveLength(1);
    expect(await readFile(`${path}.damaged`, "utf8")).toBe(text);
  },
);

test("a folder in the place of projects.json is put aside", async () => {
  const { registry, root, state } = await registryIn();
  await mkdir(join(state, "deep/state/projects.json"), { recursive: true });
  await registry.register(root);
  expect(await registry.list()).toMatchObject([{ root }]);
  expect(await readdir(join(state, "deep/state"))).toContain("projects.json.damaged");
});

test("extension ids are kept once, and only real ones", async () => {
  const { registry } = await registryIn();
  await Promise.all([
    registry.addExtensionId("a".repeat(32)),
    registry.addExtensionId("a".repeat(32)),
    registry.addExtensionId("b".repeat(32)),
  ]);
  expect([...(await registry.extensionIds())].sort()).toEqual(["a".repeat(32), "b".repeat(32)]);
  await expect(registry.addExtensionId("../x")).rejects.toMatchObject({ code: "invalid-input" });
});

test("living processes are listed, killed ones swept", { timeout: 20_000 }, async () => {
  const state = await temporaryFolder();
  const worker = startWorker(await bundleWorker(await temporaryFolder()), "announce", state);
  await worker.line();
  const own = await announce(state, { kind: "mcp", agent: "Agent", projectRoot: "/p", version: "1" });
  await own.update({ lastAnsweredAt: "2025-01-01T00:00:00.000Z" });
  expect((await listPresences(state)).map(({ kind }) => kind).sort()).toEqual(["mcp", "native"]);
  expect(await listPresences(state, { kind: "mcp", projectRoot: "/p" })).toMatchObject([
    { agent: "Agent", lastAnsweredAt: "2025-01-01T00:00:00.000Z" },
  ]);
  expect(await listPresences(state, { projectRoot: "/q" })).toEqual([]);
  worker.process.kill("SIGKILL");
  await worker.ended;
  expect((await listPresences(state)).map(({ kind }) => kind)).toEqual(["mcp"]);
  await own.withdraw();
  expect(await listPresences(state)).toEqual([]);
  expect(await readdir(join(state, "run"))).toEqual([]);
});

test("a process that cannot be asked for is believed for a minute after its last sign of life", async () => {
  const state = await temporaryFolder();
  const own = await announce(state, { kind: "http", port: 9876 });
  const path = join(state, "run", "http-1-00.json");
  await writeFile(path, JSON.stringify({ ...own.presence, machine: "elsewhere" }));
  expect(await listPresences(state)).toHaveLength(2);
  const old = Date.now() / 1000 - 120;
  await utimes(path, old, old);
  expect(await listPresences(state)).toHaveLength(1);
  await writeFile(path, "null");
  expect(await listPresences(state)).toHaveLength(1);
  await own.withdraw();
});

test("a process that was taken for dead while it slept is listed again with its next sign of life", async () => {
  vi.useFakeTimers({ toFake: ["setInterval"] });
  cleanup(() => void vi.useRealTimers());
  const state = await temporaryFolder();
  const own = await announce(state, { kind: "mcp" });
  const path = join(state, "run", `mcp-${own.presence.pid}-${own.presence.nonce}.json`);
  // As on a platform, or from a container, where its pid proves nothing.
  await writeFile(path, JSON.stringify({ ...own.presence, machine: "elsewhere" }));
  await utimes(path, Date.now() / 1_000 - 120, Date.now() / 1_000 - 120);
  expect(await listPresences(state)).toEqual([]);
  vi.advanceTimersByTime(15_000);
  await vi.waitFor(async () => expect(await listPresences(state)).toHaveLength(1));
  await rm(state, { recursive: true });
  vi.advanceTimersByTime(15_000);
  await setTimeout(100);
  expect(existsSync(state)).toBe(false);
  await own.withdraw();
});

test("the last hello and the first native answer are remembered", async () => {
  const state = await temporaryFolder();
  expect(await lastHello(state)).toBeUndefined();
  await recordHello(state, { transport: "unsigned", extension: "1", browser: "Firefox" });
  expect(await nativeFirstAnsweredAt(state)).toBeUndefined();
  await recordHello(state, { transport: "native", extension: "2", browser: "Chromium" });
  const first = await nativeFirstAnsweredAt(state);
  await recordHello(state, { transport: "signed", extension: "3", browser: "" });
  expect(await lastHello(state)).toMatchObject({ transport: "signed", extension: "3" });
  expect(await nativeFirstAnsweredAt(state)).toBe(first);
  expect(first).toMatch(/^\d{4}-/);
});

test("each browser's last call is remembered, across its updates, and tells whether HTTP is used", async () => {
  const state = await temporaryFolder();
  const origin = "chrome-extension://abcdefghijklmnopabcdefghijklmnop";
  expect(await isHttpUsed(state)).toBe(false);
  await recordHello(state, { transport: "unsigned", origin, browser: "Chrome/156.0" });
  await recordHello(state, { transport: "native", origin, browser: "Edg/156.0" });
  expect(await isHttpUsed(state)).toBe(true);
  await recordHello(state, { transport: "native", origin, browser: "Chrome/157.1" });
  expect(await isHttpUsed(state)).toBe(false);
  expect((await listBrowsers(state)).map(({ browser }) => browser)).toEqual(["Chrome/157.1", "Edg/156.0"]);
  // One that does not say which browser it is may be any with its extension.
  await recordHello(state, { transport: "signed", origin, browser: "Chrome/157.1" });
  await recordHello(state, { transport: "native", origin });
  expect(await isHttpUsed(state)).toBe(false);
  for (let i = 0; i < 30; i++) await recordHello(state, { transport: "native", origin: `moz-extension://${i}`, browser: "Firefox" });
  expect(await listBrowsers(state)).toHaveLength(20);
});
