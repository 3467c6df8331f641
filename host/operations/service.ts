import { ServiceError } from "../contract/errors.js";
import type { ServiceEvent } from "../contract/events.js";
import type { OpenCall, OperationName, ServerInfo } from "../contract/operations.js";
import { explainWriteFailure, reasonOf } from "../store/failures.js";
import { debugLog, type Log } from "../store/log.js";
import type { Store } from "../store/store.js";
import { listPresences } from "../store/user/presence.js";
import type { OperationContext } from "./context.js";
import { keepTidy } from "./housekeeping.js";
import { pageUrlOf } from "./page-url.js";
import { openAllProjects, openOneProject, type Projects } from "./projects.js";
import { parseInput, runOperation } from "./run.js";
import { serverInfo } from "./server-info.js";
import { subscribeAll } from "./subscribe.js";
import { operationOf, refuseTooLarge } from "./validate.js";

export interface ServiceOptions {
  readonly stateFolder: string;
  /** Serves this one project; without it every registered one, by id or by page URL. */
  readonly root?: string;
  /** Name of the agent that is connected to this process. */
  readonly agent?: string;
  readonly version: string;
  readonly log?: Log;
}

export interface Service {
  /** The one door: checks name, size and input, finds the project, runs the handler. Rejects with ServiceError only. */
  readonly call: OpenCall;
  /** Tells the events of all projects served. Gives the function that ends it. */
  subscribe(listener: (event: ServiceEvent) => void): () => void;
  projects(): Promise<readonly ServerInfo[]>;
  /**
   * The session key of a project (ServerInfo.id), for native messaging alone: no operation reaches it. Throws ServiceError `no-match` for a
   * project that is not served.
   */
  sessionKey(project: string): Promise<string>;
  close(): Promise<void>;
}

/** Opens the 14 operations over one project or all of them. */
export async function openService({ stateFolder, root, agent, version, log = debugLog }: ServiceOptions): Promise<Service> {
  const projects = root === undefined ? openAllProjects(stateFolder, log) : await openOneProject(root, stateFolder, log);
  const contextOf = (store: Store): OperationContext => ({ store, version, log, agent: () => agentIn(stateFolder, store.root, agent) });
  const stopTidying = keepTidy(projects, log);

  async function run<N extends OperationName>(name: N, input: unknown, project?: string, bytes?: number): Promise<unknown> {
    refuseTooLarge(name, input, bytes);
    const parsed = parseInput(name, input);
    const store = await storeFor(projects, name, parsed, project);
    const pageUrl = name === "captures:create" ? pageUrlOf(parsed) : undefined;
    if (pageUrl !== undefined) await projects.refuseForeign(store, pageUrl);
    return runOperation(name, contextOf(store), parsed);
  }

  return {
    call: async (name, input, project, bytes) => {
      try {
        return await run(operationOf(name), input, project, bytes);
      } catch (error) {
        throw toServiceError(error, name, log);
      }
    },
    subscribe: (listener) => subscribeAll(projects, listener, log),
    projects: async () => Promise.all((await projects.all()).map((store) => serverInfo(contextOf(store)))),
    sessionKey: async (project) => (await projects.find({ project })).sessionKey.read(),
    close: async () => {
      stopTidying();
      await projects.close();
    },
  };
}

/** A page asks with `info:get` whose it is, even of a server with one project; all else that reaches that is for its project. */
function storeFor(projects: Projects, name: OperationName, input: unknown, project: string | undefined): Promise<Store> {
  const pageUrl = pageUrlOf(input);
  return name === "info:get" && project === undefined && pageUrl !== undefined
    ? projects.route(pageUrl)
    : projects.find({ project, pageUrl });
}

/** This process's own agent, else one that is connected to another process of the project. */
async function agentIn(stateFolder: string, projectRoot: string, own: string | undefined): Promise<string> {
  if (own !== undefined) return own;
  const presences = await listPresences(stateFolder, { kind: "mcp", projectRoot });
  return presences.find(({ agent }) => agent !== undefined)?.agent ?? "";
}

function toServiceError(error: unknown, name: string, log: Log): ServiceError {
  const explained = explainWriteFailure(error);
  if (explained instanceof ServiceError) return explained;
  log(`${name} failed: ${reasonOf(error)} ${framesOf(error)}`);
  return new ServiceError("internal", "The service failed on this call. Run `svc-init doctor`, or set SVC_DEBUG=1 to see why.", {
    cause: error,
  });
}

/** Where it happened, without folders: a log must not tell where the user keeps things. */
function framesOf(error: unknown): string {
  const stack = error instanceof Error ? (error.stack ?? "") : "";
  const frames = [...stack.matchAll(/^\s+at (.*)$/gm)]
    .slice(0, 6)
    .map(([, frame = ""]) => frame.replace(/(?:file:\/\/)?[^\s()]*[\\/]/g, ""));
  return frames.join(" < ");
}
