import { readFileSync } from "node:fs";
import { mkdir, readFile, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setImmediate as tick } from "node:timers/promises";
import { expect, test } from "vitest";
import { openStore } from "../store.js";
import { loggedLines } from "../testing/logged-lines.js";
import { temporaryFolder } from "../testing/temporary.js";

async function storeWith(text?: string) {
  const root = await temporaryFolder();
  const logged = loggedLines();
  const store = await openStore(root);
  const path = join(root, ".svc/config.json");
  if (text !== undefined) await writeFile(path, text);
  return { root, store, path, logged, read: async (): Promise<unknown> => JSON.parse(await readFile(path, "utf8")) };
}

test("defaults hold without a file, and none is made by reading", async () => {
  const { store, read } = await storeWith();
  expect(await store.config.get()).toMatchObject({ urlPatterns: [], archiveAfterDays: 30 });
  await expect(read()).rejects.toThrow("ENOENT");
});

test("an update keeps what others and the user wrote", async () => {
  const { store, read } = await storeWith('\uFEFF{"mine": {"a": 1}, "urlPatterns": ["localhost:1"]}');
  await Promise.all([store.config.update({ trustedPatterns: ["example.com"] }), store.config.update({ auditOnCapture: true })]);
  expect(await read()).toEqual({ mine: { a: 1 }, urlPatterns: ["localhost:1"], trustedPatterns: ["example.com"], auditOnCapture: true });
});

test("while the user takes away what counted, the files propose it at no moment", async () => {
  const { store } = await storeWith();
  const on = { urlPatterns: ["shop.example", "localhost:1"], trustedPatterns: ["shop.example"], includeScreenshot: true };
  const off = { urlPatterns: ["localhost:1", "tea.example"], trustedPatterns: [], includeScreenshot: false };
  for (const wanted of [on, off, on, off, on, off]) {
    let isOver = false;
    const updating = store.config.update(wanted).finally(() => {
      isOver = true;
    });
    while (!isOver) {
      await tick();
      expect(await store.config.proposed()).toEqual({});
    }
    expect(await updating).toMatchObject(wanted);
  }
  // What is there again by another hand is not the user's.
  await writeFile(join(store.root, ".svc/config.json"), JSON.stringify(on));
  expect(await store.config.proposed()).toEqual({
    urlPatterns: ["shop.example"],
    trustedPatterns: ["shop.example"],
    includeScreenshot: true,
  });
});

test("a crash while the user takes something away leaves nothing accepted that the files could bring back", async () => {
  const [root, stateFolder] = [await temporaryFolder(), await temporaryFolder()];
  const store = await openStore(root, { stateFolder });
  const [file, accepted] = [join(root, ".svc/config.json"), join(stateFolder, "receipts", store.id, "accepted.json")];
  const on = { urlPatterns: ["shop.example"], trustedPatterns: ["shop.example"], includeScreenshot: true };
  const off = { urlPatterns: [], trustedPatterns: [], includeScreenshot: false };
  await store.config.update(on);
  // Every state of the two files that a crash could leave once the new configuration is there.
  const states = new Set<string>();
  let isOver = false;
  const updating = store.config.update(off).finally(() => {
    isOver = true;
  });
  while (!isOver) {
    await tick();
    if (!readFileSync(file, "utf8").includes("shop.example")) states.add(readFileSync(accepted, "utf8"));
  }
  await updating;
  expect(states.size).toBeGreaterThan(0);
  for (const state of states) {
    await writeFile(accepted, state);
    await writeFile(file, JSON.stringify(on));
    const next = await openStore(root, { stateFolder });
    expect(await next.config.get()).toMatchObject(off);
    if (!state.includes("leaving")) continue;
    await next.tidy();
    expect(JSON.parse(readFileSync(file, "utf8"))).toEqual(off);
    // From then on it is news where somebody brings it.
    await writeFile(file, JSON.stringify(on));
    expect(await next.config.proposed()).toEqual(on);
  }
});

