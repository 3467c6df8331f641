import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { zipSync } from "fflate";

/** Files by their path, with `/` between its parts. */
export type Files = ReadonlyMap<string, Uint8Array>;

/** The earliest day that a zip can hold, at an hour that every time zone had: a zip writes the local time. */
const mtime = new Date(1980, 0, 1, 12);

/** Zips files: the same bytes for the same files, whatever the folder, the time, the time zone and the file modes. */
export function zip(files: Files): Uint8Array {
  const sorted = [...files].sort(([a], [b]) => (a < b ? -1 : 1));
  return zipSync(Object.fromEntries(sorted), { level: 9, mtime });
}

/** All files below a folder. */
export function filesBelow(folder: string): Files {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = entries.map((entry) => join(entry.parentPath, entry.name));
  return new Map(paths.map((path) => [relative(folder, path).replaceAll("\\", "/"), new Uint8Array(readFileSync(path))]));
}
