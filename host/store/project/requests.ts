import { randomUUID } from "node:crypto";
import { ServiceError } from "../../contract/errors.js";
import { limits } from "../../contract/limits.js";
import { type CaptureRequest, captureRequestSchema, type RequestKind } from "../../contract/request.js";
import { isSameOrigin, isSamePage } from "../../contract/routing.js";
import type { Folder } from "../fs/folder.js";
import { watchFolders } from "../fs/folder-watch.js";
import type { StoreContext } from "./context.js";
import { contentHash, isOpen, openRequestFiles, refuseEnded, refuseTooMany } from "./request-files.js";

/** What an agent asks for. */
interface NewRequest {
  readonly url: string;
  /** A capture by default. */
  readonly kind?: RequestKind;
  /** Id of the annotation that a question or a check is about. */
  readonly annotation?: string;
  readonly question?: string;
  readonly purpose?: string;
  readonly guidance?: string;
  /** In how many milliseconds it expires: five minutes by default, and at most. */
  readonly lifetimeMs?: number;
  /** Unix ms until which the agent waits and decides a check itself. */
  readonly decidedUntilMs?: number;
}

export interface RequestStore {
  /** Throws `too-many-requests` when 10 are open. `prepare` runs before anybody can read the request; where it throws there is none. */
  create(wanted: NewRequest, prepare?: (request: CaptureRequest) => Promise<void>): Promise<CaptureRequest>;
  /** Throws `not-found`. A request whose time has passed reads as expired. */
  get(id: string): Promise<CaptureRequest>;
  /** The open ones (pending or acknowledged), oldest first. `url`: those of the same origin. */
  pending(query?: { url?: string | undefined }): Promise<readonly CaptureRequest[]>;
  /** All that are stored, oldest first. */
  all(): Promise<readonly CaptureRequest[]>;
  /**
   * The person has seen it; `answer` ends a question. Throws `not-found`, `conflict` when it has ended, `invalid-input` for an answer to what is
   * no question. Doing it again changes nothing.
   */
  acknowledge(id: string, answer?: string): Promise<CaptureRequest>;
  decline(id: string, reason?: string): Promise<CaptureRequest>;
  /** Ends a request with a capture of `pageUrl`; false when it is unknown, over, a question, or of another origin. */
  complete(id: string, capture: { filename: string; pageUrl: string }): Promise<boolean>;
  /**
   * Completes the open requests that a capture answers without naming them: those for its very page that were made before it.
   * Returns the oldest one's id.
   */
  completeForPage(capture: { filename: string; pageUrl: string; capturedAt: string }): Promise<string | undefined>;
  /** Waits until the request has ended, `timeoutMs` are over or the signal aborts; returns its state then. */
  wait(id: string, options: { timeoutMs: number; signal?: AbortSignal }): Promise<CaptureRequest>;
}

/** Ended requests stay this long for agents that ask late. */
const retentionMs = 24 * 60 * 60_000;

export function openRequests({ layout: { requests: folder }, locked, receipts }: StoreContext): RequestStore {
  const files = openRequestFiles(folder, receipts);

  const create: RequestStore["create"] = async (wanted, prepare = async () => undefined) => {
    return locked("requests", async () => {
      const known = await files.all();
      refuseTooMany(known.filter(isOpen).length);
      const old = known.filter((request) => !isOpen(request) && Date.now() - Date.parse(request.expiresAt) > retentionMs);
      for (const { id } of old) await files.remove(id);
      const nowMs = Date.now();
      const request = newRequest(wanted, nowMs);
      const retained = new Set(known.filter((one) => !old.includes(one)).map(({ id }) => id));
      await receipts.change((before) => ({
        ...before,
        requests: {
          ...Object.fromEntries(Object.entries(before.requests).filter(([id]) => retained.has(id))),
          [request.id]: { sha256: contentHash(request), at: nowMs },
        },
      }));
      await prepare(request);
      await files.write(request);
      return request;
    });
  };

  /** `edit` returns the request itself when nothing is to be written. */
  async function change(id: string, edit: (request: CaptureRequest) => CaptureRequest): Promise<CaptureRequest> {
    return locked("requests", async () => {
      const before = await files.get(id);
      const after = edit(before);
      if (after !== before) await files.write(after);
      return after;
    });
  }

  async function complete(id: string, { filename, pageUrl }: Parameters<RequestStore["complete"]>[1]): Promise<boolean> {
    const known = await files.read(id);
    if (known === undefined || known.kind === "question" || !isSameOrigin(known.url, pageUrl)) return false;
    const ended = await change(id, (request) => (isOpen(request) ? { ...request, status: "completed", capture: filename } : request));
    // The same capture sent again after a broken connection completes nothing new, and gets the same answer.
    return ended.status === "completed" && ended.capture === filename;
  }

  async function completeForPage({ filename, pageUrl, capturedAt }: Parameters<RequestStore["completeForPage"]>[0]) {
    const answered = (await files.all()).filter(
      (request) =>
        isOpen(request) &&
        request.kind !== "question" &&
        isSamePage(request.url, pageUrl) &&
        Date.parse(request.createdAt) <= Date.parse(capturedAt),
    );
    for (const { id } of answered) await complete(id, { filename, pageUrl });
    return answered[0]?.id;
  }

  async function pending({ url }: { url?: string | undefined } = {}): Promise<CaptureRequest[]> {
    const open = (await files.all()).filter(isOpen).slice(0, limits.openRequestsMax);
    return open.filter((request) => url === undefined || isSameOrigin(request.url, url));
  }

  return {
    create,
    complete,
    completeForPage,
    pending,
    get: files.get,
    all: files.all,
    acknowledge: (id, answer) => change(id, (request) => acknowledged(request, answer)),
    decline: (id, reason) => change(id, (request) => declined(request, reason)),
    wait: (id, options) => waitForRequest(folder, () => files.get(id), options),
  };
}

function newRequest(
  { url, kind, annotation, question, purpose = "", guidance = "", lifetimeMs = limits.requestLifetimeMs, decidedUntilMs }: NewRequest,
  nowMs: number,
): CaptureRequest {
  return captureRequestSchema.parse({
    id: randomUUID(),
    ...{ kind, annotation, question, url, purpose, guidance },
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

/** Reads a request again after each change of its folder until it has ended, `timeoutMs` are over or the signal aborts. */
async function waitForRequest(
  folder: Folder,
  read: () => Promise<CaptureRequest>,
  { timeoutMs, signal }: { timeoutMs: number; signal?: AbortSignal },
): Promise<CaptureRequest> {
  let wake: () => void = () => undefined;
  // Not AbortSignal.any: Node may collect a timeout that only a joined signal listens to, and then it never comes.
  let isOver = signal?.aborted === true;
  const end = () => {
    isOver = true;
    wake();
  };
  const timer = setTimeout(end, Math.max(0, timeoutMs));
  signal?.addEventListener("abort", end);
  // Watching starts before the first read, so that no change falls between the two.
  const stop = watchFolders([folder], () => wake(), { pollMs: 500 });
  try {
    for (;;) {
      const changed = new Promise<void>((resolve) => {
        wake = resolve;
      });
      const request = await read();
      if (!isOpen(request) || isOver) return request;
      const expiry = setTimeout(wake, Math.max(0, Date.parse(request.expiresAt) - Date.now()) + 1);
      await changed.finally(() => clearTimeout(expiry));
    }
  } finally {
    stop();
    clearTimeout(timer);
    signal?.removeEventListener("abort", end);
  }
}
