import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { version } from "../contract/version.js";
import { makeMcpServer } from "../mcp/server.js";
import type { ToolDispatcher } from "../mcp/tool-dispatcher.js";
import { debugLog } from "../store/log.js";
import { findProject } from "../store/project-root.js";
import { forceExitAfter, isProbe } from "./environment.js";
import type { Session } from "./session.js";
import { checkedInput } from "./stdio-lines.js";

/** `svc-capture`: serves one agent over stdio until its end of the pipe closes. */
export async function runMcp({ project, tools }: { project: string | undefined; tools: "core" | "all" }): Promise<number> {
  const root = findProject(process.cwd(), project);
  let session: Promise<Session> | undefined;
  const open = () => {
    session ??= import("./session.js")
      .then(({ openSession }) => openSession(root, server))
      .catch((error: unknown) => {
        // What prevented opening the project may be mended by the next call.
        session = undefined;
        throw error;
      });
    return session;
  };
  const context = async () => contextOf(await open());
  let threads: ToolDispatcher | undefined;
  const apart: ToolDispatcher = async (call) => {
    threads ??= (await import("./apart.js")).openApart(root, context);
    return threads(call);
  };
  const server = makeMcpServer({ version, tools, context, log: debugLog, apart });
  const ended = untilEnd();
  await server.connect(new StdioServerTransport(checkedInput(process.stdin, process.stdout), process.stdout));
  const early = isProbe() ? undefined : openEarly(open);
  await ended;
  forceExitAfter(goodbyeMs);
  clearTimeout(early);
  await server.close();
  process.stdin.destroy();
  await session?.then(({ close }) => close()).catch((error: unknown) => debugLog(`the project could not be closed: ${String(error)}`));
  return 0;
}

/** Asked before every tool call: the folder may have gone since the last. */
async function contextOf({ context, ensureThere }: Session): Promise<Session["context"]> {
  await ensureThere();
  return context;
}

/** How long what an agent that has gone asked for may still take. */
const goodbyeMs = 3_000;

/** The store is opened behind the handshake, so that the agent's first answer does not wait for it. */
function openEarly(open: () => Promise<Session>): NodeJS.Timeout {
  // A tool that needs the project reports what is wrong with it; here it is only prepared.
  const prepare = () => void open().catch((error: unknown) => debugLog(`the project could not be opened: ${String(error)}`));
  process.stdin.once("data", () => setImmediate(prepare));
  return setTimeout(prepare, 1_000);
}

/** The agent is gone when its pipe closes in either direction, or it sends a signal. */
function untilEnd(): Promise<void> {
  return new Promise((resolve) => {
    process.stdin.once("end", resolve).once("close", resolve).once("error", resolve);
    process.stdout.once("error", resolve);
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, () => resolve());
  });
}
