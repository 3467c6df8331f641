import { basename } from "node:path";
import { ServiceError } from "../../contract/errors.js";
import { type Project, type ProjectsFile, projectsFileSchema } from "../../contract/user-state.js";
import { openJsonFile } from "../fs/json-file.js";
import { isGone, projectId, realRoot } from "../project-root.js";

const empty: ProjectsFile = { version: 1, projects: [], extensionIds: [] };

/** The projects of this user, in one file that all processes share: `<state folder>/projects.json`. A damaged one counts as empty. */
export function openRegistry(stateFolder: string) {
  const { stamp, read: readFile, change } = openJsonFile({ base: stateFolder, parts: [] }, "projects.json", projectsFileSchema, empty);
  const read = () => readFile() ?? empty;

  /** The projects whose roots exist: one that was renamed or unmounted may come back. */
  async function list(): Promise<readonly Project[]> {
    const { projects } = read();
    const gone = await goneAmong(projects);
    return projects.filter(({ id }) => !gone.has(id));
  }

  /** Adds a project, or returns the existing one; those whose roots are gone are dropped. Throws ServiceError `not-found` when the folder does not exist. */
  async function register(root: string): Promise<Project> {
    const real = await realRoot(root);
    const project = { id: projectId(real), name: basename(real) || real, root: real, addedAt: new Date().toISOString() };
    const gone = await goneAmong(read().projects);
    const { projects } = await change((file) => {
      const isKnown = file.projects.some(({ id }) => id === project.id);
      return isKnown ? file : { ...file, projects: [...file.projects.filter(({ id }) => !gone.has(id)), project] };
    });
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
    extensionIds: async () => read().extensionIds,
    /** Changes whenever the file does; cheap enough to ask before every call. */
    stamp,
  };
}

async function goneAmong(projects: readonly Project[]): Promise<ReadonlySet<string>> {
  const ids = await Promise.all(projects.map(async ({ id, root }) => ((await isGone(root)) ? [id] : [])));
  return new Set(ids.flat());
}
