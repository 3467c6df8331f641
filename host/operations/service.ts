import type { z } from "zod";
import { ALLOWED_CONFIG_KEYS } from "../contract/config.js";
import { fieldComplaint, internalError, ServiceError } from "../contract/errors.js";
import type { ServiceEvent } from "../contract/events.js";
import { isRecord, isTooDeep, jsonDepthMax } from "../contract/json.js";
import { limits } from "../contract/limits.js";
import {
  type OpenCall,
  type OperationName,
  operationNames,
  operations,
  type ParsedInput,
  type ServerInfo,
} from "../contract/operations.js";
import { truncate } from "../contract/printable.js";
import { explainWriteFailure, reasonOf } from "../store/failures.js";
import { debugLog } from "../store/log.js";
import { isWaiting, whenRead } from "../store/project/news.js";
import type { Store } from "../store/store.js";
import { listPresences } from "../store/user/presence.js";
import { handlers, type OperationContext, serverInfo } from "./handlers.js";
import { openProjects, type Projects } from "./projects.js";

interface ServiceOptions {
  readonly stateFolder: string;
  /** Serves this one project; without it every registered one, by id or by page URL. */
  readonly root?: string;
  readonly version: string;
}

export interface Service {
  readonly call: OpenCall;
  /** Reports the events of all projects served. Returns a disposer. */
  subscribe(listener: (event: ServiceEvent) => void): () => void;
  projects(): Promise<readonly ServerInfo[]>;
  /** The session key of a project (ServerInfo.id), for native messaging alone: no operation reaches it. Throws ServiceError `no-match`. */
  sessionKey(project: string): Promise<string>;
  close(): Promise<void>;
}

export async function openService({ stateFolder, root, version }: ServiceOptions): Promise<Service> {
  const projects = await openProjects(stateFolder, root);
  const timers = new Set<NodeJS.Timeout>();
  const schedule = (at: number, work: () => Promise<void>) => {
    const run = () => {
      timers.delete(timer);
      void work();
    };
    const timer = setTimeout(run, Math.max(0, at - Date.now())).unref();
    timers.add(timer);
  };
  const contextOf = (store: Store, rivals: readonly Store[] = []): OperationContext => ({
    ...{ store, rivals, version, schedule },
    other: async (id) => (await projects.all()).find((one) => one.id === id),
    agents: async () => {
      const connected = await listPresences(stateFolder, { kind: "mcp", projectRoot: store.root });
      const named = connected.filter(({ agent }) => agent !== undefined);
      const agent = (named.find(isWaiting) ?? named[0])?.agent ?? "";
      return { agent, listening: whenRead(connected, store.hooks()) };
    },
  });
  const stopTidying = keepTidy(projects);

  async function run<N extends OperationName>(name: N, input: unknown, project?: string, bytes?: number): Promise<unknown> {
    const parsed = parseInput(name, input, bytes);
    const pageUrl = pageUrlOf(parsed);
    // A page asks with `info:get` whose it is, even of a server with one project; all else that reaches that is for its project.
    const isRouted = name === "info:get" && project === undefined && pageUrl !== undefined;
    const owners = isRouted ? await projects.route(pageUrl) : ([await projects.find({ project, pageUrl })] as const);
    const [store, ...rivals] = owners;
    await store.ensureThere();
    if (name === "captures:create" && pageUrl !== undefined) await projects.refuseForeign(store, pageUrl);
    return handlers[name](contextOf(store, rivals), parsed);
  }

  /** The one entry point: checks name, size and input, finds the project, runs the handler. Rejects with ServiceError only. */
  const call: OpenCall = async (name, input, project, bytes) => {
    try {
      return await run(operationOf(name), input, project, bytes);
    } catch (error) {
      throw toServiceError(error, name);
    }
  };

  return {
    call,
    subscribe: (listener: (event: ServiceEvent) => void) => subscribeAll(projects, listener),
    projects: async (): Promise<readonly ServerInfo[]> => Promise.all((await projects.all()).map((store) => serverInfo(contextOf(store)))),
    sessionKey: async (project: string) => (await projects.find({ project })).sessionKey.read(),
    close: async () => {
      stopTidying();
      for (const timer of timers) clearTimeout(timer);
      await projects.close();
    },
  };
}

function toServiceError(error: unknown, name: string): ServiceError {
  const explained = explainWriteFailure(error);
  if (explained instanceof ServiceError) return explained;
  debugLog(`${name} failed: ${reasonOf(error)} ${framesOf(error)}`);
  return internalError(error);
}

/** Where it happened, without folders: a log must not contain the user's paths. */
function framesOf(error: unknown): string {
  const stack = error instanceof Error ? (error.stack ?? "") : "";
  const frames = [...stack.matchAll(/^[ \t]{1,20}at (.*)$/gm)]
    .slice(0, 6)
    .map(([, frame = ""]) => frame.slice(0, 1_000).replace(/(?:file:\/\/)?[^\s()]*[\\/]/g, ""));
  return frames.join(" < ");
}

