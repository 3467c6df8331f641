import { lstatSync } from "node:fs";
import { copyFile } from "node:fs/promises";
import { join } from "node:path";
import { type ProjectsFile, projectSchema, projectsFileSchema } from "../contract/projects.js";
import { writeInside } from "./atomic-write.js";
import { parseJson } from "./failures.js";
import { type Folder, folderPath, pathInside, readInside } from "./folder.js";
import { withLock } from "./lock.js";
import type { Log } from "./log.js";

const fileName = "projects.json";
const fileMaxBytes = 4 * 1024 * 1024;
const empty: ProjectsFile = { version: 1, projects: [], extensionIds: [] };

/** What can be used of the file: a damaged one counts as empty, a damaged entry as absent, each with a line in the log. */
export async function readProjects(folder: Folder, log: Log): Promise<ProjectsFile> {
  return (await readWithState(folder, log)).file;
}

/** Reads, changes and writes the file under its lock. `edit` gives back what it got when nothing is to be written. */
export async function changeProjects(folder: Folder, log: Log, edit: (file: ProjectsFile) => ProjectsFile): Promise<ProjectsFile> {
  const path = await pathInside(folder, fileName);
  return withLock(`${path}.lock`, async () => {
    const { file: before, isDamaged } = await readWithState(folder, log);
    const after = edit(before);
    if (after === before) return after;
    // What could not be read is kept for a person to look at.
    if (isDamaged) await copyFile(path, `${path}.damaged`);
    await writeInside(folder, fileName, `${JSON.stringify(after, undefined, 2)}\n`);
    return after;
  });
}

/** A text that changes whenever the file does; empty when there is none. */
export async function projectsStamp(folder: Folder): Promise<string> {
  // Asked before every call, so at once and without another thread. Whether it is a link is seen when it is read.
  const status = lstatSync(join(folderPath(folder), fileName), { throwIfNoEntry: false });
  return status === undefined ? "" : `${status.ino}-${status.size}-${status.mtimeMs}-${status.ctimeMs}`;
}

async function readWithState(folder: Folder, log: Log): Promise<{ file: ProjectsFile; isDamaged: boolean }> {
  const text = await readInside(folder, fileName, fileMaxBytes);
  if (text === undefined) return { file: empty, isDamaged: false };
  const raw = parseJson(text);
  const { data } = projectsFileSchema.safeParse(raw);
  if (data !== undefined) return { file: data, isDamaged: false };
  log("projects.json is damaged: what can be read of it is kept");
  const entries = typeof raw === "object" && raw !== null && "projects" in raw && Array.isArray(raw.projects) ? raw.projects : [];
  return { file: { ...empty, projects: entries.flatMap((entry) => projectSchema.safeParse(entry).data ?? []) }, isDamaged: true };
}
