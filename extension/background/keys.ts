import type { z } from "zod";
import type { ServerInfo } from "../../host/contract/operations.js";
import { makeSerial } from "../../host/contract/serial.js";
import { type KnownKey, knownKeysSchema, type PairedProject, pairedProjectsSchema } from "../../host/contract/user-state.js";
import { browser } from "../browser.js";

/** Keys handed over by native messaging stay in memory; those of pairings outlive the session, in this profile alone, not synchronised. */
const handedKeys = storedList("session", "sessionKeys", 64, knownKeysSchema);
const pairedKeys = storedList("local", "sessionKeys", 64, knownKeysSchema);
/** Projects for which unsigned requests are forbidden: those whose key arrived over native messaging, and paired ones. */
const handedOver = storedList("session", "pairedProjects", 256, pairedProjectsSchema);
const paired = storedList("local", "pairedProjects", 256, pairedProjectsSchema);

/** A list in the extension's storage, the newest first, of at most `max` rows. */
function storedList<Row>(area: "session" | "local", name: string, max: number, schema: z.ZodType<Row[]>) {
  const serially = makeSerial();
  const read = async () => schema.safeParse((await browser.storage[area].get(name))[name]).data ?? [];
  return {
    read,
    change: (edit: (rows: readonly Row[]) => readonly Row[]) =>
      serially(async () => {
        const rows = await read();
        const next = edit(rows).slice(0, max);
        if (JSON.stringify(next) !== JSON.stringify(rows)) await browser.storage[area].set({ [name]: next });
      }),
  };
}

/** All known session keys, those of pairings first, each kind the newest first. */
export async function readKeys(): Promise<readonly KnownKey[]> {
  return (await Promise.all([pairedKeys.read(), handedKeys.read()])).flat();
}

/** Stores a key, replacing an older one of its project: for this browser session, or until it is forgotten when a person paired with it. */
export async function rememberKey({ key, project: stated }: KnownKey, { isPairing = false } = {}): Promise<void> {
  const isLasting = isPairing || (await pairedKeys.read()).some((one) => one.key === key);
  await (isLasting ? pairedKeys : handedKeys).change((known) => {
    const project = stated ?? known.find((one) => one.key === key)?.project;
    const others = known.filter((one) => one.key !== key && (project === undefined || one.project !== project));
    return [project === undefined ? { key } : { key, project }, ...others];
  });
}

export async function forgetKey(key: string): Promise<void> {
  for (const list of [pairedKeys, handedKeys]) await list.change((known) => known.filter((one) => one.key !== key));
}

/** Returns the projects for which only signed requests are allowed. */
export async function pairedProjects(): Promise<readonly PairedProject[]> {
  return (await Promise.all([handedOver.read(), paired.read()])).flat();
}

/** Returns the paired projects that native messaging has not reached in this browser session. */
export async function projectsOverHttp(): Promise<readonly PairedProject[]> {
  const reached = new Set((await handedOver.read()).map(({ id }) => id));
  return (await paired.read()).filter(({ id }) => !reached.has(id));
}

/** Stores a project whose key is known, with the pages that it claims now. `isPaired`: permanently. */
export function rememberProject(info: ServerInfo, isPaired: boolean): Promise<void> {
  const [project = info] = pairedProjectsSchema.parse([info]);
  return (isPaired ? paired : handedOver).change((projects) => [project, ...projects.filter(({ id }) => id !== project.id)]);
}

/** Removes a pairing: key and project are deleted, and unsigned requests are allowed again. */
export async function forgetProject(id: string): Promise<void> {
  for (const list of [pairedKeys, handedKeys]) await list.change((known) => known.filter(({ project }) => project !== id));
  for (const list of [handedOver, paired]) await list.change((projects) => projects.filter((project) => project.id !== id));
}
