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
  end(processesNaming(folder).filter(({ command }) => command.includes(folder)));
}

/** Ends all processes that name a folder, as those of the product do whose user's state lies there. */
export function endProcessesOf(folder: string): void {
  end(processesNaming(folder));
}

function end(processes: readonly LeftProcess[]): void {
  for (const { pid } of processes) {
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

/** What stands in a temporary folder although every test has ended: each folder with the first of its files. */
export function filesLeftIn(folder: string): readonly string[] {
  const left = readdirSync(folder, { withFileTypes: true }).filter(({ name }) => !toolCaches.test(name));
  return left.map((one) => {
    const inside = one.isDirectory() ? readdirSync(join(folder, one.name), { recursive: true, encoding: "utf8" }) : [];
    return [one.name, ...inside.slice(0, 8)].join(" ");
  });
}
