import type { ServerInfo } from "../../host/contract/operations.js";
import { makeSerial } from "../../host/contract/serial.js";
import { type KnownKey, knownKeysSchema, type PairedProject, pairedProjectsSchema } from "../../host/contract/user-state.js";
import { browser } from "../browser.js";

/** Session storage is in memory, cleared with the browser session and hidden from content scripts. */
const keysName = "sessionKeys";
const keysMax = 64;
/** Projects for which unsigned requests are forbidden: those whose key arrived over native messaging (session), and paired ones. */
const projectsName = "pairedProjects";
const projectsMax = 256;

const serially = makeSerial();

/** The session keys of this browser session, the newest first. */
export async function readKeys(): Promise<readonly KnownKey[]> {
  const stored = (await browser.storage.session.get(keysName))[keysName];
  return knownKeysSchema.safeParse(stored).data ?? [];
}

/** Stores a key for this browser session, replacing an older one of its project. */
export function rememberKey(known: KnownKey): Promise<void> {
  return serially(async () => {
    const keys = await readKeys();
    const project = known.project ?? keys.find(({ key }) => key === known.key)?.project;
    const others = keys.filter((one) => one.key !== known.key && (project === undefined || one.project !== project));
    const mine = project === undefined ? { key: known.key } : { key: known.key, project };
    const next = [mine, ...others].slice(0, keysMax);
    if (JSON.stringify(next) !== JSON.stringify(keys)) await browser.storage.session.set({ [keysName]: next });
  });
}

export function forgetKey(key: string): Promise<void> {
  return serially(async () => browser.storage.session.set({ [keysName]: (await readKeys()).filter((known) => known.key !== key) }));
}

/** Returns the projects for which only signed requests are allowed. */
export async function pairedProjects(): Promise<readonly PairedProject[]> {
  const areas = [browser.storage.session, browser.storage.local];
  const lists = await Promise.all(areas.map(async (area) => readProjects(area)));
  return lists.flat();
}

/** Stores a project whose key is known, with the pages that it claims now. `isPaired`: permanently. */
export function rememberProject(info: ServerInfo, isPaired: boolean): Promise<void> {
  return serially(async () => {
    const area = isPaired ? browser.storage.local : browser.storage.session;
    const projects = await readProjects(area);
    const [project = info] = pairedProjectsSchema.parse([info]);
    const next = [project, ...projects.filter(({ id }) => id !== project.id)].slice(0, projectsMax);
    const known = projects.find(({ id }) => id === project.id);
    if (JSON.stringify(known) !== JSON.stringify(project)) await area.set({ [projectsName]: next });
  });
}

/** Removes a pairing: key and project are deleted, and unsigned requests are allowed again. */
export function forgetProject(id: string): Promise<void> {
  return serially(async () => {
    await browser.storage.session.set({ [keysName]: (await readKeys()).filter(({ project }) => project !== id) });
    for (const area of [browser.storage.session, browser.storage.local]) {
      await area.set({ [projectsName]: (await readProjects(area)).filter((project) => project.id !== id) });
    }
  });
}

async function readProjects(area: typeof browser.storage.local | typeof browser.storage.session): Promise<readonly PairedProject[]> {
  const stored = (await area.get(projectsName))[projectsName];
  return pairedProjectsSchema.safeParse(stored).data ?? [];
}
