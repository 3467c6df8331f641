import { existsSync, readdirSync, readFileSync, readlinkSync } from "node:fs";
import { join } from "node:path";

export interface LeftProcess {
  readonly pid: number;
  readonly command: string;
}

/** Processes whose command line, environment or working folder names a folder: those that a run of tests with this temporary folder started. Linux only. */
export function processesNaming(folder: string): readonly LeftProcess[] {
  if (!existsSync("/proc/self/environ")) return [];
  const pids = readdirSync("/proc")
    .map(Number)
    .filter((pid) => pid > 0 && pid !== process.pid);
  return pids.flatMap((pid) => {
    const [command, environment, place] = [read(pid, "cmdline"), read(pid, "environ"), workingFolder(pid)];
    const isOurs = [command, environment, place].some((text) => text.includes(folder));
    return isOurs ? [{ pid, command: command.replaceAll("\0", " ").trim() }] : [];
  });
}

/** Ends the processes whose command line names a folder, as those of browsers do that have their profile there. */
export function endProcessesIn(folder: string): void {
  for (const { pid, command } of processesNaming(folder)) {
    if (!command.includes(folder)) continue;
    try {
      process.kill(pid, "SIGKILL");
    } catch (error) {
      // It has ended by itself in the meantime.
      if (!(error instanceof Error && "code" in error && error.code === "ESRCH")) throw error;
    }
  }
}

// A process may end while it is examined, or belong to somebody else: then it is none of ours.
function read(pid: number, file: string): string {
  try {
    return readFileSync(join("/proc", String(pid), file), "utf8");
  } catch {
    return "";
  }
}

function workingFolder(pid: number): string {
  try {
    return readlinkSync(join("/proc", String(pid), "cwd"));
  } catch {
    return "";
  }
}

/** What tools and browsers keep in the temporary folder of whoever runs them. */
const toolCaches = /^(?:tsx-\d+|node-compile-cache|playwright-transform-cache-\d+|pulse-\w+)$/;

/** What stands in a temporary folder although every test has ended. */
export function filesLeftIn(folder: string): readonly string[] {
  return readdirSync(folder).filter((name) => !toolCaches.test(name));
}
