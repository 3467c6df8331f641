import { existsSync, readdirSync, readFileSync } from "node:fs";
import { cp, lstat, mkdir, readFile, rm, stat, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { z } from "zod";
import { captureSchema } from "../../contract/capture.js";
import { ServiceError } from "../../contract/errors.js";
import { parseJson } from "../../contract/json.js";
import type { CaptureRow } from "../../contract/operations.js";
import { sampleAnnotation, sampleCapture } from "../../contract/testing/sample.js";
import { isLong } from "../../testing/long.js";
import { waitUntil } from "../../testing/wait-until.js";
import { openStore, type Store } from "../store.js";
import { temporaryFolder } from "../testing/temporary.js";
import { openReceipts } from "../user/receipts.js";
import { openCaptureFiles } from "./capture-files.js";
import { newestFirst, openCaptureIndex } from "./capture-index.js";
import { layoutOf, openContext } from "./context.js";

const minute = (n: number) => new Date(Date.UTC(2025, 2, 14, 9, n)).toISOString();

test("latest is the newest capture also when its address is long and older ones were resolved since", async () => {
  const root = await temporaryFolder();
  const store = await openStore(root);
  for (const n of [1, 2, 3, 4])
    await store.captures.create(sampleCapture({ capturedAt: minute(n), annotations: n < 3 ? [sampleAnnotation("n1")] : [] }));
  await store.captures.create(sampleCapture({ capturedAt: minute(9), url: `http://localhost:5173/?q=${"long".repeat(200)}` }));
  await store.tidy();
  await store.annotations.resolve("n1", { action: "fixed", summary: "done" });
  const { captures } = await (await openStore(root)).captures.list({ limit: 1 });
  expect(captures[0]?.capturedAt).toBe(minute(9));
});

test("lists that are asked for at once, and the lock of an unchanged folder, parse each file once", async () => {
  const root = await temporaryFolder();
  const store = await openStore(root);
  for (const n of [1, 2, 3]) await store.captures.create(sampleCapture({ capturedAt: minute(n) }));
  const layout = layoutOf(root);
  const files = openCaptureFiles(layout.captures);
  let parsed = 0;
  const counted = { ...files, examine: (name: string) => files.examine(name).finally(() => parsed++) };
  const index = openCaptureIndex(openContext(layout, openReceipts(join(root, "state"), "p")), counted);
  const [first, ...others] = await Promise.all([index.entries(), index.entries(), index.entries()]);
  expect(first).toHaveLength(3);
  for (const other of others) expect(other).toBe(first);
  expect(parsed).toBe(3);
  // Of another time than the clock's no file is settled: each list reads them again.
  const inAMinute = Date.now() / 1_000 + 60;
  for (const { filename } of first ?? []) await utimes(join(root, ".svc/captures", filename), inAMinute, inAMinute);
  await index.change(async () => undefined);
  expect(parsed).toBe(6);
});

/** What a list must be: the folder, read anew. */
function plainRows(folder: string) {
  const rows = readdirSync(folder).flatMap((filename) => {
    if (!/^[^.].*\.json$/.test(filename)) return [];
    const { data } = captureSchema.safeParse(parseJson(readFileSync(join(folder, filename), "utf8")));
    if (data === undefined) return [];
    const { metadata, nodes, annotations } = data;
    const unresolved = annotations.filter(({ status }) => status === "unresolved").length;
    const { url, title } = metadata;
    const capturedAt = new Date(metadata.capturedAt).toISOString();
    return [{ filename, url, title, capturedAt, elements: nodes.count, annotations: annotations.length, unresolved }];
  });
  const order = ({ capturedAt, filename }: (typeof rows)[number]) => `${capturedAt} ${filename}`;
  return rows.sort((a, b) => (order(a) > order(b) ? -1 : 1));
}

const cacheOf = (root: string) => join(root, ".svc/run/captures.json");
const cachedNames = (root: string) => {
  const rows = parseJson(existsSync(cacheOf(root)) ? readFileSync(cacheOf(root), "utf8") : "[]");
  return z
    .array(z.object({ filename: z.string() }))
    .parse(rows)
    .map(({ filename }) => filename);
};
/** Lists with a new store each time, until the rows are settled. */
const waitForCache = (root: string) =>
  waitUntil("a cached row", async () => {
    await (await openStore(root)).captures.list();
    return cachedNames(root).length > 0 ? true : undefined;
  });

test("latest is the newest also where times are spelt differently", async () => {
  const store = await openStore(await temporaryFolder());
  const times = ["2025-03-14T09:00:00.250Z", "2025-03-14T09:00:00Z", "2025-03-14T09:00:00.5Z"];
  for (const capturedAt of times) await store.captures.create(sampleCapture({ capturedAt }));
  const { captures } = await store.captures.list();
  expect(captures.map(({ capturedAt }) => capturedAt.slice(17))).toEqual(["00.500Z", "00.250Z", "00.000Z"]);
});

test("a row is cached only once any later change of its file would show", async () => {
  const root = await temporaryFolder();
  const store = await openStore(root);
  const { filename } = await store.captures.create(sampleCapture());
  // A file whose time lies ahead may be changed again without another time.
  const ahead = new Date(Date.now() + 3_600_000);
  await utimes(join(store.capturesDir, filename), ahead, ahead);
  await (await openStore(root)).captures.list();
  expect(cachedNames(root)).toEqual([]);
  await utimes(join(store.capturesDir, filename), 1, 1);
  await waitForCache(root);
  await rm(cacheOf(root));
  const last = await openStore(root);
  await last.captures.list();
  await last.close();
  expect(cachedNames(root), "closing waits for it").toEqual([filename]);
});

test("a file that was changed and given its old time back is read anew", async () => {
  const root = await temporaryFolder();
  const store = await openStore(root);
  const { filename } = await store.captures.create(sampleCapture({ title: "Before" }));
  const path = join(store.capturesDir, filename);
  await utimes(path, 1, 1);
  await waitForCache(root);
  await writeFile(path, (await readFile(path, "utf8")).replace('"title":"Before"', '"title":"Behind"'));
  await utimes(path, 1, 1);
  for (const reader of [store, await openStore(root)]) expect((await reader.captures.list()).captures[0]?.title).toBe("Behind");
});

test("a cached row that names another file is not used", async () => {
  const root = await temporaryFolder();
  const store = await openStore(root);
  const { filename } = await store.captures.create(sampleCapture());
  await waitForCache(root);
  const text = readFileSync(cacheOf(root), "utf8");
  const forged = text.replace(`"entry":{"filename":"${filename}"`, `"entry":{"filename":"other-${filename}"`);
  expect(forged).not.toBe(text);
  await writeFile(cacheOf(root), forged);
  expect((await (await openStore(root)).captures.list()).captures.map((row) => row.filename)).toEqual([filename]);
});

const small = fc.nat({ max: 4 });
const step = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant("create" as const),
      page: fc.nat({ max: 1 }),
      at: small,
      long: fc.constantFrom(0, 0, 700, 3_000),
      annotations: fc.subarray(["a", "b", "c"]),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("resolve" as const), id: fc.constantFrom("a", "b", "c") }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constantFrom<"delete" | "edit" | "touch" | "copy" | "damage">("delete", "edit", "edit", "touch", "copy", "damage"),
      file: small,
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constantFrom<"tidy" | "reopen" | "crash" | "forget" | "roll back">("tidy", "reopen", "crash", "forget", "roll back"),
    }),
  },
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** More in the long run. */
const histories = isLong ? 3_000 : 8;

