import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** Texts of files, by their paths in a folder, with `/`. */
export type Files = Readonly<Record<string, string>>;

/** Writes files into a folder, with the folders that they need. */
export function writeFiles(root: string, files: Files): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
}
