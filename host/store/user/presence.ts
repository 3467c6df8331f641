import { existsSync, statSync } from "node:fs";
import { rm } from "node:fs/promises";
import { dirname } from "node:path";
import {
  browsersSchema,
  type Hello,
  type HelloInput,
  helloSchema,
  type Presence,
  type PresenceKind,
  presenceSchema,
} from "../../contract/presence.js";
import { isWriteFailure, reasonOf, stateFolderProblem } from "../failures.js";
import { listAndSweep, writeInside } from "../fs/atomic-write.js";
import { ensureFolder, type Folder, pathInside } from "../fs/folder.js";
import { readJson } from "../fs/json-file.js";
import { isDead, ownIdentity, startHeartbeat } from "../fs/process-identity.js";
import { debugLog } from "../log.js";

/** What a process announces; the rest (pid, start time, nonce) is filled in. */
export type Announced = Pick<Presence, "kind"> &
  Partial<Pick<Presence, "version" | "projectRoot" | "agent" | "lastAnsweredAt" | "port" | "waitingUntil">>;

export interface Announcement {
  /** Why nobody can see it, in words for the user; undefined when it was written. */
  readonly problem: string | undefined;
  readonly presence: Presence;
  update(change: Partial<Announced>): Promise<void>;
  /** A call of a browser's extension was answered: noted once in a while for each browser, since files are written. */
  answered(caller: HelloInput): void;
  withdraw(): Promise<void>;
}

const fileMaxBytes = 64 * 1024;
const firstAnswerFile = "native-answered.json";
const browsersFile = "browsers.json";
const browsersMax = 20;
const noteEveryMs = 5_000;

/** Announces this process in `<state folder>/run/`, where those that died are swept by others. Unseen where that cannot be written. */
export async function announce(stateFolder: string, announced: Announced): Promise<Announcement> {
  const folder = runFolder(stateFolder);
  let presence = presenceSchema.parse({ ...ownIdentity(), startedAt: new Date().toISOString(), ...announced });
  const name = `${presence.kind}-${presence.pid}-${presence.nonce}.json`;
  const write = async () => {
    await ensureFolder(folder);
    await writeInside(folder, name, JSON.stringify(presence), { durable: false });
  };
  let problem: string | undefined;
  await write().catch((error: unknown) => {
    problem = stateFolderProblem(error);
    if (problem === undefined) throw error;
  });
  const update = async (change: Partial<Announced>): Promise<void> => {
    presence = presenceSchema.parse({ ...presence, ...change });
    if (problem === undefined) await write();
  };
  const path = pathInside(folder, name);
  // While the machine slept nothing was touched: where pids prove nothing, others take this process for dead. A folder that was deleted stays so.
  const again = async () => {
    if (existsSync(dirname(path))) await update({}).catch((error: unknown) => debugLog(`not announced again: ${reasonOf(error)}`));
  };
  const stopHeartbeat = problem === undefined ? startHeartbeat(path, again) : () => undefined;
  const notedAt = new Map<string, number>();
  let noting: Promise<unknown> = Promise.resolve();
  return {
    problem,
    get presence() {
      return presence;
    },
    update,
    answered: (caller: HelloInput): void => {
      const browser = `${caller.origin} ${caller.browser}`;
      if (performance.now() - (notedAt.get(browser) ?? Number.NEGATIVE_INFINITY) < noteEveryMs) return;
      if (notedAt.size >= browsersMax) notedAt.clear();
      notedAt.set(browser, performance.now());
      const note = async () => {
        await update({ lastAnsweredAt: new Date().toISOString() });
        await recordHello(stateFolder, caller);
      };
      // That it could not be noted is no reason to fail a call.
      noting = noting.then(note).catch((error: unknown) => debugLog(`a browser's call could not be noted: ${reasonOf(error)}`));
    },
    withdraw: async (): Promise<void> => {
      // A note still under way would put the file back.
      await noting;
      if (problem !== undefined) return;
      // Nothing puts the file back.
      problem = "withdrawn";
      stopHeartbeat();
      await rm(path, { force: true });
    },
  };
}

