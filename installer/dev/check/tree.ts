import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";

/** The project's text files: path from the root, with `/`, to content. */
export type Tree = ReadonlyMap<string, string>;

export const sourceFile = /\.(ts|tsx|mjs)$/;
export const testFile = /\.test\.tsx?$|\.d\.ts$/;

/** Reads what git tracks or would track. */
export function readTree(root: string): Tree {
  const listed = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard", "-z"], { cwd: root, encoding: "utf8" });
  const paths = listed.split("\0").filter((path) => path !== "" && statSync(join(root, path), { throwIfNoEntry: false })?.isFile());
  return new Map(paths.map((path) => [path, /\.(png|ico|zip)$/.test(path) ? "" : readFileSync(join(root, path), "utf8")]));
}

/** Hash of entries, such as paths with their files' texts, in their order. */
export function hashOf(entries: Iterable<readonly (string | undefined)[]>): string {
  const hash = createHash("sha256");
  for (const entry of entries) hash.update(`${entry.join("\0")}\0\0`);
  return hash.digest("hex");
}

export function lineCount(text: string): number {
  return text.split("\n").length - 1;
}

/** Reads each file once for as long as it stays the same: several steps ask for it, and trees of tests differ in one file. */
export function oncePerFile<T>(read: (text: string, path: string) => T): (text: string, path: string) => T {
  const known = new Map<string, { readonly text: string; readonly found: T }>();
  return (text, path) => {
    const last = known.get(path);
    if (last?.text === text) return last.found;
    const found = read(text, path);
    known.set(path, { text, found });
    return found;
  };
}