/** The address of the page that an input is about, wherever its operation carries it; undefined when it is about none. */
function pageUrlOf(input: unknown): string | undefined {
  if (!isRecord(input)) return undefined;
  const { pageUrl, metadata, url } = input;
  const candidates = [pageUrl, isRecord(metadata) ? metadata["url"] : undefined, url];
  return candidates.find((candidate) => typeof candidate === "string");
}

/** Watches every project; one that comes or goes is reported as a changed configuration: pages may be its own now. Returns a disposer. */
function subscribeAll(projects: Projects, listener: (event: ServiceEvent) => void): () => void {
  const stops = new Map<string, () => void>();
  let isStopped = false;
  let isFirst = true;

  async function follow(): Promise<void> {
    const stores = await projects.all();
    if (isStopped) return;
    for (const store of stores) {
      if (stops.has(store.id)) continue;
      stops.set(store.id, store.watch(listener));
      if (!isFirst) listener({ type: "config:changed", project: store.id });
    }
    isFirst = false;
    const served = new Set(stores.map(({ id }) => id));
    for (const [id, stop] of stops) {
      if (served.has(id)) continue;
      stop();
      stops.delete(id);
      listener({ type: "config:changed", project: id });
    }
  }

  const followSafely = () => {
    follow().catch((error: unknown) => debugLog(`projects cannot be followed: ${reasonOf(error)}`));
  };
  followSafely();
  const stopWatching = projects.watch(followSafely);
  const timer = setInterval(followSafely, limits.registryRefreshMs).unref();
  return () => {
    isStopped = true;
    clearInterval(timer);
    stopWatching();
    for (const stop of stops.values()) stop();
  };
}

/** Long after the first answers, and then now and then: nobody waits for it. */
const firstAfterMs = 5_000;
const everyMs = 60 * 60_000;

/** Archives old captures of all projects in the background. Returns a disposer. */
export function keepTidy(projects: Projects): () => void {
  // A project that cannot be written keeps no other from being tidied.
  const logFailure = (error: unknown) => debugLog(`tidying failed: ${reasonOf(error)}`);
  async function tidy(): Promise<void> {
    for (const store of await projects.all()) {
      const moved = (await store.tidy().catch(logFailure)) ?? 0;
      if (moved > 0) debugLog(`${moved} captures of ${store.name} went to the archive`);
    }
  }
  const tidySafely = () => void tidy().catch(logFailure);
  const first = setTimeout(tidySafely, firstAfterMs).unref();
  const later = setInterval(tidySafely, everyMs).unref();
  return () => {
    clearTimeout(first);
    clearInterval(later);
  };
}

const issuesShown = 3;

/** The operation of a name from outside. Throws ServiceError `not-found`. */
function operationOf(name: string): OperationName {
  const known = operationNames.find((one) => one === name);
  if (known !== undefined) return known;
  throw new ServiceError("not-found", `There is no such operation. There are: ${operationNames.join(", ")}.`);
}

function refusal(name: OperationName, { issues }: z.ZodError): ServiceError {
  const unknown = issues.find(({ code }) => code === "unrecognized_keys");
  if (name === "config:update" && unknown?.code === "unrecognized_keys") {
    return new ServiceError(
      "config-key-not-allowed",
      `${unknown.keys.map((key) => truncate(key, 101)).join(", ")} cannot be configured; nothing was changed. Allowed: ${ALLOWED_CONFIG_KEYS.join(", ")}.`,
    );
  }
  const shown = issues.slice(0, issuesShown).map(({ path, message }) => `${fieldOf(path)}: ${fieldComplaint(message)}`);
  const more = issues.length > issuesShown ? ` (and ${issues.length - issuesShown} more)` : "";
  return new ServiceError("invalid-input", `The input of ${name} is not valid. ${shown.join("; ")}${more}`);
}

function fieldOf(path: readonly PropertyKey[]): string {
  return path.length === 0 ? "input" : truncate(path.map(String).join("."), 101);
}

/** The table once more, in a form that keeps name and input type together. */
const inputs: { readonly [N in OperationName]: { readonly input: z.ZodType<ParsedInput<N>> } } = operations;

/** `messageBytes`: of the whole message; measured where unknown. Throws ServiceError `invalid-input`, `too-large`, `config-key-not-allowed`. */
function parseInput<N extends OperationName>(name: N, input: unknown, messageBytes = Number.POSITIVE_INFINITY): ParsedInput<N> {
  const { maxBytes, method } = operations[name];
  if (isTooDeep(input))
    throw new ServiceError("invalid-input", `The input of ${name} is nested more than ${jsonDepthMax} levels deep. Send plain data.`);
  if (messageBytes > maxBytes && Buffer.byteLength(JSON.stringify(input) ?? "") > maxBytes)
    throw new ServiceError("too-large", `The input of ${name} is longer than ${maxBytes} bytes of JSON. Send less.`);
  // Callers without anything to ask leave the input out; nothing is no configuration and no capture, though.
  const isNothing = input === undefined || (input === null && method === "GET");
  const result = inputs[name].input.safeParse(isNothing ? {} : input);
  if (!result.success) throw refusal(name, result.error);
  return result.data;
}
