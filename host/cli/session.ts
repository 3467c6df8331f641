import type { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { limits } from "../contract/limits.js";
import { debugLog } from "../store/log.js";
import { announce } from "../store/presence.js";
import { openRegistry } from "../store/registry.js";
import { stateFolder } from "../store/state-folder.js";
import { openProject } from "./context.js";
import { isProbe } from "./environment.js";
import { startHttpWhenNeeded } from "./http.js";
import type { Session } from "./mcp.js";
import { version } from "./version.js";

/** What one agent's process does beside answering: it registers and announces the project, and sees that the browser can reach it. */
export async function openSession(root: string, server: Server): Promise<Session> {
  const state = stateFolder();
  const opened = await openProject(root, state);
  if (isProbe()) return opened;
  const { root: realRoot } = await openRegistry(state).register(root);
  const agent = server.getClientVersion()?.name ?? "";
  const announcement = await announce(state, { kind: "mcp", version, projectRoot: realRoot, agent });
  const startHttp = (waitedMs?: number) =>
    startHttpWhenNeeded(realRoot, state, waitedMs).catch((error: unknown) => debugLog(`HTTP could not be started: ${String(error)}`));
  await startHttp();

  const timers = new Set<NodeJS.Timeout>();
  const unsubscribe = opened.context.subscribe((event) => {
    if (event.type === "capture:created") server.sendResourceListChanged().catch((error: unknown) => debugLog(`MCP: ${String(error)}`));
    if (event.type !== "request:created") return;
    // The one started with this session may have ended since.
    void startHttp();
    const timer = setTimeout(() => {
      timers.delete(timer);
      void startHttp(limits.requestWaitForNativeMs);
    }, limits.requestWaitForNativeMs);
    timers.add(timer);
  });

  return {
    context: opened.context,
    async close() {
      unsubscribe();
      for (const timer of timers) clearTimeout(timer);
      await announcement.withdraw();
      await opened.close();
    },
  };
}