test("whatever happened to the folder, each store lists what a plain read of it finds", { timeout: histories * 5_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(step, fc.nat({ max: 1 })), { minLength: 5, maxLength: 20, size: "max" }), async (history) => {
      const root = await temporaryFolder();
      const stores: Store[] = [await openStore(root), await openStore(root)];
      const saved = join(root, "saved-run");
      for (const [index, [one, which]] of history.entries()) {
        const store = stores[which] ?? (await openStore(root));
        if (one.do === "reopen") stores[which] = await openStore(root);
        else await carryOut(one, store, { root, saved, index });
        const expected = plainRows(store.capturesDir);
        for (const reader of [...stores, await openStore(root)]) {
          const rows = await pages(reader);
          expect((await reader.captures.list({ limit: 1 })).captures).toEqual(rows.slice(0, 1));
          expect(rows.map(({ origin: _origin, ...row }) => row).sort(newestFirst)).toEqual(expected);
          // What this user's programs did not write, and what was changed by hand, stands behind what is their own.
          const isOwn = rows.map(({ origin }) => origin === undefined);
          expect(isOwn).toEqual([...isOwn].sort((a, b) => Number(b) - Number(a)));
          expect((await reader.captures.allEntries()).map(({ filename }) => filename)).toEqual(rows.map(({ filename }) => filename));
          expect((await reader.captures.entries()).length).toBe(isOwn.filter(Boolean).length);
          expect(await reader.captures.count()).toBe(expected.length);
          // What happens to the folder next happens to one that nobody writes to.
          await reader.close();
        }
      }
      await rm(root, { recursive: true });
    }),
    { numRuns: histories },
  );
});

