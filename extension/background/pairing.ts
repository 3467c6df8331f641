import { type ProjectName, ServiceError } from "../../host/contract/errors.js";
import { importSessionKey } from "../transport/hmac.js";
import { distinct } from "./discovery.js";
import { askPorts, closeSessions } from "./http-ports.js";
import { forgetKey, forgetProject, pairedProjects, readKeys, rememberKey } from "./keys.js";
import type { Sidebars } from "./sidebars.js";

/** Stores a session key, until the pairing is forgotten, if it opens a running project. Returns the names of those projects. */
export async function pairKey(key: string, sidebars: Sidebars): Promise<readonly string[]> {
  const text = key.trim().toLowerCase();
  if ((await importSessionKey(text)) === undefined) {
    throw new ServiceError("invalid-input", "A session key has 64 hexadecimal digits. `svc-init pair` shows the one of your project.");
  }
  await rememberKey({ key: text }, { isPairing: true });
  await askPorts();
  const project = (await readKeys()).find((known) => known.key === text)?.project;
  const opened = (await pairedProjects()).flatMap(({ id, name }) => (id === project ? [name] : [])).slice(0, 1);
  if (opened.length === 0) {
    await forgetKey(text);
    throw new ServiceError("unauthorized", "No project that runs now knows this key. Start the project's service and try again.");
  }
  await sidebars.refresh();
  return opened;
}

/** Returns the projects for which only signed requests are allowed, without duplicates. */
export async function listPairings(): Promise<readonly ProjectName[]> {
  return distinct(await pairedProjects());
}

/** Allows unsigned requests to a project again. Returns the remaining pairings. */
export async function forgetPairing(project: string, sidebars: Sidebars): Promise<readonly ProjectName[]> {
  await forgetProject(project);
  closeSessions();
  await sidebars.refresh();
  return listPairings();
}
