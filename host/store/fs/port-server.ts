import { readdir, readFile, readlink } from "node:fs/promises";
import { hasCode } from "../failures.js";

/** The fitting working folder of who listens on a TCP port here (proc(5), Linux alone); undefined: nobody; empty: none fits, several, or hidden. */
export async function folderOfServer(port: number, fits: (folder: string) => boolean): Promise<string | undefined> {
  if (process.platform !== "linux") return "";
  const sockets = await listeningSockets(port);
  if (sockets.size === 0) return undefined;
  const [folders, seen] = [new Set<string>(), new Set<string>()];
  // Of few processes the folder fits, and only theirs have their files looked through.
  for (const pid of (await readdir("/proc")).filter((name) => /^\d+$/.test(name))) {
    const folder = await orNothing(readlink(`/proc/${pid}/cwd`), "");
    if (folder === "" || !fits(folder)) continue;
    for (const file of await orNothing(readdir(`/proc/${pid}/fd`), [])) {
      const opened = await orNothing(readlink(`/proc/${pid}/fd/${file}`), "");
      if (!sockets.has(opened)) continue;
      folders.add(folder);
      seen.add(opened);
    }
  }
  const [only = "", ...others] = folders;
  return others.length === 0 && seen.size === sockets.size ? only : "";
}

/** As links below `/proc/PID/fd` name them. A row: number, local address and port in hexadecimal digits, remote one, state; the tenth field is the inode. */
async function listeningSockets(port: number): Promise<ReadonlySet<string>> {
  const tables = await Promise.all(["tcp", "tcp6"].map((name) => orNothing(readFile(`/proc/net/${name}`, "utf8"), "")));
  const ending = `:${port.toString(16).toUpperCase().padStart(4, "0")}`;
  const rows = tables.flatMap((table) => table.split("\n").map((row) => row.trim().split(/\s+/)));
  const listening = rows.filter(([, local = "", , state]) => state === "0A" && local.endsWith(ending));
  return new Set(listening.map((row) => `socket:[${row[9]}]`));
}

/** A process may end meanwhile, and those of others show nothing. */
async function orNothing<T>(reading: Promise<T>, nothing: T): Promise<T> {
  return reading.catch((error: unknown) => {
    if (hasCode(error, "ENOENT", "ESRCH", "EACCES", "EPERM")) return nothing;
    throw error;
  });
}
