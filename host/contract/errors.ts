/** Every error that crosses the wire: its code and the HTTP status that carries it. */
export const errorStatus = {
  "bad-json": 400,
  "invalid-input": 400,
  "config-key-not-allowed": 400,
  unauthorized: 401,
  "forbidden-origin": 403,
  "forbidden-host": 403,
  "outside-captures": 403,
  "not-found": 404,
  "no-match": 404,
  "method-not-allowed": 405,
  conflict: 409,
  "too-large": 413,
  "unsupported-media-type": 415,
  "too-many-requests": 429,
  internal: 500,
} as const;

export type ErrorCode = keyof typeof errorStatus;

/** Why a signed request was refused. */
export type UnauthorizedReason = "missing" | "session" | "timestamp" | "signature" | "replay" | "challenge";

/** Returns zod's message about a field as callers read it: without a prefix, and a field that is not there is called missing. */
export function fieldComplaint(zodMessage: string): string {
  return zodMessage.replace(/^Invalid input: (expected .*), received undefined$/, "missing: $1").replace(/^Invalid input: /, "");
}

export interface ProjectName {
  readonly id: string;
  readonly name: string;
}

/** What a refusal may contain beside its message: why a signature was refused; which projects there are when none claims the page. */
interface Details {
  readonly reason?: UnauthorizedReason;
  readonly projects?: readonly ProjectName[];
}

export interface ErrorBody {
  readonly error: { readonly code: ErrorCode; readonly message: string } & Details;
}

/** A refusal: what was wrong, what is allowed, what to do, never a file path. All other errors are reported as `internal`. */
export class ServiceError extends Error {
  override readonly name = "ServiceError";
  readonly code: ErrorCode;
  readonly reason: UnauthorizedReason | undefined;
  readonly projects: readonly ProjectName[] | undefined;

  constructor(code: ErrorCode, message: string, options: Details & { cause?: unknown } = {}) {
    super(message, { cause: options.cause });
    this.code = code;
    this.reason = options.reason;
    this.projects = options.projects;
  }
}

/** For `catch`, where what is not found is an answer as well. */
export function undefinedIfMissing(error: unknown): undefined {
  if (!(error instanceof ServiceError) || error.code !== "not-found") throw error;
}

/** What a caller learns of an error that is no refusal. */
export function internalError(cause: unknown): ServiceError {
  const message = "The service failed on this call. Run `svc-init doctor`, or set SVC_DEBUG=1 to see why.";
  return new ServiceError("internal", message, { cause });
}

/** The wire's form of any thrown value. Foreign errors are hidden: their text may hold paths. */
export function toErrorBody(error: unknown): ErrorBody {
  const { code, message, reason, projects } = error instanceof ServiceError ? error : internalError(error);
  return { error: { code, message, ...(reason === undefined ? {} : { reason }), ...(projects === undefined ? {} : { projects }) } };
}

/** The thrown form of a refusal that was received over the wire. */
export function fromErrorBody({ error }: ErrorBody): ServiceError {
  const { code, message, reason } = error;
  const projects = projectNamesOf(error.projects);
  const details = { ...(reason === undefined ? {} : { reason }), ...(projects === undefined ? {} : { projects }) };
  return new ServiceError(Object.hasOwn(errorStatus, code) ? code : "internal", message, details);
}

/** On an HTTP port may sit any program: only what has the right shape counts. */
function projectNamesOf(body: unknown): readonly ProjectName[] | undefined {
  if (!Array.isArray(body)) return undefined;
  return body.filter((one) => typeof one?.id === "string" && typeof one.name === "string").map(({ id, name }) => ({ id, name }));
}

/** The command line cannot be understood: the message states what was wrong and what is allowed. Exit code 2, nothing done. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}