const deep = `${'{"urlPatterns":['.repeat(5_000)}${"]}".repeat(5_000)}`;

const long = JSON.stringify({ urlPatterns: ["localhost:9"], mine: "x".repeat(2 ** 20) });

test.each(["null", "[]", "7", "{", '"x"', deep, long])(
  "a damaged file reads as the defaults, is told of, and is not overwritten: %#",
  async (text) => {
    const { store, path, logged } = await storeWith(text);
    expect(await store.config.get()).toMatchObject({ archiveAfterDays: 30 });
    expect(logged).toHaveLength(1);
    await expect(store.config.update({ auditOnCapture: true })).rejects.toMatchObject({ code: "conflict" });
    await expect(store.config.learn("http://localhost:1/")).rejects.toMatchObject({ code: "conflict" });
    expect(await readFile(path, "utf8")).toBe(text);
  },
);

test("a folder in the file's place is told of", async () => {
  const { store, path } = await storeWith();
  await mkdir(path);
  await expect(store.config.update({ auditOnCapture: true })).rejects.toMatchObject({
    code: "conflict",
    message: expect.stringMatching(/folder stands where/),
  });
});

test("an invalid value reads as its default; the others hold", async () => {
  const { store, logged } = await storeWith('{"archiveAfterDays": 0, "trustedPatterns": ["a b"], "urlPatterns": ["localhost:1"]}');
  expect(await store.config.get()).toMatchObject({ archiveAfterDays: 30, urlPatterns: ["localhost:1"], trustedPatterns: [] });
  expect(logged).toHaveLength(2);
});

test("one bad pattern costs neither the others nor itself", async () => {
  const patterns = ["localhost:1", "http://[", 5, "127.0.0.1:8080"];
  const { store, logged, read } = await storeWith(JSON.stringify({ urlPatterns: patterns, trustedPatterns: "example.com" }));
  expect(await store.config.get()).toMatchObject({ urlPatterns: ["localhost:1", "127.0.0.1:8080"], trustedPatterns: [] });
  expect(logged).toHaveLength(2);
  expect(await store.config.learn("http://localhost:5173/")).toBe("localhost:5173");
  expect(await read()).toEqual({
    urlPatterns: ["localhost:1", "127.0.0.1:8080", "localhost:5173", "http://[", 5],
    trustedPatterns: "example.com",
  });
});

test("more patterns than are allowed are read up to their bound", async () => {
  const { store } = await storeWith(
    JSON.stringify({ urlPatterns: Array.from({ length: 101 }, (_, index) => `localhost:${index + 1_000}`) }),
  );
  expect((await store.config.get()).urlPatterns).toHaveLength(100);
});

test.each([
  ["http://127.0.0.1:5173/a", "localhost:5173"],
  ["http://app.localhost:3000/", "app.localhost:3000"],
  ["file:///elsewhere/docs/a.html", "file:///elsewhere/docs/"],
  ["https://example.com/", undefined],
  ["nonsense", undefined],
])("learns from %s: %s", async (pageUrl, pattern) => {
  const { store } = await storeWith();
  expect(await store.config.learn(pageUrl)).toBe(pattern);
  expect(await store.config.learn(pageUrl)).toBeUndefined();
  expect((await store.config.get()).urlPatterns).toEqual(pattern === undefined ? [] : [pattern]);
});

test("a page in the project's folder needs no pattern", async () => {
  const { store, root } = await storeWith();
  expect(await store.config.learn(`file://${root}/index.html`)).toBeUndefined();
});

test("a configuration that is a symlink is neither read nor written", async () => {
  const { store, path, root } = await storeWith();
  await writeFile(join(root, "target.json"), "{}");
  await symlink(join(root, "target.json"), path);
  await expect(store.config.get()).rejects.toMatchObject({ code: "outside-captures" });
  await expect(store.config.update({ auditOnCapture: true })).rejects.toMatchObject({ code: "outside-captures" });
  expect(await readFile(join(root, "target.json"), "utf8")).toBe("{}");
});
