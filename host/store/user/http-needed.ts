import { readFileSync } from "node:fs";
import { limits } from "../../contract/limits.js";
import { hasCode } from "../failures.js";
import { isHttpUsed, nativeFirstAnsweredAt } from "./presence.js";

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

export interface HttpReason {
  readonly text: string;
  /** Without a port the project cannot be reached. */
  readonly isOnlyWay: boolean;
  /** The port closes when native messaging serves. */
  readonly isForNow: boolean;
}

/** Returns why the project needs its HTTP process; undefined when native messaging does and no port is to be opened. */
export function httpNeeded(facts: HttpFacts): HttpReason | undefined {
  const { isWsl, hasManifest, everAnswered, nativeHosts, isHttpUsed, requestWaitedMs = 0 } = facts;
  if (isWsl) return { text: "WSL", isOnlyWay: !hasManifest, isForNow: false };
  const forNow = (text: string, isOnlyWay = false): HttpReason => ({ text, isOnlyWay, isForNow: true });
  // A living host was started by a browser that has a manifest, wherever that is from.
  if (!hasManifest && nativeHosts === 0) return forNow("no browser has our host manifest", true);
  if (!everAnswered) return forNow("no browser has connected to svc's own program yet");
  if (isHttpUsed) return forNow("a browser without native messaging called lately");
  if (nativeHosts === 0 && requestWaitedMs >= limits.requestWaitForNativeMs)
    return forNow("a capture request waits and no native host runs");
  return undefined;
}

export async function storedHttpFacts(stateFolder: string): Promise<Pick<HttpFacts, "everAnswered" | "isHttpUsed">> {
  const [firstAnswer, isUsed] = await Promise.all([nativeFirstAnsweredAt(stateFolder), isHttpUsed(stateFolder)]);
  return { everAnswered: firstAnswer !== undefined, isHttpUsed: isUsed };
}

/** Whether this is Linux inside Windows. `at` maps a path of that system to one of this process. */
export function isWsl(
  { platform, env }: { readonly platform: NodeJS.Platform; readonly env: Readonly<Record<string, string | undefined>> } = process,
  at: (path: string) => string = (path) => path,
): boolean {
  if (platform !== "linux") return false;
  if (env["WSL_DISTRO_NAME"]) return true;
  try {
    return /microsoft/i.test(readFileSync(at("/proc/sys/kernel/osrelease"), "utf8"));
  } catch (error) {
    if (hasCode(error, "ENOENT", "ENOTDIR", "EACCES")) return false;
    throw error;
  }
}
