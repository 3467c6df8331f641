import type { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { limits } from "../contract/limits.js";
import { truncate } from "../contract/printable.js";
import { routePage } from "../contract/routing.js";
import { trustOf } from "../contract/trust.js";
import { version } from "../contract/version.js";
import { compareBaseline } from "../operations/compare-baseline.js";
import { noteCase } from "../operations/keep.js";
import { verifyAnnotation } from "../operations/verify.js";
import { openSourceFiles } from "../project/source-files.js";
import { stateFolderProblem } from "../store/failures.js";
import { debugLog } from "../store/log.js";
import { openStore } from "../store/store.js";
import { type Announcement, announce, lastHello, listPresences } from "../store/user/presence.js";
import { openRegistry } from "../store/user/registry.js";
import { stateFolder } from "../store/user/state-folder.js";
import type { ToolContext } from "../tools/context.js";
import { isProbe } from "./environment.js";
import { startHttpWhenNeeded } from "./http.js";

export type Session = Awaited<ReturnType<typeof openSession>>;

/** What one agent's process does beside answering: it registers and announces the project, and sees that the browser can reach it. */
export async function openSession(root: string, server: Server) {
  const state = stateFolder();
  let problem: string | undefined;
  // A slow agent may introduce itself after its project was opened.
  const agent = () => truncate(server.getClientVersion()?.name ?? "", limits.agentMaxChars);
  let announcement: Announcement | undefined;
  const opened = await openProject(root, state, {
    agent,
    problem: () => problem,
    onWaiting: async (untilMs) => announcement?.update({ waitingUntil: new Date(untilMs).toISOString() }),
  });
  if (isProbe()) return opened;
  await openRegistry(state)
    .register(root)
    .catch((error: unknown) => {
      // The captures can be read all the same.
      problem = stateFolderProblem(error);
      if (problem === undefined) throw error;
    });
  const announced = await announce(state, { kind: "mcp", version, projectRoot: opened.root, agent: agent() });
  announcement = announced;
  const introduce = () => {
    if (announced.presence.agent === agent()) return;
    announced.update({ agent: agent() }).catch((error: unknown) => debugLog(`the agent could not be announced: ${String(error)}`));
  };
  server.oninitialized = introduce;
  introduce();
  problem ??= announced.problem;
  const startHttp = (waitedMs?: number) =>
    startHttpWhenNeeded(opened.root, state, waitedMs).catch((error: unknown) => debugLog(`HTTP could not be started: ${String(error)}`));
  await startHttp();

  const announceList = () => void server.sendResourceListChanged().catch((error: unknown) => debugLog(`MCP: ${String(error)}`));
  const timers = new Set<NodeJS.Timeout>();
  const unsubscribe = opened.context.subscribe((event) => {
    if (event.type === "capture:created") setTimeout(announceList, answerMs).unref();
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
    ensureThere: opened.ensureThere,
    close: async (): Promise<void> => {
      unsubscribe();
      for (const timer of timers) clearTimeout(timer);
      await announced.withdraw();
      await opened.close();
    },
  };
}

interface ProjectOptions {
  /** Name of the agent; empty when it has none. */
  readonly agent?: () => string;
  /** What is known to keep the browser from the project. */
  readonly problem?: () => string | undefined;
  /** Gets until when (Unix ms) a tool call of this process waits for a person; the present when none does any more. */
  readonly onWaiting?: (untilMs: number) => Promise<void>;
}

/** Opens all that tools may ask for, over one project. Creates its store when it has none. */
export async function openProject(
  root: string,
  stateFolder: string,
  { agent = () => "", problem = () => undefined, onWaiting = async () => undefined }: ProjectOptions = {},
) {
  const store = await openStore(root, { stateFolder });
  const { captures, annotations, baselines, requests, snapshots } = store;
  const sources = openSourceFiles(store.root);
  const waiting = new Map<symbol, number>();
  const context: ToolContext = {
    ...{ captures, annotations, baselines, requests, snapshots },
    get agent() {
      return agent();
    },
    noteCase: (annotation) => noteCase(store, annotation),
    verify: (verification) => verifyAnnotation(store, verification),
    patternsWithout: async (url) => {
      const { urlPatterns, trustedPatterns } = await store.config.get();
      const isClaimed = routePage(url, [{ projectRoot: store.root, urlPatterns, trustedPatterns }]) !== undefined;
      return isClaimed ? undefined : urlPatterns;
    },
    isAnsweredAutomatically: async (url) => trustOf(url, []) === "trusted" && (await store.config.get()).autoAnswerRequests,
    whileWaiting: makeWaiting(waiting, onWaiting),
    sources,
    compareBaseline: (query) => compareBaseline(store, query),
    connections: async () => {
      const [presences, hello] = await Promise.all([listPresences(stateFolder), lastHello(stateFolder)]);
      const here = presences.filter(({ projectRoot }) => projectRoot === store.root);
      return {
        nativeHosts: presences.filter(({ kind }) => kind === "native").length,
        httpPort: here.find(({ kind }) => kind === "http")?.port,
        agents: here.flatMap(({ kind, agent }) => (kind === "mcp" && agent !== undefined && agent !== "" ? [agent] : [])),
        lastSeenAt: hello?.at,
        problem: problem(),
      };
    },
    subscribe: (listener) => store.watch(listener, () => void (waiting.size > 0 && sources.lookAhead())),
  };
  const close = async (): Promise<void> => {
    await Promise.all([requests.withdrawOwn(), annotations.endWork()]).catch((error: unknown) =>
      debugLog(`what is under way could not be withdrawn: ${String(error)}`),
    );
    await store.close();
  };
  return { root: store.root, context, ensureThere: () => store.ensureThere(), close };
}

/** Longer than an answer takes to be out. */
const answerMs = 10;

/** Reports the calls that wait at one time, which stand in `ends` with their Unix ms: until the last of them ends. */
function makeWaiting(ends: Map<symbol, number>, report: (untilMs: number) => Promise<void>): ToolContext["whileWaiting"] {
  let reported: Promise<void> = Promise.resolve();
  /** One after the other, each with what holds then. */
  const update = () => {
    reported = reported
      .then(() => report(Math.max(Date.now(), ...ends.values())))
      .catch((error: unknown) => debugLog(`waiting could not be noted: ${String(error)}`));
  };
  return async (timeoutMs, run) => {
    const call = Symbol("call");
    ends.set(call, Date.now() + timeoutMs);
    // Nobody waits for the note: it is for the sidebar.
    update();
    try {
      return await run();
    } finally {
      ends.delete(call);
      setTimeout(update, answerMs).unref();
    }
  };
}
