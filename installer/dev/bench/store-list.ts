import { lstatSync, readdirSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { makeProject } from "../../../extension/e2e/project.js";
import type { Capture } from "../../../host/contract/capture.js";
import { sampleCapture } from "../../../host/contract/testing/sample.js";
import { openStore, type Store } from "../../../host/store/store.js";
import { stateFolder } from "../../../host/store/user/state-folder.js";
import { type BenchRow, compare } from "./rows.js";

const manyCaptures = 10_000;
/** The longest page of a list. */
const limit = 200;

/**
 * A list of 10,000 captures against what no reader of the folder can do without: listing it and asking for the facts of each file. The first
 * answer of a process against the same and parsing one file with a row for each.
 */
export async function benchStoreList(): Promise<BenchRow[]> {
  const project = await makeProject();
  try {
    const open = () => openStore(project.root, { stateFolder: stateFolder(project.env) });
    const index = await fill(open, manyCaptures);
    const store = await open();
    const list = await compare({
      name: "list of 10,000 captures, against the bare look at their files",
      bound: 2,
      rounds: 30,
      ours: () => store.captures.list({ limit }),
      bare: async () => statAll(store.capturesDir),
    });
    const first = await compare({
      name: "first answer of a store of 10,000 captures, against that and reading an index",
      bound: 2.5,
      rounds: 15,
      ours: () => firstAnswer(open),
      bare: async () => [statAll(store.capturesDir), await readIndex(index)],
    });
    await store.close();
    return [list, first];
  } finally {
    project.remove();
  }
}

function statAll(folder: string): number {
  return readdirSync(folder).filter((name) => lstatSync(join(folder, name)).isFile()).length;
}

/**
 * Fills a store and returns the path of a file with one line of JSON for each capture, as an index would hold them. The first and the last
 * capture are stored by the store, those between are copies of a file: storing each would take minutes and is not what is measured.
 */
async function fill(open: () => Promise<Store>, count: number): Promise<string> {
  const store = await open();
  const { filename } = await store.captures.create(numbered(0));
  const first = await readFile(join(store.capturesDir, filename), "utf8");
  for (let made = 1; made < count - 1; made++) {
    const copy = filename.replace(/[0-9a-f]{6}\.json$/, `${made.toString(16).padStart(6, "0")}.json`);
    await writeFile(join(store.capturesDir, copy), first.replace('"id":"sample-0"', `"id":"sample-${made}"`));
  }
  await store.captures.create(numbered(count - 1));
  const path = join(store.root, "prepared-index.jsonl");
  const rows = await allRows(store);
  if (rows.length !== count) throw new Error(`${rows.length} of ${count} captures are listed`);
  await writeFile(path, rows.map((row) => `${JSON.stringify(row)}\n`).join(""));
  await store.close();
  return path;
}

function numbered(number: number): Capture {
  return sampleCapture({ id: `sample-${number}`, bytes: 2_000 });
}

async function allRows(store: Store): Promise<object[]> {
  const rows: object[] = [];
  let cursor: string | undefined;
  do {
    const page = await store.captures.list({ limit, ...(cursor === undefined ? {} : { cursor }) });
    rows.push(...page.captures);
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  return rows;
}

async function readIndex(path: string): Promise<unknown[]> {
  const lines = (await readFile(path, "utf8")).split("\n");
  return lines.filter((line) => line !== "").map((line): unknown => JSON.parse(line));
}

async function firstAnswer(open: () => Promise<Store>): Promise<void> {
  const store = await open();
  await store.captures.list({ limit: 50 });
  await store.close();
}
