import { chmod, mkdir, readFile, rm, stat, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { guardedKeys } from "../../contract/config.js";
import { routePage } from "../../contract/routing.js";
import { sampleCapture } from "../../contract/testing/sample.js";
import { trustOf } from "../../contract/trust.js";
import { webUrl } from "../../testing/code-points.js";
import { openStore, type Store } from "../store.js";
import { loggedLines } from "../testing/logged-lines.js";
import { cleanup, temporaryFolder } from "../testing/temporary.js";
import { until } from "../testing/until.js";

async function storeOfUser() {
  const [root, stateFolder] = await Promise.all([temporaryFolder(), temporaryFolder()]);
  const logged = loggedLines();
  const open = (state = stateFolder) => openStore(root, { stateFolder: state });
  const store = await open();
  const file = join(root, ".svc/config.json");
  const receipt = join(stateFolder, "receipts", store.id, "accepted.json");
  return { root, stateFolder, store, open, logged, file, receipt, write: (config: unknown) => writeFile(file, JSON.stringify(config)) };
}

const pages = [
  "https://example.com/",
  "https://bank.example/a",
  "https://ana.github.io/",
  "http://192.168.1.1/",
  "file:///home/ana/a.html",
];
const switches = { componentNames: false, autoAnswerRequests: false, includeSnapshot: false, includeScreenshot: false };

test("no configuration without a receipt changes what is trusted, routed, stored or answered without asking", async () => {
  const { store, write, root } = await storeOfUser();
  const pattern = fc.oneof(
    fc.constantFrom(
      "example.com",
      "bank.example",
      "*.example",
      "*.com",
      "*",
      "file:///",
      "file:///home/",
      "localhost",
      "localhost:443",
      "192.168.1.1",
    ),
    fc.constantFrom("*.github.io", "ana.github.io", "https://example.com:443/x", "localhost:5173", "127.0.0.1:80", "[::1]:443", "0.0.0.0"),
    webUrl,
    fc.string(),
  );
  const value = fc.oneof(fc.array(pattern), fc.constantFrom(true, 1, "true", [true]), fc.jsonValue());
  const config = fc.oneof(fc.dictionary(fc.constantFrom(...guardedKeys, "__proto__", "version", "settings"), value), fc.jsonValue());
  await fc.assert(
    fc.asyncProperty(config, async (raw) => {
      await write(raw);
      const { trustedPatterns, urlPatterns, ...rest } = await store.config.get();
      expect({ trustedPatterns, ...rest }).toMatchObject({ trustedPatterns: [], ...switches });
      for (const page of pages) {
        expect(routePage(page, [{ projectRoot: root, urlPatterns, trustedPatterns }])).toBeUndefined();
        expect(trustOf(page, trustedPatterns)).toBe(trustOf(page, []));
      }
    }),
    { numRuns: 500 },
  );
});

test("what the user set counts for this user only, and only as it was set", async () => {
  const { store, open, write } = await storeOfUser();
  await store.config.update({ trustedPatterns: ["mine.example"], includeSnapshot: true });
  expect(await (await open()).config.get()).toMatchObject({ trustedPatterns: ["mine.example"], includeSnapshot: true });
  const stranger = await open(await temporaryFolder());
  expect(await stranger.config.get()).toMatchObject({ trustedPatterns: [], includeSnapshot: false });
  await write({ trustedPatterns: ["mine.example", "theirs.example"], includeSnapshot: true, includeScreenshot: true });
  expect(await store.config.get()).toMatchObject({ trustedPatterns: ["mine.example"], includeSnapshot: true, includeScreenshot: false });
  expect(await store.proposals.get()).toEqual({ trustedPatterns: ["theirs.example"], includeScreenshot: true, baselines: 0, left: false });
  await store.config.update({ trustedPatterns: [], includeSnapshot: false });
  await write({ trustedPatterns: ["mine.example"], includeSnapshot: true });
  expect(await store.config.get()).toMatchObject({ trustedPatterns: [], includeSnapshot: false });
});

test("an accepted proposal counts; a left one is left until it changes; more than is allowed counts up to the bound", async () => {
  const { store, write } = await storeOfUser();
  const hosts = Array.from({ length: 120 }, (_, index) => `host${index}.example`);
  await write({ trustedPatterns: hosts.slice(0, 2) });
  await store.proposals.leave();
  expect(await store.proposals.get()).toMatchObject({ left: true });
  await write({ trustedPatterns: hosts });
  expect(await store.proposals.get()).toMatchObject({ left: false, trustedPatterns: { length: 100 } });
  await store.proposals.accept();
  expect((await store.config.get()).trustedPatterns).toEqual(hosts.slice(0, 100));
});

test.each([["trustedPatterns"], ["urlPatterns"]])("%s that cover many owners are refused in words and never count", async (key) => {
  const { store, file, write } = await storeOfUser();
  await expect(store.config.update({ [key]: ["ok.example", "*.co.uk"] })).rejects.toMatchObject({
    code: "invalid-input",
    message: expect.stringMatching(/\*\.co\.uk.*public suffix.*Nothing was changed/),
  });
  await expect(readFile(file)).rejects.toThrow("ENOENT");
  await write({ [key]: ["*.co.uk", "ok.example"] });
  await store.proposals.accept();
  expect(await store.config.get()).toMatchObject({ [key]: ["ok.example"] });
  expect(await store.config.problems()).toEqual([expect.stringMatching(/\*\.co\.uk/)]);
});

test("a change of what counts is an event, with the file untouched", async () => {
  const { store, open, write } = await storeOfUser();
  await write({ trustedPatterns: ["theirs.example"] });
  await store.config.update({ auditOnCapture: true });
  const [seen, watching]: [string[], Store] = [[], await open()];
  // Its own writes wait until it knows what was there before.
  cleanup(watching.watch(({ type }) => seen.push(type)));
  const before = await store.config.text();
  await watching.proposals.accept();
  await until(() => seen.includes("config:changed"));
  expect(await store.config.text()).toBe(before);
});

test.each([
  ["damaged", async (path: string) => writeFile(path, "{")],
  ["of another shape", async (path: string) => writeFile(path, '{"version":1,"settings":{"trustedPatterns":"*"}}')],
  ["a link", async (path: string) => symlink(`${path}.other`, path)],
])("receipts that are %s accept nothing", async (_case, damage) => {
  const { store, open, logged, receipt } = await storeOfUser();
  await store.config.update({ trustedPatterns: ["mine.example"] });
  expect((await stat(receipt)).mode & 0o777).toBe(0o600);
  await writeFile(`${receipt}.other`, await readFile(receipt));
  await rm(receipt);
  await damage(receipt);
  expect((await (await open()).config.get()).trustedPatterns).toEqual([]);
  expect(logged.join()).toMatch(/receipts/);
});

test("a state folder that cannot be written refuses in words, and everything can be read", async () => {
  const { store, open, stateFolder } = await storeOfUser();
  const blocked = join(stateFolder, "blocked");
  await writeFile(blocked, "a file");
  const other = await open(join(blocked, "state"));
  expect(await other.config.get()).toMatchObject(switches);
  expect(await other.requests.all()).toEqual([]);
  const refused = { code: "internal", message: expect.stringMatching(/SVC_HOME/) };
  await expect(other.config.update({ trustedPatterns: ["a.example"] })).rejects.toMatchObject(refused);
  await expect(other.requests.create({ url: "http://localhost:1/" })).rejects.toMatchObject(refused);
  await expect(other.sessionKey.read()).rejects.toMatchObject(refused);
  await expect(other.captures.create(sampleCapture())).resolves.toBeTruthy();
  await store.close();
});

test("receipts of many changes at once are all kept", async () => {
  const { store, open } = await storeOfUser();
  const others = await Promise.all([open(), open(), open()]);
  const { filename } = await store.captures.create(sampleCapture());
  const [made] = await Promise.all([
    Promise.all(others.map(({ requests }) => requests.create({ url: "http://localhost:5173/" }))),
    store.config.update({ trustedPatterns: ["mine.example"] }),
    others[0]?.baselines.create(filename),
    others[1]?.sessionKey.read(),
  ]);
  const fresh = await open();
  expect((await fresh.requests.pending()).map(({ id }) => id).sort()).toEqual(made.map(({ id }) => id).sort());
  expect(await fresh.config.get()).toMatchObject({ trustedPatterns: ["mine.example"] });
  expect(await fresh.baselines.list()).toHaveLength(1);
  expect(await fresh.sessionKey.exists()).toBe(true);
});

test("a baseline that was changed after it was set does not count until it is accepted", async () => {
  const { store, root } = await storeOfUser();
  const { filename } = await store.captures.create(sampleCapture());
  await store.baselines.create(filename);
  const path = join(root, ".svc/baselines", filename);
  const text = (await readFile(path, "utf8")).replace(/"title":"[^"]*"/, '"title":"Other"');
  await writeFile(path, text);
  expect(await store.baselines.list()).toEqual([]);
  await expect(store.baselines.read(filename)).rejects.toMatchObject({ code: "not-found" });
  expect(await store.proposals.get()).toEqual({ baselines: 1, left: false });
  await store.proposals.accept();
  expect(await store.baselines.read(filename)).toMatchObject({ capture: { metadata: { title: "Other" } } });
});

test("a key that lies there before the first start is not believed, readable by its owner only or not", async () => {
  const { root, store, stateFolder } = await storeOfUser();
  const path = join(root, ".svc/.session-key");
  await mkdir(stateFolder, { recursive: true });
  await writeFile(path, `${"0".repeat(64)}\n`, { mode: 0o600 });
  await chmod(path, 0o600);
  expect(await store.sessionKey.exists()).toBe(false);
  expect(await store.sessionKey.read()).not.toBe("0".repeat(64));
});
