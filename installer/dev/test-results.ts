import { mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { z } from "zod";
import { parseJson } from "../../host/contract/json.js";
import { sharedPageNames, sharedPages } from "../../host/testing/shared-pages.js";
import { hashOf, readTree, testFile } from "./check/tree.js";

/** The counts of a test file, or of a run. */
export const testCountsSchema = z.object({ passed: z.number(), failed: z.number(), skipped: z.number(), retried: z.number() });
export type TestCounts = z.infer<typeof testCountsSchema>;
/** By the test file's path from the root. */
export const countsByFileSchema = z.record(z.string(), testCountsSchema);
export type CountsByFile = z.infer<typeof countsByFileSchema>;

const cacheSchema = z.object({ inputs: z.string(), files: z.record(z.string(), z.object({ hash: z.string(), counts: testCountsSchema })) });
const cachePath = "node_modules/.cache/svc/tests.json";
const noCache: z.infer<typeof cacheSchema> = { inputs: "", files: {} };

/** What tests use besides the tree, and what is built from it: packages and programs. */
const besides = [
  "node_modules/.package-lock.json",
  ...["chromium", "chromium-headless-shell", "firefox-esr", "firefox", "google-chrome", "Xvfb", "xdotool", "git"].map(
    (name) => `/usr/bin/${name}`,
  ),
];

/**
 * The test files of the tree that passed, without a repetition, in an earlier run with equal inputs: all files but other tests, packages,
 * browsers, Node, settings. `record` adds those of this run.
 */
export function openTestResults(root = process.cwd()): { readonly reused: CountsByFile; readonly record: (counts: CountsByFile) => void } {
  const tree = readTree(root);
  const cache = join(root, cachePath);
  const inputs = hashOf([
    [process.version, process.platform, process.arch],
    ...Object.entries(process.env).filter(([name]) => name.startsWith("SVC_")),
    ...[...tree].filter(([path]) => !testFile.test(path)).map(([path, text]) => [path, text === "" ? factsOf(join(root, path)) : text]),
    ...[...besides, ...sharedPageNames().map((name) => join(sharedPages, name))].map((path) => [path, factsOf(resolve(root, path))]),
  ]);
  const hashes = new Map([...tree].filter(([path]) => testFile.test(path)).map((entry) => [entry[0], hashOf([entry])]));
  const read = cacheSchema.safeParse(parseJson(readIfThere(cache)));
  const { files } = read.success && read.data.inputs === inputs ? read.data : noCache;
  const same = Object.entries(files).filter(([path, { hash }]) => hashes.get(path) === hash);
  return {
    reused: Object.fromEntries(same.map(([path, { counts }]) => [path, counts])),
    record: (counts) => {
      const passed = Object.entries(counts).filter(([, { passed, failed, retried }]) => passed > 0 && failed + retried === 0);
      const added = passed.map(([path, one]) => [path, { hash: hashes.get(path) ?? "", counts: one }] as const);
      mkdirSync(dirname(cache), { recursive: true });
      writeFileSync(cache, JSON.stringify({ inputs, files: Object.fromEntries([...same, ...added]) }));
    },
  };
}

/** Size and time of a file, or that there is none. */
function factsOf(path: string): string {
  const facts = statSync(path, { throwIfNoEntry: false });
  return facts === undefined ? "absent" : `${facts.size} ${facts.mtimeMs}`;
}

function readIfThere(path: string): string {
  return statSync(path, { throwIfNoEntry: false }) === undefined ? "" : readFileSync(path, "utf8");
}
