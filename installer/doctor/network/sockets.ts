import { readdirSync, readFileSync, readlinkSync } from "node:fs";

/** One internet socket of a process, as the kernel lists it. */
export interface OpenSocket {
  readonly pid: number;
  readonly protocol: "tcp" | "udp";
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
    return tables.flatMap(([name, protocol]) => rowsOf(read(`/proc/${pid}/net/${name}`), inodes).map((row) => ({ pid, protocol, ...row })));
  });
}

/** Returns whether an end of a socket, as `address:port`, is on this machine's loopback. */
export function isLoopback(end: string): boolean {
  return /^127\.|^\[::1\]:|^\[::ffff:127\./.test(end);
}

const tables = [
  ["tcp", "tcp"],
  ["tcp6", "tcp"],
  ["udp", "udp"],
  ["udp6", "udp"],
] as const;

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

/** An end as the kernel prints it: the address in hexadecimal words of the machine's byte order, then the port. */
export function endOf(text: string): string {
  const [address = "", port = ""] = text.split(":");
  const bytes = (address.match(/.{8}/g) ?? []).flatMap((word) =>
    (word.match(/../g) ?? []).reverse().map((byte) => Number.parseInt(byte, 16)),
  );
  const number = Number.parseInt(port, 16);
  if (bytes.length === 4) return `${bytes.join(".")}:${number}`;
  const mapped = bytes.slice(0, 10).every((byte) => byte === 0) && bytes[10] === 255 && bytes[11] === 255;
  return mapped ? `[::ffff:${bytes.slice(12).join(".")}]:${number}` : `[${shortened(bytes)}]:${number}`;
}

/** RFC 5952 as far as loopback and the unspecified address need it. */
function shortened(bytes: readonly number[]): string {
  const words = Array.from({ length: 8 }, (_, index) => ((bytes[index * 2] ?? 0) * 256 + (bytes[index * 2 + 1] ?? 0)).toString(16));
  return words.join(":").replace(/(^|:)0(:0)+(:|$)/, "::");
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
