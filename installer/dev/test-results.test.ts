import { appendFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { execaSync } from "execa";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openTestResults } from "./test-results.js";

let root = "";
const passed = { passed: 2, failed: 0, skipped: 1, retried: 0 };
const change = (path: string) => appendFileSync(join(root, path), "// changed\n");
const reused = () => Object.keys(openTestResults(root).reused).sort();

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "svc-results-"));
  execaSync("git", ["init", "-q", root]);
  mkdirSync(join(root, "node_modules"));
  writeFileSync(join(root, ".gitignore"), "node_modules\n");
  for (const path of ["a.ts", "a.test.ts", "b.test.ts", "page.html", "picture.png"]) writeFileSync(join(root, path), path);
  openTestResults(root).record({ "a.test.ts": passed, "b.test.ts": passed });
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

test("files that passed are not run again, with their counts, also after a run that left them out", () => {
  expect(openTestResults(root).reused).toEqual({ "a.test.ts": passed, "b.test.ts": passed });
  openTestResults(root).record({});
  expect(reused()).toEqual(["a.test.ts", "b.test.ts"]);
});

test("a test file that has changed is run again alone", () => {
  change("a.test.ts");
  expect(reused()).toEqual(["b.test.ts"]);
});

test.each(["a.ts", "page.html", "picture.png", "new.ts", "node_modules/.package-lock.json"])(
  "all are run again after a change of %s",
  (path) => {
    change(path);
    expect(reused()).toEqual([]);
  },
);

test("all are run again with another setting", () => {
  process.env["SVC_TEST_SETTING"] = "1";
  const found = reused();
  delete process.env["SVC_TEST_SETTING"];
  expect(found).toEqual([]);
});

test.each([
  ["failed", { ...passed, failed: 1 }],
  ["passed only when repeated", { ...passed, retried: 1 }],
  ["ran no test", { ...passed, passed: 0 }],
])("a file that %s is run again", (_what, counts) => {
  change("b.test.ts");
  openTestResults(root).record({ "b.test.ts": counts });
  expect(reused()).toEqual(["a.test.ts"]);
});

test("a damaged cache counts as none", () => {
  writeFileSync(join(root, "node_modules/.cache/svc/tests.json"), "{");
  expect(reused()).toEqual([]);
});
