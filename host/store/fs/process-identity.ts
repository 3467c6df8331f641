import { randomBytes } from "node:crypto";
import { readFileSync, readlinkSync } from "node:fs";
import { utimes } from "node:fs/promises";
import { hostname } from "node:os";
import type { ProcessIdentity } from "../../contract/presence.js";
import { hasCode } from "../failures.js";

/** How often a process that keeps a file as its sign of life touches it. */
const heartbeatMs = 15_000;
/** After this long without a heartbeat, a process that cannot be asked for (another container, another boot) counts as dead. */
const silentMs = 60_000;

let own: Omit<ProcessIdentity, "nonce"> | undefined;

export function ownIdentity(): ProcessIdentity {
  own ??= identify();
  return { ...own, nonce: randomBytes(8).toString("hex") };
}

/** Whether a process lives. `unknown`: another machine's, container's or boot's, or the platform hides since when it has its pid. */
export function lifeOf({ pid, startTime, machine }: Omit<ProcessIdentity, "nonce">): "alive" | "dead" | "unknown" {
  own ??= identify();
  const self = own;
  if (machine !== self.machine) return "unknown";
  if (pid === self.pid) return startTime === self.startTime ? "alive" : "dead";
  if (!exists(pid)) return "dead";
  const now = startTimeOf(pid);
  if (now === undefined) return "dead";
  if (now === "" || startTime === "") return "unknown";
  return now === startTime ? "alive" : "dead";
}

/** Whether a process is dead, by itself or else by the age of its last heartbeat (Unix time in milliseconds). */
export function isDead(identity: Omit<ProcessIdentity, "nonce">, heartbeatAtMs: number): boolean {
  const life = lifeOf(identity);
  return life === "dead" || (life === "unknown" && Date.now() - heartbeatAtMs > silentMs);
}

/** Returns what reports whether the process that has this pid now still lives. */
export function followProcess(pid: number): () => boolean {
  const { machine } = ownIdentity();
  const startTime = exists(pid) ? startTimeOf(pid) : undefined;
  return () => startTime !== undefined && exists(pid) && lifeOf({ pid, startTime, machine }) !== "dead";
}

/** Touches a file every 15 s until the returned function is called, without keeping the process alive. `onGone`, which must not reject: there is none. */
export function startHeartbeat(path: string, onGone: () => Promise<void> = async () => undefined): () => void {
  const timer = setInterval(() => void touch(path, onGone), heartbeatMs);
  timer.unref();
  return () => clearInterval(timer);
}

async function touch(path: string, onGone: () => Promise<void>): Promise<void> {
  const now = new Date();
  await utimes(path, now, now).catch((error: unknown) => {
    if (hasCode(error, "ENOENT")) return onGone();
    // Taken over, or read-only by now: whoever needs the file notices.
    if (!hasCode(error, "ENOTDIR", "EROFS", "EACCES", "EPERM")) throw error;
    return undefined;
  });
}

function identify(): Omit<ProcessIdentity, "nonce"> {
  const startTime = startTimeOf(process.pid);
  const boot = linuxFact(() => readFileSync("/proc/sys/kernel/random/boot_id", "utf8"));
  const namespace = linuxFact(() => readlinkSync("/proc/self/ns/pid"));
  const machine = [process.platform, hostname(), boot.trim(), namespace].join(" ").trim().slice(0, 200);
  return { pid: process.pid, startTime: startTime ?? "", machine };
}

/** Ticks since boot, proc(5) field 22 (the name in parentheses may hold any character); empty where unknown, undefined for no process. */
function startTimeOf(pid: number): string | undefined {
  if (process.platform !== "linux") return "";
  const stat = linuxFact(() => readFileSync(`/proc/${pid}/stat`, "utf8"));
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const [state] = fields;
  // A killed process whose parent has not reaped it can do nothing any more.
  if (stat === "" || state === "Z" || state === "X") return undefined;
  return fields[19] ?? "";
}

function exists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: it exists and is another user's.
    return hasCode(error, "EPERM");
  }
}

/** The kernel answers such reads at once. */
function linuxFact(read: () => string): string {
  try {
    return process.platform === "linux" ? read() : "";
  } catch (error) {
    // Gone, or hidden by the kernel's settings: then it is not known.
    if (hasCode(error, "ENOENT", "ESRCH", "EACCES", "EPERM")) return "";
    throw error;
  }
}
