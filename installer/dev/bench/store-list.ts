import { copyFileSync, lstatSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { makeProject } from "../../../extension/e2e/project.js";
import { sampleCapture } from "../../../host/contract/testing/sample.js";
import { openStore, type Store } from "../../../host/store/store.js";
import { stateFolder } from "../../../host/store/user/state-folder.js";
import { type BenchRow, compareTimes, millisecondsOf } from "./rows.js";

const manyCaptures = 10_000;
/** The longest page of a list. */
const limit = 200;

/**
 * A list of 10,000 captures against what no reader of the folder can do without: listing it and asking for the facts of each file. The first
 * answer of a process against the same and parsing one file with a row for each.
 */
export async function benchStoreList(): Promise<BenchRow[]> {
  const project = await makeProject();
  const open = () => openStore(project.root, { stateFolder: stateFolder(project.env) });
  try {
    const index = await fill(open);
    const store = await open();
    const look = () => readdirSync(store.capturesDir).filter((name) => lstatSync(join(store.capturesDir, name)).isFile());
    const list = await compareTimes({
      ...{ name: "list of 10,000 captures, against the bare look at their files", bound: 2, rounds: 30 },
      ours: () => millisecondsOf(() => store.captures.list({ limit })),
      bare: () => millisecondsOf(async () => look()),
    });
    const first = await compareTimes({
      ...{ name: "first answer of a store of 10,000 captures, against that and reading an index", bound: 2.5, rounds: 15 },
      ours: () => millisecondsOf(() => firstAnswer(open)),
      bare: () => millisecondsOf(async () => [look(), parseLines(readFileSync(index, "utf8"))]),
    });
    await store.close();
    return [list, first];
  } finally {
    project.remove();
  }
}

/**
 * Fills a store and returns the path of a file with one line of JSON for each capture, as an index would hold them. The first capture is stored by
 * the store, the others are copies of its file: storing each would take minutes and is not what is measured.
 */
async function fill(open: () => Promise<Store>): Promise<string> {
  const store = await open();
  const { filename } = await store.captures.create(sampleCapture({ bytes: 2_000 }));
  for (let made = 1; made < manyCaptures; made++) {
    const copy = filename.replace(/[0-9a-f]{6}\.json$/, `${made.toString(16).padStart(6, "0")}.json`);
    copyFileSync(join(store.capturesDir, filename), join(store.capturesDir, copy));
  }
  const { captures } = await store.captures.list({ limit });
  const path = join(store.root, "prepared-index.jsonl");
  writeFileSync(path, Array.from({ length: manyCaptures }, (_, place) => `${JSON.stringify(captures[place % limit])}\n`).join(""));
  await store.close();
  return path;
}

function parseLines(text: string): unknown[] {
  return text
    .split("\n")
    .filter((line) => line !== "")
    .map((line): unknown => JSON.parse(line));
}

async function firstAnswer(open: () => Promise<Store>): Promise<void> {
  const store = await open();
  await store.captures.list({ limit: 50 });
  await store.close();
}
