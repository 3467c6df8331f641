import { lstatSync } from "node:fs";
import { copyFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { ServiceError } from "../../contract/errors.js";
import { isRecord, parseJson } from "../../contract/json.js";
import { type Project, type ProjectsFile, projectSchema, projectsFileSchema } from "../../contract/user-state.js";
import { stateFolderProblem } from "../failures.js";
import { writeInside } from "../fs/atomic-write.js";
import { ensureFolder, type Folder, folderPath, pathInside, readInside } from "../fs/folder.js";
import { withLock } from "../fs/lock.js";
import { debugLog } from "../log.js";
import { isGone, projectId, realRoot } from "../project-root.js";

/** The projects of this user, in one file that all processes share: `<state folder>/projects.json`, which need not exist yet. */
export function openRegistry(stateFolder: string) {
  const folder: Folder = { base: stateFolder, parts: [] };

  async function change(edit: Parameters<typeof changeProjects>[1]) {
    await ensureFolder(folder);
    return changeProjects(folder, edit);
  }

  /** The projects whose roots exist. Roots that are gone are dropped from the file with a line in the log. */
  async function list(): Promise<readonly Project[]> {
    const { projects } = await readProjects(folder);
    const gone = new Set<string>();
    for (const { id, name, root } of projects) {
      if (!(await isGone(root))) continue;
      gone.add(id);
      debugLog(`project dropped, its folder is gone: ${name}`);
    }
    if (gone.size === 0) return projects;
    const isThere = ({ id }: Project) => !gone.has(id);
    await change((file) => ({ ...file, projects: file.projects.filter(isThere) })).catch((error: unknown) => {
      if (stateFolderProblem(error) === undefined) throw error;
    });
    return projects.filter(isThere);
  }

  /** Adds a project, or returns the existing one. Throws ServiceError `not-found` when the folder does not exist. */
  async function register(root: string): Promise<Project> {
    const real = await realRoot(root);
    const project = { id: projectId(real), name: basename(real) || real, root: real, addedAt: new Date().toISOString() };
    const { projects } = await change((file) =>
      file.projects.some(({ id }) => id === project.id) ? file : { ...file, projects: [...file.projects, project] },
    );
    return projects.find(({ id }) => id === project.id) ?? project;
  }

  /** Takes a project out, by its root or its id; returns whether it was there. Its files stay. */
  async function unregister(rootOrId: string): Promise<boolean> {
    // A folder that is gone can still be taken out by the name it was registered under.
    const real = await realRoot(rootOrId).catch(() => rootOrId);
    let found = false;
    await change((file) => {
      const left = file.projects.filter(({ id, root }) => id !== rootOrId && root !== real);
      found = left.length < file.projects.length;
      return found ? { ...file, projects: left } : file;
    });
    return found;
  }

  /** Lets a further Chromium extension in. Throws ServiceError `invalid-input` for what is no extension id. */
  async function addExtensionId(id: string): Promise<void> {
    if (!/^[a-p]{32}$/.test(id))
      throw new ServiceError("invalid-input", "An extension id is 32 letters from a to p, as the browser shows it.");
    await change((file) => (file.extensionIds.includes(id) ? file : { ...file, extensionIds: [...file.extensionIds, id] }));
  }

  return {
    list,
    register,
    unregister,
    addExtensionId,
    extensionIds: async () => (await readProjects(folder)).extensionIds,
    /** Changes whenever the file does; cheap enough to ask before every call. */
    stamp: () => projectsStamp(folder),
  };
}

const fileName = "projects.json";
const fileMaxBytes = 4 * 1024 * 1024;
const empty: ProjectsFile = { version: 1, projects: [], extensionIds: [] };

/** What can be used of the file: a damaged one counts as empty, a damaged entry as absent, each with a line in the log. */
async function readProjects(folder: Folder): Promise<ProjectsFile> {
  return (await readWithState(folder)).file;
}

/** Reads, changes and writes the file under its lock. `edit` returns its argument when nothing is to be written. */
async function changeProjects(folder: Folder, edit: (file: ProjectsFile) => ProjectsFile): Promise<ProjectsFile> {
  const path = await pathInside(folder, fileName);
  return withLock(`${path}.lock`, async () => {
    const { file: before, isDamaged } = await readWithState(folder);
    const after = edit(before);
    if (after === before) return after;
    // A damaged file is retained for inspection.
    if (isDamaged) await copyFile(path, `${path}.damaged`);
    await writeInside(folder, fileName, `${JSON.stringify(after, undefined, 2)}\n`);
    return after;
  });
}

/** A text that changes whenever the file does; empty when there is none. */
async function projectsStamp(folder: Folder): Promise<string> {
  // Asked before every call, so at once and without another thread. Whether it is a link is seen when it is read.
  const status = lstatSync(join(folderPath(folder), fileName), { throwIfNoEntry: false });
  return status === undefined ? "" : `${status.ino}-${status.size}-${status.mtimeMs}-${status.ctimeMs}`;
}

async function readWithState(folder: Folder): Promise<{ file: ProjectsFile; isDamaged: boolean }> {
  const text = await readInside(folder, fileName, fileMaxBytes);
  if (text === undefined) return { file: empty, isDamaged: false };
  const raw = parseJson(text);
  const { data } = projectsFileSchema.safeParse(raw);
  if (data !== undefined) return { file: data, isDamaged: false };
  debugLog("projects.json is damaged: what can be read of it is kept");
  const entries = isRecord(raw) && Array.isArray(raw["projects"]) ? raw["projects"] : [];
  return { file: { ...empty, projects: entries.flatMap((entry) => projectSchema.safeParse(entry).data ?? []) }, isDamaged: true };
}
