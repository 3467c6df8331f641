import { randomUUID } from "node:crypto";
import { rm } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { ServiceError, undefinedIfMissing } from "../../contract/errors.js";
import { limits } from "../../contract/limits.js";
import { type CaptureRequest, captureRequestSchema, requestIdSchema } from "../../contract/request.js";
import { isSameOrigin, isSamePage } from "../../contract/routing.js";
import type { Accepted } from "../../contract/user-state.js";
import { listAndSweep, writeInside } from "../fs/atomic-write.js";
import { inHeldFolder } from "../fs/folder.js";
import { readJson } from "../fs/json-file.js";
import { lifeOf, ownIdentity } from "../fs/process-identity.js";
import { debugLog } from "../log.js";
import { sha256 } from "../user/receipts.js";
import type { StoreContext } from "./context.js";
import type { Origins } from "./origin.js";

type AskedField = "kind" | "annotation" | "question" | "element" | "purpose" | "guidance";

/** What an agent asks for: a capture by default. */
interface NewRequest extends Pick<CaptureRequest, "url">, Partial<Pick<CaptureRequest, AskedField>> {
  /** In how many milliseconds it expires: five minutes by default, and at most. */
  readonly lifetimeMs?: number;
  /** Unix ms until which the agent waits and decides a check itself. */
  readonly decidedUntilMs?: number;
}

/** The reason of one that ended because the agent has gone or has abandoned its call. */
const nobodyWaits = "Nobody waits for it any more.";
/** How often a request is read that somebody waits for. */
const pollMs = 100;
/** Ended requests stay this long for agents that ask late. */
const retentionMs = 24 * 60 * 60_000;
const fileMaxBytes = 64 * 1024;

/** The capture requests: a file each, named by its id. One that this machine's store did not make does not exist. */
export interface RequestStore {
  /** Throws `too-many-requests` when 10 are open, `conflict` for a second open question about an annotation. `prepare` runs before anybody can read the request; where it throws there is none. */
  create(wanted: NewRequest, prepare?: (request: CaptureRequest) => Promise<void>): Promise<CaptureRequest>;
  /** Ends a request with a capture of `pageUrl`; false when it is unknown, over, a question, or of another origin. */
  complete(id: string, capture: { filename: string; pageUrl: string }): Promise<boolean>;
  get(id: string): Promise<CaptureRequest>;
  /** All that are stored, oldest first. */
  all(): Promise<CaptureRequest[]>;
  /** The agent that asked has gone or has abandoned its call: the request ends as expired. One that has ended stays as it is. */
  withdraw(id: string): Promise<CaptureRequest>;
  /** Ends all open requests that were made here: this process is about to end. */
  withdrawOwn(): Promise<void>;
  /** Completes the open requests for a capture's very page that were made before it, or the checks of some annotations alone; returns the oldest one's id. */
  completeForPage(
    capture: { filename: string; pageUrl: string; capturedAt: string },
    checked?: readonly { readonly id: string }[],
  ): Promise<string | undefined>;
  /** The open ones (pending or acknowledged), oldest first. `url`: those of the same origin. */
  pending(query?: { url?: string | undefined }): Promise<CaptureRequest[]>;
  /** The person has seen it; `answer` ends a question. `not-found`, `conflict` when it has ended, `invalid-input` for no question. */
  acknowledge(id: string, answer?: string): Promise<CaptureRequest>;
  decline(id: string, reason?: string): Promise<CaptureRequest>;
  /** Waits until the request has ended, `timeoutMs` are over or the signal aborts; returns its state then. */
  wait(id: string, until: { timeoutMs: number; signal?: AbortSignal }): Promise<CaptureRequest>;
}