async function pages({ captures }: Store) {
  const rows: CaptureRow[] = [];
  for (let cursor: string | undefined; ; ) {
    const page = await captures.list({ limit: 2, cursor });
    rows.push(...page.captures);
    if (page.nextCursor === undefined) return rows;
    cursor = page.nextCursor;
  }
}

async function carryOut(
  one: Exclude<Step, { do: "reopen" }>,
  store: Store,
  at: { root: string; saved: string; index: number },
): Promise<void> {
  const run = join(at.root, ".svc/run");
  const files = readdirSync(store.capturesDir).sort();
  const path = join(store.capturesDir, "file" in one ? (files[one.file % Math.max(1, files.length)] ?? "none.json") : "");
  const exists = (await lstat(path).catch(() => undefined))?.isFile() === true;
  switch (one.do) {
    case "create": {
      const url = `http://localhost:5173/${one.page}${one.long === 0 ? "" : `?q=${"x".repeat(one.long)}`}`;
      await store.captures.create(
        sampleCapture({ url, capturedAt: minute(one.at), annotations: one.annotations.map((id) => sampleAnnotation(id)) }),
      );
      return;
    }
    case "resolve":
      await store.annotations.resolve(one.id, { action: "fixed", summary: "done" }).catch((error: unknown) => {
        if (!(error instanceof ServiceError)) throw error;
      });
      return;
    case "tidy":
      await store.tidy();
      return;
    case "delete":
      await rm(path, { force: true });
      return;
    case "edit": {
      // In place, as long as before and with the time of before.
      if (!exists) return;
      const { atime, mtime } = await stat(path);
      const text = await readFile(path, "utf8");
      await writeFile(
        path,
        text.replace(/"title":"(.)/, (_all, first: string) => `"title":"${first === "Z" ? "Y" : "Z"}`),
      );
      await utimes(path, atime, mtime);
      return;
    }
    case "touch":
      if (exists) await utimes(path, 1, 1);
      return;
    case "copy":
      if (exists) await cp(path, join(store.capturesDir, `copy-${at.index}.json`), { preserveTimestamps: true });
      return;
    case "damage":
      if (exists) await writeFile(path, (await readFile(path, "utf8")).slice(0, -9));
      else await writeFile(join(store.capturesDir, `odd-${at.index}.json`), "{}");
      return;
    case "crash":
      // What a killed writer leaves: a temporary file, a half-written index, its lock.
      await writeFile(join(store.capturesDir, ".x.json.1-1-00000000-0000000000000000.tmp"), "{");
      for (const name of readdirSync(run)) {
        const text = await readFile(join(run, name));
        await writeFile(join(run, name), text.subarray(0, text.length / 2));
      }
      return;
    case "forget":
      await rm(run, { recursive: true, force: true });
      await mkdir(run, { mode: 0o700 });
      return;
    case "roll back":
      // The state of some time ago, as after a crash that left the files and lost what was noted of them.
      if (await stat(at.saved).catch(() => undefined)) {
        await rm(run, { recursive: true });
        await cp(at.saved, run, { recursive: true });
      }
      await rm(at.saved, { recursive: true, force: true });
      await cp(run, at.saved, { recursive: true });
      return;
  }
}
