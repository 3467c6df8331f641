import { randomUUID } from "node:crypto";
import { rm } from "node:fs/promises";
import { ServiceError } from "../contract/errors.js";
import { limits } from "../contract/limits.js";
import { type CaptureRequest, captureRequestSchema, requestIdSchema } from "../contract/request.js";
import { isSameOrigin } from "../contract/routing.js";
import { listAndSweep, writeInside } from "./atomic-write.js";
import type { StoreContext } from "./context.js";
import { parseJson } from "./failures.js";
import { pathInside, readInside } from "./folder.js";
import { atTime, isOpen, refuseEnded, refuseTooMany } from "./request-rules.js";
import { waitForRequest } from "./request-wait.js";

export interface RequestStore {
  /** Throws `too-many-requests` when 10 are open. */
  create(wish: { url: string; purpose?: string; guidance?: string }): Promise<CaptureRequest>;
  /** Throws `not-found`. A request whose time has passed reads as expired. */
  get(id: string): Promise<CaptureRequest>;
  /** The open ones (pending or acknowledged), oldest first. `url`: those of the same origin. */
  pending(query?: { url?: string | undefined }): Promise<readonly CaptureRequest[]>;
  /** All that are kept, oldest first. */
  all(): Promise<readonly CaptureRequest[]>;
  /** Throws `not-found`, or `conflict` when it has ended. Doing it again changes nothing. */
  acknowledge(id: string): Promise<CaptureRequest>;
  decline(id: string, reason?: string): Promise<CaptureRequest>;
  /** Ends a request with a capture of `pageUrl`; false when it is unknown, over, or of another origin. */
  complete(id: string, capture: { filename: string; pageUrl: string }): Promise<boolean>;
  /** Waits until the request has ended, `timeoutMs` are over or the signal aborts; gives its state then. */
  wait(id: string, options: { timeoutMs: number; signal?: AbortSignal }): Promise<CaptureRequest>;
}

const fileMaxBytes = 64 * 1024;
/** Ended requests are kept this long for agents that ask late. */
const keptMs = 24 * 60 * 60_000;

export function openRequests({ layout: { requests: folder }, log, locked }: StoreContext): RequestStore {
  const damaged = new Set<string>();

  async function read(id: string): Promise<CaptureRequest | undefined> {
    if (!requestIdSchema.safeParse(id).success) return undefined;
    const text = await readInside(folder, `${id}.json`, fileMaxBytes);
    if (text === undefined) return undefined;
    const { data } = captureRequestSchema.safeParse(parseJson(text));
    if (data?.id === id) return atTime(data, Date.now());
    if (!damaged.has(id)) log(`a damaged request file is skipped: ${id}.json`);
    damaged.add(id);
    return undefined;
  }

  async function get(id: string): Promise<CaptureRequest> {
    const request = await read(id);
    if (request === undefined) throw new ServiceError("not-found", "There is no such capture request. Ended ones are kept for a day.");
    return request;
  }

  async function all(): Promise<CaptureRequest[]> {
    const names = (await listAndSweep(folder)).filter((name) => name.endsWith(".json"));
    const found = await Promise.all(names.map((name) => read(name.slice(0, -".json".length))));
    return found
      .filter((request) => request !== undefined)
      .sort((a, b) => Date.parse(a.createdAt) - Date.parse(b.createdAt) || a.id.localeCompare(b.id));
  }

  const write = (request: CaptureRequest) => writeInside(folder, `${request.id}.json`, JSON.stringify(request));

  async function create({ url, purpose = "", guidance = "" }: Parameters<RequestStore["create"]>[0]): Promise<CaptureRequest> {
    return locked("requests", async () => {
      const known = await all();
      refuseTooMany(known.filter(isOpen).length);
      await forget(known.filter((request) => !isOpen(request) && Date.now() - Date.parse(request.expiresAt) > keptMs));
      const now = Date.now();
      const request = captureRequestSchema.parse({
        id: randomUUID(),
        url,
        purpose,
        guidance,
        status: "pending",
        createdAt: new Date(now).toISOString(),
        expiresAt: new Date(now + limits.requestLifetimeMs).toISOString(),
      });
      await write(request);
      return request;
    });
  }

  async function forget(old: readonly CaptureRequest[]): Promise<void> {
    for (const { id } of old) await rm(await pathInside(folder, `${id}.json`), { force: true });
  }

  /** `edit` gives the request back unchanged when nothing is to be written. */
  async function change(id: string, edit: (request: CaptureRequest) => CaptureRequest): Promise<CaptureRequest> {
    return locked("requests", async () => {
      const before = await get(id);
      const after = edit(before);
      if (after !== before) await write(after);
      return after;
    });
  }

  async function complete(id: string, { filename, pageUrl }: Parameters<RequestStore["complete"]>[1]): Promise<boolean> {
    const known = await read(id);
    if (known === undefined || !isSameOrigin(known.url, pageUrl)) return false;
    const ended = await change(id, (request) => (isOpen(request) ? { ...request, status: "completed", capture: filename } : request));
    // The same capture sent again after a broken connection completes nothing new, and is told the same.
    return ended.status === "completed" && ended.capture === filename;
  }

  return {
    create,
    get,
    all,
    complete,
    pending: async ({ url } = {}) =>
      (await all()).filter((request) => isOpen(request) && (url === undefined || isSameOrigin(request.url, url))),
    acknowledge: (id) =>
      change(id, (request) => {
        refuseEnded(request);
        return request.status === "acknowledged" ? request : { ...request, status: "acknowledged" };
      }),
    decline: (id, reason) =>
      change(id, (request) => {
        if (request.status === "declined") return request;
        refuseEnded(request);
        return { ...request, status: "declined", ...(reason === undefined ? {} : { reason }) };
      }),
    wait: (id, options) => waitForRequest(folder, () => get(id), options),
  };
}
