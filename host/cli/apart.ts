import { once } from "node:events";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";
import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";
import { makeToolDispatcher, type ToolDispatcher, type ToolRequest } from "../mcp/tool-dispatcher.js";
import { reasonOf } from "../store/failures.js";
import { debugLog } from "../store/log.js";
import type { PlacedAnnotation } from "../store/project/annotations.js";
import { stateFolder } from "../store/user/state-folder.js";
import type { ToolContext } from "../tools/context.js";
import { markRead } from "../tools/read-words.js";
import { toolsOf } from "../tools/registry.js";
import { openProject } from "./session.js";

/** Threads that judge at one time: each holds a capture of megabytes. */
const mostThreads = 2;
/** How long a thread without work waits for the next, in milliseconds. */
const idleMs = 60_000;

type MarkArguments = readonly [read: readonly PlacedAnnotation[], step: "seen" | "working"];

/**
 * Runs calls of tools in at most two threads, so that others are answered meanwhile. An abandoned call ends with its thread. What a call has read is
 * marked in `context`, outside of any thread: that knows what the agent has before it, and a thread that is ended would leave a lock behind.
 */
export function openApart(
  root: string,
  context: () => Promise<ToolContext>,
  start: (root: string) => Worker = startThread,
): ToolDispatcher {
  const idle = new Map<Worker, NodeJS.Timeout>();
  const waiting: (() => void)[] = [];
  let running = 0;
  let marking: Promise<unknown> = Promise.resolve();

  const mark = async (...read: MarkArguments) => markRead(await context(), ...read);

  function take(): Worker {
    const [[known, timer] = []] = idle;
    if (known === undefined) return begin();
    clearTimeout(timer);
    idle.delete(known);
    return known;
  }

  function begin(): Worker {
    const worker = start(root);
    // A thread may also fail while nobody waits for it.
    worker.on("error", (error) => debugLog(`a thread failed: ${reasonOf(error)}`));
    worker.on("message", ({ read, answer }: { read?: MarkArguments; answer?: CallToolResult }) => {
      if (read === undefined) worker.emit("answer", answer);
      else
        marking = Promise.all([marking, mark(...read)]).catch((error: unknown) =>
          debugLog(`what was read is not noted: ${reasonOf(error)}`),
        );
    });
    worker.once("exit", () => {
      clearTimeout(idle.get(worker));
      idle.delete(worker);
    });
    return worker;
  }

  function keep(worker: Worker): void {
    const end = () => {
      idle.delete(worker);
      void worker.terminate();
    };
    idle.set(worker, setTimeout(end, idleMs).unref());
  }

  async function run({ name, args, signal }: ToolRequest): Promise<CallToolResult> {
    signal.throwIfAborted();
    const worker = take();
    const over = new AbortController();
    // The first rejects when the thread fails, or the call is abandoned.
    const answer = once(worker, "answer", { signal: AbortSignal.any([signal, over.signal]) });
    const end = once(worker, "exit", { signal: over.signal }).then(() => Promise.reject(new Error("The thread of this call has ended.")));
    try {
      worker.postMessage({ name, args });
      const [found] = await Promise.race([answer, end]);
      keep(worker);
      await marking;
      return found;
    } catch (error) {
      void worker.terminate();
      throw error;
    } finally {
      over.abort();
      await Promise.allSettled([answer, end]);
    }
  }

  return async (request) => {
    if (running === mostThreads) await new Promise<void>((resolve) => waiting.push(resolve));
    else running++;
    try {
      return await run(request);
    } finally {
      const next = waiting.shift();
      if (next === undefined) running--;
      else next();
    }
  };
}

/** The program itself, which finds out that it runs in a thread. Stdout is the protocol's. */
function startThread(root: string): Worker {
  const worker = new Worker(new URL(import.meta.url), { workerData: root, stdout: true });
  worker.unref();
  return worker;
}

/** In a thread: answers one call after another, over a store of its own. */
export function serveApart(): void {
  if (isMainThread || parentPort === null) throw new Error("this serves threads of the program");
  const project = openProject(String(workerData), stateFolder());
  const port = parentPort;
  const report: ToolContext["annotations"]["markRead"] = async (read, step) => port.postMessage({ read: [read, step] });
  const open = async (): Promise<ToolContext> => {
    const { context } = await project;
    return { ...context, annotations: { ...context.annotations, markRead: report } };
  };
  const dispatch = makeToolDispatcher(toolsOf("all"), open, debugLog);
  const { signal } = new AbortController();
  // What a judgement leaves behind is collected while nobody waits: V8 itself lets a gigabyte come together.
  setFlagsFromString("--expose-gc");
  const collect: unknown = runInNewContext("gc");
  port.on("message", async ({ name, args }) => {
    port.postMessage({ answer: await dispatch({ name, args, signal }) });
    if (typeof collect === "function") setImmediate(() => collect());
  });
}
