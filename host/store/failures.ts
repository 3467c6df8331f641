import { ServiceError } from "../contract/errors.js";

/** Whether an error is one of the system's, by its code, for instance `ENOENT`. */
export function hasCode(error: unknown, ...codes: readonly string[]): error is NodeJS.ErrnoException & { code: string } {
  return error instanceof Error && "code" in error && typeof error.code === "string" && codes.includes(error.code);
}

const full = ["ENOSPC", "EDQUOT"];
const readOnly = ["EROFS", "EACCES", "EPERM"];

/** Whether a write failed, now or as the cause of a refusal, because the disk is full or read-only. */
export function isWriteFailure(error: unknown): boolean {
  return hasCode(error instanceof ServiceError ? error.cause : error, ...full, ...readOnly);
}

/** Returns a failed write a message that its user can act on; other errors pass through. */
export function explainWriteFailure(error: unknown): unknown {
  if (hasCode(error, "EISDIR")) {
    const place = "A folder stands where the project's `.svc` keeps a file, for instance `config.json`: nothing was stored.";
    return new ServiceError("conflict", `${place} Move the folder away and try again.`, { cause: error });
  }
  const message = hasCode(error, ...full)
    ? "The disk is full: nothing was stored. Free some space and try again."
    : "The project's store cannot be written: nothing was stored. Make its `.svc` folder writable for this user and try again.";
  return hasCode(error, ...full, ...readOnly) ? new ServiceError("internal", message, { cause: error }) : error;
}

/** What a list of the store ends in when this user may not read its folder, for instance `captures`; other errors pass through. */
export function explainReadFailure(error: unknown, folder: string): unknown {
  const message = `The folder "${folder}" in the project's \`.svc\` cannot be read. Let this user read it and try again.`;
  return hasCode(error, "EACCES", "EPERM") ? new ServiceError("internal", message, { cause: error }) : error;
}

/** That this user's state folder cannot be written, in words (ENOENT too: one below such a folder); undefined for other errors. */
export function stateFolderProblem(error: unknown): string | undefined {
  const isInTheWay = error instanceof ServiceError && error.code === "conflict";
  if (!isWriteFailure(error) && !isInTheWay && !hasCode(error, "ENOENT", "ENOTDIR")) return undefined;
  return (
    "The folder of this user's state cannot be written, so browsers do not learn of this project and new captures may not arrive; captures that are there can be read. " +
    "Let this user write the folder that SVC_HOME names (by default the platform's place for state), then start the agent again."
  );
}

/** Why a process of ours ends, in words for its user. Of a foreign error no more than its kind: messages hold paths. */
export function explainEnd(error: unknown): string {
  if (error instanceof ServiceError) return error.message;
  if (hasCode(error, ...full)) return "The disk is full. Free some space and try again.";
  const places = "`.svc` in the project, or the folder of this user's state, which SVC_HOME names";
  // Making a folder below one that cannot be written ends in ENOENT, too.
  if (hasCode(error, ...readOnly, "ENOENT")) return `A folder of the service cannot be made or written: ${places}. Let this user write it.`;
  if (hasCode(error, "ENOTDIR", "EEXIST")) return `A file stands where the service keeps a folder: ${places}. Move the file away.`;
  return `The service failed (${reasonOf(error)}). Run \`svc-init doctor\`, or set SVC_DEBUG=1 to see why.`;
}

/** Why something failed, for the log: the system's code or the kind of error, since messages may hold paths. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  return "code" in error && typeof error.code === "string" ? error.code : error.name;
}
