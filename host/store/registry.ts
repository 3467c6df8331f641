import { basename } from "node:path";
import { ServiceError } from "../contract/errors.js";
import type { Project } from "../contract/projects.js";
import { stateFolderProblem } from "./failures.js";
import { ensureFolder, type Folder } from "./folder.js";
import { debugLog, type Log } from "./log.js";
import { isGone, projectId, realRoot } from "./project-root.js";
import { changeProjects, projectsStamp, readProjects } from "./projects-file.js";

/** The projects of this user, in one file that all processes share. */
export interface Registry {
  /** The projects whose roots exist. Roots that are gone are dropped from the file with a line in the log. */
  list(): Promise<readonly Project[]>;
  /** Adds a project, or gives the one that is there already. Throws ServiceError `not-found` when the folder does not exist. */
  register(root: string): Promise<Project>;
  /** Takes a project out, by its root or its id; tells whether it was there. Its files stay. */
  unregister(rootOrId: string): Promise<boolean>;
  /** Further Chromium extension ids that the user lets in. */
  extensionIds(): Promise<readonly string[]>;
  /** Lets one in. Throws ServiceError `invalid-input` for what is no extension id. */
  addExtensionId(id: string): Promise<void>;
  /** Changes whenever the file does; cheap enough to ask before every call. */
  stamp(): Promise<string>;
}

/** Opens `<state folder>/projects.json`, which need not exist yet. */
export function openRegistry(stateFolder: string, { log = debugLog }: { log?: Log } = {}): Registry {
  const folder: Folder = { base: stateFolder, parts: [] };

  async function change(edit: Parameters<typeof changeProjects>[2]) {
    await ensureFolder(folder);
    return changeProjects(folder, log, edit);
  }

  async function list(): Promise<readonly Project[]> {
    const { projects } = await readProjects(folder, log);
    const gone = new Set<string>();
    for (const { id, name, root } of projects) {
      if (!(await isGone(root))) continue;
      gone.add(id);
      log(`project dropped, its folder is gone: ${name}`);
    }
    if (gone.size === 0) return projects;
    const isThere = ({ id }: Project) => !gone.has(id);
    await change((file) => ({ ...file, projects: file.projects.filter(isThere) })).catch((error: unknown) => {
      if (stateFolderProblem(error) === undefined) throw error;
    });
    return projects.filter(isThere);
  }

  async function register(root: string): Promise<Project> {
    const real = await realRoot(root);
    const project = { id: projectId(real), name: basename(real) || real, root: real, addedAt: new Date().toISOString() };
    const { projects } = await change((file) =>
      file.projects.some(({ id }) => id === project.id) ? file : { ...file, projects: [...file.projects, project] },
    );
    return projects.find(({ id }) => id === project.id) ?? project;
  }

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
    extensionIds: async () => (await readProjects(folder, log)).extensionIds,
    stamp: () => projectsStamp(folder),
  };
}
