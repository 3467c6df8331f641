import type { Project } from "../contract/projects.js";
import { debugLog, type Log } from "./log.js";

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
  addExtensionId(id: string): Promise<void>;
  /** Changes whenever the file does; cheap enough to ask before every call. */
  stamp(): Promise<string>;
}

/** Opens `<state folder>/projects.json`, which need not exist yet. */
export function openRegistry(stateFolder: string, { log = debugLog }: { log?: Log } = {}): Registry {
  throw new Error(`not built yet: ${stateFolder} ${log.name}`);
}
