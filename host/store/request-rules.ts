import type { Accepted } from "../contract/accepted.js";
import { ServiceError } from "../contract/errors.js";
import { limits } from "../contract/limits.js";
import type { CaptureRequest } from "../contract/request.js";
import { sha256 } from "./receipts.js";

/** How far ahead of the clock a request may have been made before the clock counts as set back. */
const clockSlackMs = 60_000;

/** A request as it stands at a time (Unix ms): one whose time is over reads as expired, also when the clock was set back meanwhile. */
export function atTime(request: CaptureRequest, nowMs: number): CaptureRequest {
  if (!isOpen(request)) return request;
  const isOver = nowMs >= Date.parse(request.expiresAt) || nowMs < Date.parse(request.createdAt) - clockSlackMs;
  return isOver ? { ...request, status: "expired" } : request;
}

/** What a receipt holds of a request: all that a person is shown of it. */
export function wishHash({ url, purpose, guidance }: Pick<CaptureRequest, "url" | "purpose" | "guidance">): string {
  return sha256(JSON.stringify([url, purpose, guidance]));
}

/**
 * A request within what the store saw when it made it: it begins no earlier and ends no later than five minutes after that, whatever its file
 * says. Undefined for one that this machine's store did not make.
 */
export function withReceipt(request: CaptureRequest, { requests }: Accepted): CaptureRequest | undefined {
  const receipt = requests[request.id];
  if (receipt === undefined || receipt.sha256 !== wishHash(request)) return undefined;
  const createdMs = Math.max(receipt.at, Date.parse(request.createdAt));
  const expiresMs = Math.min(receipt.at + limits.requestLifetimeMs, Date.parse(request.expiresAt));
  return { ...request, createdAt: new Date(createdMs).toISOString(), expiresAt: new Date(expiresMs).toISOString() };
}

/** Tells whether a request still waits for its capture. */
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
