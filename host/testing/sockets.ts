import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import { setImmediate as breathe } from "node:timers/promises";

/** One internet socket of a process, as the kernel lists it. */
export interface OpenSocket {
  readonly pid: number;
  readonly protocol: string;
  /** `address:port`; IPv6 in brackets. */
  readonly local: string;
  /** Undefined for one that nobody is connected to. */
  readonly remote: string | undefined;
}

/** The internet sockets that processes have open now, theirs and their children's. Linux only: there the kernel lists them in /proc. */
export function socketsOf(pids: readonly number[]): OpenSocket[] {
  return pids.flatMap(withChildren).flatMap((pid) => {
    const inodes = socketInodes(pid);
    if (inodes.size === 0) return [];
    return ["tcp", "tcp6", "udp", "udp6"].flatMap((table) =>
      rowsOf(read(`/proc/${pid}/net/${table}`), inodes).map((row) => ({ pid, protocol: table.slice(0, 3), ...row })),
    );
  });
}

/**
 * Asks the kernel again and again, as fast as it answers, which sockets some processes have, until some work has ended; processes may be added
 * meanwhile. Returns how often it was asked, and every socket once.
 */
export async function watchSockets(pids: ReadonlySet<number>, work: Promise<unknown>): Promise<{ looks: number; sockets: OpenSocket[] }> {
  const seen = new Map<string, OpenSocket>();
  let looks = 0;
  let isOver = false;
  const ended = work.finally(() => {
    isOver = true;
  });
  for (let isLast = false; !isLast; looks++) {
    isLast = isOver;
    for (const socket of socketsOf([...pids])) seen.set(JSON.stringify(socket), socket);
    await breathe();
  }
  await ended;
  return { looks, sockets: [...seen.values()] };
}

/** The sockets that reach, or can be reached from, further than this machine. */
export function beyondLoopback(sockets: readonly OpenSocket[]): OpenSocket[] {
  return sockets.filter(({ local, remote }) => !isLoopback(local) || (remote !== undefined && !isLoopback(remote)));
}

/** Returns whether an end of a socket, as `address:port`, is on this machine's loopback. */
export function isLoopback(end: string): boolean {
  return /^127\.|^\[::1\]:|^\[::ffff:127\./.test(end);
}

function withChildren(pid: number): number[] {
  const children = read(`/proc/${pid}/task/${pid}/children`)
    .split(" ")
    .filter((word) => /^\d+$/.test(word));
  return [pid, ...children.map(Number).flatMap(withChildren)];
}

function socketInodes(pid: number): Set<string> {
  const links = quietly(() => readdirSync(`/proc/${pid}/fd`), []).map((fd) => quietly(() => readlinkSync(`/proc/${pid}/fd/${fd}`), ""));
  return new Set(links.map((link) => /^socket:\[(\d+)\]$/.exec(link)?.[1] ?? "").filter((inode) => inode !== ""));
}

/** Rows of proc(5), /proc/net/tcp: number, local end, remote end, state, and the inode as tenth field. */
function rowsOf(table: string, inodes: ReadonlySet<string>): Pick<OpenSocket, "local" | "remote">[] {
  return table.split("\n").flatMap((line) => {
    const fields = line.trim().split(/\s+/);
    const [, local = "", remote = ""] = fields;
    if (!inodes.has(fields[9] ?? "")) return [];
    return [{ local: endOf(local), remote: /^0+:0000$/.test(remote) ? undefined : endOf(remote) }];
  });
}

/** An end as the kernel prints it, the address in hexadecimal words of the machine's byte order, then the port; IPv6 as RFC 5952 writes it. */
export function endOf(text: string): string {
  const [address = "", port = ""] = text.split(":");
  const bytes = (address.match(/.{8}/g) ?? []).flatMap((word) => (word.match(/../g) ?? []).reverse());
  const dotted = (four: readonly string[]) => four.map((byte) => Number.parseInt(byte, 16)).join(".");
  const number = Number.parseInt(port, 16);
  if (bytes.length === 4) return `${dotted(bytes)}:${number}`;
  const hex = bytes.join("");
  if (/^0{20}ffff/i.test(hex)) return `[::ffff:${dotted(bytes.slice(12))}]:${number}`;
  return `${new URL(`http://[${hex.match(/.{4}/g)?.join(":")}]`).hostname}:${number}`;
}

function read(path: string): string {
  return quietly(() => readFileSync(path, "utf8"), "");
}

/** Processes and their sockets come and go while they are looked at; those of others cannot be looked at. */
function quietly<T>(look: () => T, otherwise: T): T {
  try {
    return look();
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : "";
    if (["ENOENT", "ESRCH", "EACCES", "EPERM", "EINVAL", "ENOTDIR"].includes(String(code))) return otherwise;
    throw error;
  }
}