export function openRequests(
  { layout: { requests: folder }, locked, receipts }: StoreContext,
  { hasCapture }: Pick<Origins, "hasCapture">,
): RequestStore {
  const skipped = new Set<string>();
  /** Ids of those that were made here and may be open. */
  const own = new Set<string>();

  /** As it stands now; undefined for what is no request, or was not made here. */
  async function read(id: string): Promise<CaptureRequest | undefined> {
    if (!requestIdSchema.safeParse(id).success) return undefined;
    const written = await readJson(folder, nameOf(id), fileMaxBytes, captureRequestSchema);
    const known = written?.id === id ? withReceipt(written, await receipts.read()) : undefined;
    if (known === undefined) return undefined;
    // A capture that no program of this user stored answers nothing.
    const isAnswered = known.capture === undefined || hasCapture(known.capture);
    return withoutDead(atTime(isAnswered ? known : { ...known, status: "pending", capture: undefined }, Date.now()));
  }

  /** With its maker. Throws `not-found`. A request whose time has passed reads as expired. */
  async function stored(id: string): Promise<CaptureRequest> {
    const request = await read(id);
    if (request === undefined) throw new ServiceError("not-found", "There is no such capture request. Ended ones are kept for a day.");
    return request;
  }

  const get = async (id: string) => withoutMaker(await stored(id));

  async function all(): Promise<CaptureRequest[]> {
    const names = (await listAndSweep(folder)).filter((name) => name.endsWith(".json"));
    const requests: CaptureRequest[] = [];
    for (const name of names) {
      const request = await read(name.slice(0, -".json".length));
      if (request !== undefined) requests.push(withoutMaker(request));
      else if (!skipped.has(name)) debugLog(`a request is skipped that is damaged or was not made on this machine: ${name}`);
      if (request === undefined) skipped.add(name);
    }
    return requests.sort((a, b) => Date.parse(a.createdAt) - Date.parse(b.createdAt) || a.id.localeCompare(b.id));
  }

  const write = (request: CaptureRequest) => writeInside(folder, nameOf(request.id), JSON.stringify(request));

  async function create(wanted: NewRequest, prepare?: (request: CaptureRequest) => Promise<void>): Promise<CaptureRequest> {
    return locked("requests", async () => {
      const known = await all();
      const open = known.filter(isOpen);
      const asked = open.find(({ kind, annotation }) => kind === "question" && kind === wanted.kind && annotation === wanted.annotation);
      if (asked?.annotation !== undefined) {
        const message = `A question about this annotation is open: ${asked.id}. Wait until it is answered; the answer stands in the annotation's thread.`;
        throw new ServiceError("conflict", message);
      }
      if (open.length >= limits.openRequestsMax) {
        const message = `${open.length} capture requests are open and ${limits.openRequestsMax} are allowed. Wait until some are answered or expire.`;
        throw new ServiceError("too-many-requests", message);
      }
      const nowMs = Date.now();
      const isOld = (request: CaptureRequest) => !isOpen(request) && nowMs - Date.parse(request.expiresAt) > retentionMs;
      for (const { id } of known.filter(isOld)) await inHeldFolder(folder, nameOf(id), (path) => rm(path, { force: true }));
      const retained = new Set(known.filter((request) => !isOld(request)).map(({ id }) => id));
      const { nonce: _nonce, ...maker } = ownIdentity();
      const request = { ...newRequest(wanted, nowMs), maker };
      await receipts.change((before) => ({
        ...before,
        requests: {
          ...Object.fromEntries(Object.entries(before.requests).filter(([id]) => retained.has(id))),
          [request.id]: { sha256: contentHash(request), at: nowMs },
        },
      }));
      await prepare?.(request);
      await write(request);
      own.add(request.id);
      return withoutMaker(request);
    });
  }

  /** `edit` returns the request itself when nothing is to be written. */
  async function change(id: string, edit: (request: CaptureRequest) => CaptureRequest): Promise<CaptureRequest> {
    return locked("requests", async () => {
      const before = await stored(id);
      const after = edit(before);
      if (after !== before) await write(after);
      return withoutMaker(after);
    });
  }

  async function complete(id: string, { filename, pageUrl }: { filename: string; pageUrl: string }): Promise<boolean> {
    const known = await read(id);
    if (known === undefined || known.kind === "question" || !isSameOrigin(known.url, pageUrl)) return false;
    const ended = await change(id, (request) => (isOpen(request) ? { ...request, status: "completed", capture: filename } : request));
    // The same capture sent again after a broken connection completes nothing new, and gets the same answer.
    return ended.status === "completed" && ended.capture === filename;
  }

  async function withdraw(id: string): Promise<CaptureRequest> {
    own.delete(id);
    return change(id, (request) => (isOpen(request) ? { ...request, status: "expired", reason: nobodyWaits } : request));
  }

  return {
    create,
    complete,
    get,
    all,
    withdraw,
    withdrawOwn: async () => {
      for (const id of own) await withdraw(id).catch(undefinedIfMissing);
    },
    completeForPage: async (capture, checked) => {
      const isAnswered = ({ kind, annotation, url, createdAt }: CaptureRequest) =>
        (checked === undefined ? kind !== "question" : kind === "verify" && checked.some(({ id }) => id === annotation)) &&
        isSamePage(url, capture.pageUrl) &&
        Date.parse(createdAt) <= Date.parse(capture.capturedAt);
      const answered = (await all()).filter((request) => isOpen(request) && isAnswered(request));
      for (const { id } of answered) await complete(id, capture);
      return answered[0]?.id;
    },
    pending: async ({ url } = {}) => {
      const open = (await all()).filter(isOpen).slice(0, limits.openRequestsMax);
      return open.filter((request) => url === undefined || isSameOrigin(request.url, url));
    },
    acknowledge: (id, answer) => change(id, (request) => acknowledged(request, answer)),
    decline: (id, reason) => change(id, (request) => declined(request, reason)),
    wait: async (id, { timeoutMs, signal }) => {
      const endMs = performance.now() + timeoutMs;
      for (;;) {
        const request = await get(id);
        const leftMs = endMs - performance.now();
        if (!isOpen(request) || leftMs <= 0 || signal?.aborted === true) return request;
        await sleep(Math.min(pollMs, leftMs));
      }
    },
  };
}

