import { limits } from "../contract/limits.js";

/** What decides whether a port has to be opened. */
export interface HttpFacts {
  /** Under WSL the browser runs in Windows and cannot start a native host here. */
  readonly isWsl: boolean;
  /** Whether some browser of this user was given the manifest of our native host. */
  readonly hasManifest: boolean;
  /** Whether a native host ever answered a browser of this user. */
  readonly everAnswered: boolean;
  readonly nativeHosts: number;
  /** Whether some browser of this user called over HTTP lately and not over native messaging since. */
  readonly isHttpUsed: boolean;
  /** How long the oldest open capture request has waited, in milliseconds; undefined when none is open. */
  readonly requestWaitedMs?: number | undefined;
}

/** Why the project needs its HTTP process, in words for the log; undefined when native messaging does and no port is to be opened. */
export function httpNeeded({
  isWsl,
  hasManifest,
  everAnswered,
  nativeHosts,
  isHttpUsed,
  requestWaitedMs = 0,
}: HttpFacts): string | undefined {
  if (isWsl) return "the browser is outside of WSL";
  // A living host was started by a browser that knows it, however it came to.
  if (!hasManifest && nativeHosts === 0) return "no browser knows the native host";
  if (!everAnswered) return "no native host has answered a browser yet";
  if (isHttpUsed) return "a browser without native messaging called lately";
  if (nativeHosts === 0 && requestWaitedMs >= limits.requestWaitForNativeMs) return "a capture request waits and no native host runs";
  return undefined;
}
