import type { Handover } from "../contract/frames.js";
import { chromeExtensionId } from "../contract/names.js";
import type { Client } from "../contract/presence.js";
import { printable } from "../contract/printable.js";
import { version } from "../contract/version.js";
import { serveNative } from "../native/connection.js";
import { openService, type Service } from "../operations/service.js";
import { debugLog } from "../store/log.js";
import { openPairings } from "../store/user/pairings.js";
import { announce, listPresences } from "../store/user/presence.js";
import { openRegistry } from "../store/user/registry.js";
import { stateFolder } from "../store/user/state-folder.js";
import { forceExitAfter, isProbe } from "./environment.js";

/** `svc-capture --native-host`: serves the browser that started it, for every registered project, until its pipe closes. */
export async function runNative({ caller }: { caller: readonly string[] }): Promise<number> {
  const state = stateFolder();
  // Firefox names no origin: its manifest alone decides who may connect.
  const ids = caller.flatMap((argument) => /^chrome-extension:\/\/([^/]*)\/?$/.exec(argument)?.[1] ?? []);
  const allowed = [chromeExtensionId, ...(await openRegistry(state).extensionIds())];
  const stranger = ids.find((id) => !allowed.includes(id));
  if (stranger !== undefined) {
    process.stderr.write(
      `svc-capture: the extension ${printable(stranger)} is not let in. \`svc-init --extension-id\` lets in another one.\n`,
    );
    return 1;
  }
  const service = await openService({ stateFolder: state, version });
  const callerOrigin = ids[0] === undefined ? "" : `chrome-extension://${ids[0]}`;
  // The browser ends its hosts with SIGTERM; what is being written is finished.
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) process.once(signal, () => process.stdin.destroy());
  // Nothing of a process that only was to show that it answers.
  const announcement = isProbe() ? undefined : await announce(state, { kind: "native", version });
  let client: Client = { origin: callerOrigin, version: "", browser: "" };
  const orderly = await serveNative({
    input: process.stdin,
    output: process.stdout,
    call: async (...asked) => {
      const output = await service.call(...asked);
      announcement?.answered({ transport: "native", origin: client.origin, extension: client.version, browser: client.browser });
      return output;
    },
    subscribe: (listener) => service.subscribe(listener),
    onClient: async (caller) => {
      client = caller;
      // Firefox lets in only the extensions that the manifest names, and does not report their origins.
      if (announcement !== undefined && callerOrigin === "" && client.origin.startsWith("moz-extension:")) {
        await openPairings(state)
          .letIn(client.origin, "native")
          .catch((error: unknown) => debugLog(`not let in: ${String(error)}`));
      }
    },
    handOver: (project) => handOver(service, state, project),
    log: (line) => process.stderr.write(`svc: ${printable(line)}\n`),
  });
  forceExitAfter(goodbyeMs);
  await announcement?.withdraw();
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
