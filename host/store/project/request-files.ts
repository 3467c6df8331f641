import { rm } from "node:fs/promises";
import { ServiceError } from "../../contract/errors.js";
import { parseJson } from "../../contract/json.js";
import { limits } from "../../contract/limits.js";
import { type CaptureRequest, captureRequestSchema, requestIdSchema } from "../../contract/request.js";
import type { Accepted } from "../../contract/user-state.js";
import { listAndSweep, writeInside } from "../fs/atomic-write.js";
import { type Folder, pathInside, readInside, settledState } from "../fs/folder.js";
import { debugLog } from "../log.js";
import { type Receipts, sha256 } from "../user/receipts.js";

const fileMaxBytes = 64 * 1024;

/** The files of capture requests: one each, named by its id. One that this machine's store did not make does not exist. */
export function openRequestFiles(folder: Folder, receipts: Receipts) {
  const skipped = new Set<string>();

  /** Requests as they were written, while their folder is as it was when they were read. */
  let known: { readonly state: string; readonly written: readonly CaptureRequest[] } | undefined;

  async function readWritten(id: string): Promise<CaptureRequest | undefined> {
    if (!requestIdSchema.safeParse(id).success) return undefined;
    const text = await readInside(folder, nameOf(id), fileMaxBytes);
    if (text === undefined) return undefined;
    const { data } = captureRequestSchema.safeParse(parseJson(text));
    if (data?.id === id) return data;
    skip(id, "a damaged request file is skipped");
    return undefined;
  }

  function skip(id: string, why: string): void {
    if (!skipped.has(id)) debugLog(`${why}: ${nameOf(id)}`);
    skipped.add(id);
  }

  /** As they stand now, without those that this machine's store did not make. */
  async function current(written: readonly CaptureRequest[]): Promise<CaptureRequest[]> {
    const accepted = await receipts.read();
    const nowMs = Date.now();
    return written.flatMap((one) => {
      const request = withReceipt(one, accepted);
      if (request === undefined) skip(one.id, "a request that was not made on this machine is skipped");
      return request === undefined ? [] : [atTime(request, nowMs)];
    });
  }

  async function read(id: string): Promise<CaptureRequest | undefined> {
    const written = await readWritten(id);
    return written === undefined ? undefined : (await current([written]))[0];
  }

  async function get(id: string): Promise<CaptureRequest> {
    const request = await read(id);
    if (request === undefined) throw new ServiceError("not-found", "There is no such capture request. Ended ones are kept for a day.");
    return request;
  }

  async function all(): Promise<CaptureRequest[]> {
    // Asked for by every open sidebar again and again, and mostly there is none.
    const state = settledState(folder);
    const isKnown = state !== undefined && known?.state === state;
    const written = isKnown && known !== undefined ? known.written : await readAll();
    known = state === undefined ? undefined : { state, written };
    return current(written);
  }

  async function readAll(): Promise<CaptureRequest[]> {
    const names = (await listAndSweep(folder)).filter((name) => name.endsWith(".json"));
    const found = await Promise.all(names.map((name) => readWritten(name.slice(0, -".json".length))));
    return found
      .filter((request) => request !== undefined)
      .sort((a, b) => Date.parse(a.createdAt) - Date.parse(b.createdAt) || a.id.localeCompare(b.id));
  }

  return {
    /** As it stands now; undefined for what is no request. */
    read,
    /** Throws ServiceError `not-found`. */
    get,
    /** Oldest first. */
    all,
    write: (request: CaptureRequest) => writeInside(folder, nameOf(request.id), JSON.stringify(request)),
    remove: async (id: string) => rm(await pathInside(folder, nameOf(id)), { force: true }),
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

/** What a receipt holds of a request: all that a person is shown of it. */
export function contentHash(request: Pick<CaptureRequest, "url" | "purpose" | "guidance" | "kind" | "annotation" | "question">): string {
  const { url, purpose, guidance, kind, annotation, question } = request;
  const about = kind === "capture" ? [] : [kind, annotation, question];
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

/** Whether a request still waits for its capture. */
export function isOpen({ status }: CaptureRequest): boolean {
  return status === "pending" || status === "acknowledged";
}

/** Throws ServiceError `conflict` for a request that has ended. */
export function refuseEnded(request: CaptureRequest): void {
  if (isOpen(request)) return;
  throw new ServiceError("conflict", `This request is already ${request.status}. Only pending and acknowledged requests can be answered.`);
}

/** Throws ServiceError `too-many-requests` when one more would be too many. */
export function refuseTooMany(open: number): void {
  if (open < limits.openRequestsMax) return;
  throw new ServiceError(
    "too-many-requests",
    `${open} capture requests are open and ${limits.openRequestsMax} are allowed. Wait until some are answered or expire.`,
  );
}
