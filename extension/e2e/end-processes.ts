import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";

/**
 * Ends the processes that announce themselves in a per-user state folder. An HTTP process outlives the agent that started it by an hour,
 * and there are only four ports: tests must not leave it behind.
 */
export function endProcesses(stateFolder: string): void {
  const announced = join(stateFolder, "run");
  if (!existsSync(announced)) return;
  const pids = readdirSync(announced).flatMap((name) => /^(?:http|native)-(\d+)-/.exec(name)?.[1] ?? []);
  for (const pid of pids) end(Number(pid));
}

function end(pid: number): void {
  try {
    process.kill(pid, "SIGTERM");
  } catch (error) {
    // It has ended by itself in the meantime.
    if (!(error instanceof Error && "code" in error && error.code === "ESRCH")) throw error;
  }
}
