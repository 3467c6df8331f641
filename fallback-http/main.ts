import { UsageError } from "../host/contract/errors.js";
import { storeFolderName } from "../host/contract/names.js";
import type { Presence } from "../host/contract/presence.js";
import { printable } from "../host/contract/printable.js";
import { version } from "../host/contract/version.js";
import { openService } from "../host/operations/service.js";
import { explainEnd, reasonOf } from "../host/store/failures.js";
import { watchFolders } from "../host/store/fs/folder-watch.js";
import { holdLock } from "../host/store/fs/lock.js";
import { debugLog } from "../host/store/log.js";
import { isGone } from "../host/store/project-root.js";
import { openStore, type Store } from "../host/store/store.js";
import { openPairings } from "../host/store/user/pairings.js";
import { type Announcement, announce, isHttpUsed, listBrowsers, listPresences } from "../host/store/user/presence.js";
import { openRegistry } from "../host/store/user/registry.js";
import { stateFolder } from "../host/store/user/state-folder.js";
import type { Caller } from "./app.js";
import { type Args, locationMessage, noFreePortMessage, readArgs, usage } from "./args.js";
import { makeLifetime } from "./lifetime.js";
import { startHttpServer } from "./server.js";

const state = stateFolder();

/** What must be undone at the end, in the order in which it was done. */
const undo: (() => Promise<void>)[] = [];

/** Exit codes: 0 done, 1 failed, 2 wrong usage. */
async function main(): Promise<void> {
  // Whoever started us may stop listening to what we print, and end before we do.
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => undefined);
  try {
    const args = readArgs(process.argv.slice(2), process.cwd());
    if (args === "help") console.log(usage);
    else if (args === "version") console.log(version);
    else await run(args);
  } catch (error) {
    if (error instanceof UsageError) await fail(`${error.message}\n\n${usage}`, 2);
    else await fail(explainEnd(error), 1);
  }
}

async function fail(message: string, code: number): Promise<void> {
  console.error(message.split("\n").map(printable).join("\n"));
  await end("failed", code);
}

let isEnding = false;

/** Undoes everything, last first, and exits. What cannot be undone is left to the next process, which finds it stale. */
async function end(reason: string, code = 0): Promise<void> {
  if (isEnding) return;
  isEnding = true;
  debugLog(`http: ends, ${reason}`);
  for (const step of undo.reverse()) await step().catch(logFault);
  process.exit(code);
}

function logFault(error: unknown): void {
  debugLog(`http: ${reasonOf(error)}`);
}

async function run(args: Args): Promise<void> {
  const store = await openStore(args.project, { stateFolder: state });
  undo.push(() => store.close());
  const lock = await holdLock({ base: store.root, parts: [storeFolderName, "run"] }, "http.lock");
  if (lock === undefined) {
    const holder = await waitForHolder(store.root);
    console.log(locationMessage({ project: store, pid: holder?.pid, port: holder?.port, already: true }, args.json));
    await end("another process serves the project");
    return;
  }
  undo.push(() => lock.release());
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) process.on(signal, () => void end(signal));
  // Only a launcher on the user's terminal holds such a channel; with it gone nobody would see this process.
  process.on("disconnect", () => void end("its launcher has gone"));
  await serve(args, store);
}

/** The holder may have taken the lock just now and not yet announced where it listens. */
async function waitForHolder(projectRoot: string): Promise<Presence | undefined> {
  for (let attempt = 0; attempt < 60; attempt++) {
    const [holder] = await listPresences(state, { kind: "http", projectRoot });
    if (holder !== undefined) return holder;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return undefined;
}

async function serve(args: Args, store: Store): Promise<void> {
  const registry = openRegistry(state);
  const pairings = openPairings(state);
  let extensionIds = await registry.extensionIds();
  // Programs that sign read the key from its file before their first handshake.
  await store.sessionKey.read().catch(logFault);
  const service = await openService({ stateFolder: state, root: store.root, version });
  undo.push(() => service.close());
  const lifetime = makeLifetime({
    ...args,
    onEnd: (reason) => void end(reason),
    probe: async () => {
      extensionIds = await registry.extensionIds();
      if (await isGone(store.root)) await end("the project's folder has gone");
      const agents = (await listPresences(state, { kind: "mcp", projectRoot: store.root })).length;
      return { agents, isNeeded: !(args.untilNative && (await isNativeServing())) };
    },
    onFault: logFault,
  });
  if (args.untilNative) {
    const stopWatching = watchFolders([{ base: state, parts: ["run"] }], lifetime.checkNow);
    undo.push(async () => stopWatching());
  }
  let announcement: Announcement | undefined;
  let isPairedHere = false;
  /** Versions that extensions named in their handshakes, by browser. */
  const versions = new Map<string, string>();
  const server = await startHttpServer({
    ...args,
    call: service.call,
    subscribe: service.subscribe,
    sessionKey: () => store.sessionKey.read(),
    signedOnly: () => isPairedHere || pairings.isSignedOnly(store.id),
    extensions: () => ({ ids: extensionIds, origins: pairings.origins() }),
    onActivity: lifetime.touch,
    onCall: (caller) => {
      const { origin, isSigned, userAgent } = caller;
      if (origin === undefined) return;
      const transport = isSigned ? "signed" : "unsigned";
      const extension = versions.get(nameOf(caller)) ?? "";
      announcement?.answered({ transport, origin: origin.slice(0, 100), extension, browser: userAgent.slice(0, 200) });
    },
    onPaired: async (caller, client) => {
      versions.set(nameOf(caller), client?.version ?? "");
      try {
        await pairings.paired(store.id);
        if (caller.origin.startsWith("moz-")) await pairings.letIn(caller.origin, "key");
      } catch (error) {
        // It holds as long as this process does.
        isPairedHere = true;
        logFault(error);
      }
    },
    onFault: logFault,
  });
  if (server === undefined) {
    await fail(noFreePortMessage(args.ports, await listPresences(state, { kind: "http" })), 1);
    return;
  }
  undo.push(() => server.close());
  announcement = await announce(state, { kind: "http", version, projectRoot: store.root, port: server.port });
  undo.push(announcement.withdraw);
  console.log(locationMessage({ project: store, pid: process.pid, port: server.port, already: false }, args.json));
}

const startedAt = Date.now();

/** Whether a port that was opened for now has done its work: a native host has answered since, and no browser uses HTTP alone. */
async function isNativeServing(): Promise<boolean> {
  const [browsers, isUsed] = await Promise.all([listBrowsers(state), isHttpUsed(state)]);
  return !isUsed && browsers.some(({ transport, at }) => transport === "native" && Date.parse(at) >= startedAt);
}

const nameOf = ({ origin = "", userAgent }: Pick<Caller, "origin" | "userAgent">) => `${origin} ${userAgent}`;

await main();
