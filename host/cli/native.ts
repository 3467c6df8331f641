import type { Handover } from "../contract/frames.js";
import { chromeExtensionId } from "../contract/names.js";
import type { Client } from "../contract/presence.js";
import { printable } from "../contract/printable.js";
import { version } from "../contract/version.js";
import { serveNative } from "../native/connection.js";
import { openService, type Service } from "../operations/service.js";
import { debugLog } from "../store/log.js";
import { openPairings } from "../store/user/pairings.js";
import { announce, listPresences, recordHello } from "../store/user/presence.js";
import { openRegistry } from "../store/user/registry.js";
import { stateFolder } from "../store/user/state-folder.js";
import { forceExitAfter, isProbe } from "./environment.js";

/** `svc-capture --native-host`: serves the browser that started it, for every registered project, until its pipe closes. */
export async function runNative({ caller }: { caller: readonly string[] }): Promise<number> {
  const state = stateFolder();
  const stranger = strangerAmong(caller, [chromeExtensionId, ...(await openRegistry(state).extensionIds())]);
  if (stranger !== undefined) {
    process.stderr.write(
      `svc-capture: the extension ${printable(stranger)} is not let in. \`svc-init --extension-id\` lets in another one.\n`,
    );
    return 1;
  }
  const service = await openService({ stateFolder: state, version });
  const callerOrigin = originAmong(caller);
  // The browser ends its hosts with SIGTERM; what is being written is finished.
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) process.once(signal, () => process.stdin.destroy());
  const presence = await makePresence(state, callerOrigin);
  const orderly = await serveNative({
    input: process.stdin,
    output: process.stdout,
    call: async (...asked) => {
      const output = await service.call(...asked);
      presence.answered();
      return output;
    },
    subscribe: (listener) => service.subscribe(listener),
    onClient: async (client) => {
      presence.met(client);
      // Firefox lets in only the extensions that the manifest names, and does not report their origins.
      if (callerOrigin === "" && client.origin.startsWith("moz-extension:") && !isProbe()) {
        await openPairings(state)
          .letIn(client.origin, "native")
          .catch((error: unknown) => debugLog(`not let in: ${String(error)}`));
      }
    },
    handOver: (project) => handOver(service, state, project),
    log: (line) => process.stderr.write(`svc: ${printable(line)}\n`),
  });
  forceExitAfter(goodbyeMs);
  await presence.withdraw();
  await service.close();
  return orderly ? 0 : 1;
}

/** Longer than any write may wait for its turn. */
const goodbyeMs = 15_000;

/** What the extension gets to know beside answers; nothing when the key cannot be read, and then HTTP stays what it is without. */
async function handOver(service: Service, state: string, project: string): Promise<Handover | undefined> {
  try {
    const [key, servers] = await Promise.all([service.sessionKey(project), listPresences(state, { kind: "http" })]);
    return { project, key, ports: servers.flatMap(({ port }) => port ?? []).sort() };
  } catch (error) {
    debugLog(`the session key cannot be handed over: ${String(error)}`);
    return undefined;
  }
}

interface OwnPresence {
  /** The extension identified itself. */
  met(client: Client): void;
  /** A call of the extension was answered. */
  answered(): void;
  withdraw(): Promise<void>;
}

const noteEveryMs = 10_000;

/** What other processes learn of this one; nothing when it only was to show that it answers. */
async function makePresence(state: string, callerOrigin: string): Promise<OwnPresence> {
  if (isProbe()) return { met: () => undefined, answered: () => undefined, withdraw: async () => undefined };
  let client: Client = { origin: callerOrigin, version: "", browser: "" };
  const announcement = await announce(state, { kind: "native", version });
  let noting = Promise.resolve();
  let notedAtMs = Number.NEGATIVE_INFINITY;
  async function note(): Promise<void> {
    await announcement.update({ lastAnsweredAt: new Date().toISOString() });
    await recordHello(state, { transport: "native", origin: client.origin, extension: client.version, browser: client.browser });
  }
  return {
    met: (hello) => {
      client = hello;
    },
    answered: () => {
      if (performance.now() - notedAtMs < noteEveryMs) return;
      notedAtMs = performance.now();
      // That it could not be noted is no reason to fail a call.
      noting = note().catch((error: unknown) => debugLog(`presence could not be noted: ${String(error)}`));
    },
    withdraw: async () => {
      // A note still under way would put the file back.
      await noting;
      await announcement.withdraw();
    },
  };
}

/** The origin of the Chromium extension that started this host; empty for Firefox, which names none. */
function originAmong(caller: readonly string[]): string {
  return caller.flatMap((argument) => /^(chrome-extension:\/\/[a-p]{32})\/?$/.exec(argument)?.[1] ?? [])[0] ?? "";
}

/** The id of a Chromium extension that is none of ours. Firefox names no origin: its manifest alone decides who may connect. */
export function strangerAmong(caller: readonly string[], allowed: readonly string[]): string | undefined {
  const ids = caller.flatMap((argument) => /^chrome-extension:\/\/([^/]*)\/?$/.exec(argument)?.[1] ?? []);
  return ids.find((id) => !allowed.includes(id));
}