/** The processes that live right now (pid and start time checked); files of dead ones are removed. */
export async function listPresences(
  stateFolder: string,
  filter: { kind?: PresenceKind; projectRoot?: string } = {},
): Promise<readonly Presence[]> {
  const folder = runFolder(stateFolder);
  const names = (await listAndSweep(folder)).filter((name) => /^(native|mcp|http)-\d+-[0-9a-f]+\.json$/.test(name));
  const found = await Promise.all(names.map((name) => readLiving(folder, name)));
  return found.filter(
    (presence): presence is Presence =>
      presence !== undefined &&
      (filter.kind === undefined || presence.kind === filter.kind) &&
      (filter.projectRoot === undefined || presence.projectRoot === filter.projectRoot),
  );
}

export async function recordHello(stateFolder: string, sent: HelloInput): Promise<void> {
  const folder = runFolder(stateFolder);
  await ensureFolder(folder);
  const hello = helloSchema.parse({ ...sent, at: new Date().toISOString() });
  const others = (await listBrowsers(stateFolder)).filter((one) => !isSameBrowser(hello, one));
  await writeInside(folder, browsersFile, JSON.stringify([hello, ...others].slice(0, browsersMax)), { durable: false });
  const isFirst = hello.transport === "native" && (await nativeFirstAnsweredAt(stateFolder)) === undefined;
  if (isFirst) await writeInside(folder, firstAnswerFile, JSON.stringify(hello));
}

/** The extension's last call; undefined when it never called. */
export async function lastHello(stateFolder: string): Promise<Hello | undefined> {
  return (await listBrowsers(stateFolder))[0];
}

/** The last call of each browser, the newest first. Two that were noted at the same moment may lose one of them until its next call. */
export async function listBrowsers(stateFolder: string): Promise<readonly Hello[]> {
  return (await readJson(runFolder(stateFolder), browsersFile, fileMaxBytes, browsersSchema)) ?? [];
}

/** An update changes a browser's version, not its name. One without a name may be any browser with its extension. */
function isSameBrowser(hello: Hello, other: Hello): boolean {
  if (hello.origin !== other.origin) return false;
  const [name, otherName] = [hello, other].map(({ browser }) => browser.replace(/[\d.]+/g, ""));
  return name === otherName || hello.browser === "";
}

/** How long a browser that called over HTTP is waited for. */
const httpBrowserMs = 24 * 60 * 60_000;

/** Whether some browser of this user reaches us over HTTP alone: it called so lately, and not over native messaging since. */
export async function isHttpUsed(stateFolder: string): Promise<boolean> {
  const browsers = await listBrowsers(stateFolder);
  return browsers.some(({ transport, at }) => transport !== "native" && Date.now() - Date.parse(at) < httpBrowserMs);
}

/** When a native host first answered a browser for this user (ISO 8601); undefined when none ever did. */
export async function nativeFirstAnsweredAt(stateFolder: string): Promise<string | undefined> {
  return (await readJson(runFolder(stateFolder), firstAnswerFile, fileMaxBytes, helloSchema))?.at;
}

function runFolder(stateFolder: string): Folder {
  return { base: stateFolder, parts: ["run"] };
}

async function readLiving(folder: Folder, name: string): Promise<Presence | undefined> {
  const path = pathInside(folder, name);
  const presence = await readJson(folder, name, fileMaxBytes, presenceSchema);
  // None when it was withdrawn since the folder was listed.
  const status = statSync(path, { throwIfNoEntry: false });
  if (status === undefined) return undefined;
  if (presence !== undefined && !isDead(presence, status.mtimeMs)) return presence;
  await rm(path, { force: true }).catch((error: unknown) => {
    // A state folder that cannot be written can still be read.
    if (!isWriteFailure(error)) throw error;
  });
  return undefined;
}
