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

/** The body of every refusal, on every transport and in every tool. */
export interface ErrorBody {
  readonly error: { readonly code: ErrorCode; readonly message: string; readonly reason?: UnauthorizedReason };
}

/**
 * A refusal meant for the caller. Its message says what was wrong, what is allowed and what to do, and never holds a file path:
 * only errors of this class are told outside, all others become `internal`.
 */
export class ServiceError extends Error {
  override readonly name = "ServiceError";
  readonly code: ErrorCode;
  readonly reason: UnauthorizedReason | undefined;

  constructor(code: ErrorCode, message: string, options: { reason?: UnauthorizedReason; cause?: unknown } = {}) {
    super(message, { cause: options.cause });
    this.code = code;
    this.reason = options.reason;
  }
}

/** The wire's form of any thrown value. Foreign errors are hidden: their text may hold paths. */
export function toErrorBody(error: unknown): ErrorBody {
  if (!(error instanceof ServiceError)) {
    return {
      error: { code: "internal", message: "The service failed on this call. Run `svc-init doctor`, or set SVC_DEBUG=1 to see why." },
    };
  }
  const { code, message, reason } = error;
  return { error: reason === undefined ? { code, message } : { code, message, reason } };
}

/** The thrown form of a refusal that came over the wire. */
export function fromErrorBody(body: ErrorBody): ServiceError {
  const { code, message, reason } = body.error;
  return new ServiceError(Object.hasOwn(errorStatus, code) ? code : "internal", message, reason === undefined ? {} : { reason });
}
