import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { type Files, writeFiles } from "./write-files.js";

/** Makes a temporary folder with files, by their paths in it; it is there until the running test ends. Returns its path. */
export function makeFolder(files: Files): string {
  const root = mkdtempSync(join(tmpdir(), "svc-files-"));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  writeFiles(root, files);
  return root;
}