function nameOf(id: string): string {
  return `${id}.json`;
}

/** How far ahead of the clock a request may have been made before the clock counts as set back. */
const clockSlackMs = 60_000;

/** A request as it stands at a time (Unix ms): one whose time is over reads as expired, also when the clock was set back meanwhile. */
function atTime(request: CaptureRequest, nowMs: number): CaptureRequest {
  if (!isOpen(request)) return request;
  const isOver = nowMs >= Date.parse(request.expiresAt) || nowMs < Date.parse(request.createdAt) - clockSlackMs;
  return isOver ? { ...request, status: "expired" } : request;
}

function withoutMaker({ maker: _maker, ...request }: CaptureRequest): CaptureRequest {
  return request;
}

/** A request whose maker has ended without withdrawing it reads as expired. */
function withoutDead(request: CaptureRequest): CaptureRequest {
  if (!isOpen(request) || request.maker === undefined || lifeOf(request.maker) !== "dead") return request;
  return { ...request, status: "expired", reason: nobodyWaits };
}

/** What a receipt holds of a request: all that a person is shown of it. */
function contentHash(request: CaptureRequest): string {
  const { url, purpose, guidance, kind, annotation, question, element } = request;
  const about = kind === "capture" ? [] : [kind, annotation, question, ...(element === undefined ? [] : [element])];
  return sha256(JSON.stringify([url, purpose, guidance, ...about]));
}

/**
 * A request within what the store saw when it made it: it begins no earlier and ends no later than five minutes after that, whatever its file
 * claims. Undefined for one that this machine's store did not make.
 */
function withReceipt(request: CaptureRequest, { requests }: Accepted): CaptureRequest | undefined {
  const receipt = requests[request.id];
  if (receipt === undefined || receipt.sha256 !== contentHash(request)) return undefined;
  const createdMs = Math.max(receipt.at, Date.parse(request.createdAt));
  const expiresMs = Math.min(receipt.at + limits.requestLifetimeMs, Date.parse(request.expiresAt));
  return { ...request, createdAt: new Date(createdMs).toISOString(), expiresAt: new Date(expiresMs).toISOString() };
}

export function isOpen({ status }: CaptureRequest): boolean {
  return status === "pending" || status === "acknowledged";
}

function refuseEnded(request: CaptureRequest): void {
  if (isOpen(request)) return;
  throw new ServiceError("conflict", `This request is already ${request.status}. Only pending and acknowledged requests can be answered.`);
}

function newRequest({ lifetimeMs = limits.requestLifetimeMs, decidedUntilMs, ...wanted }: NewRequest, nowMs: number): CaptureRequest {
  return captureRequestSchema.parse({
    ...wanted,
    id: randomUUID(),
    status: "pending",
    createdAt: new Date(nowMs).toISOString(),
    expiresAt: new Date(nowMs + Math.min(lifetimeMs, limits.requestLifetimeMs)).toISOString(),
    decidedUntil: decidedUntilMs === undefined ? undefined : new Date(decidedUntilMs).toISOString(),
  });
}

function acknowledged(request: CaptureRequest, answer: string | undefined): CaptureRequest {
  if (answer === undefined) {
    refuseEnded(request);
    return request.status === "acknowledged" ? request : { ...request, status: "acknowledged" };
  }
  if (request.kind !== "question") {
    throw new ServiceError("invalid-input", "answer: only a question takes one. Answer this request with a capture, or decline it.");
  }
  if (request.status === "completed" && request.answer === answer) return request;
  refuseEnded(request);
  return { ...request, status: "completed", answer };
}

function declined(request: CaptureRequest, reason: string | undefined): CaptureRequest {
  if (request.status === "declined") return request;
  refuseEnded(request);
  return { ...request, status: "declined", ...(reason === undefined ? {} : { reason }) };
}
