import { type ChildProcessByStdio, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable, Writable } from "node:stream";
import { projectRoot } from "../../../host/testing/paths.js";

export type BenchProcess = ChildProcessByStdio<Writable, Readable, null>;

/** Starts a Node script of this project; its stderr is ours. */
export function startNode(script: string, args: readonly string[] = [], env: Readonly<Record<string, string>> = {}): BenchProcess {
  return spawn(process.execPath, [join(projectRoot, script), ...args], {
    env: { ...process.env, ...env },
    cwd: projectRoot,
    stdio: ["pipe", "pipe", "inherit"],
  });
}

/** The first line that a process prints. */
export async function firstLine({ stdout }: BenchProcess): Promise<string> {
  const lines = createInterface({ input: stdout });
  const [line] = await once(lines, "line");
  return String(line);
}

/** Ends a process and waits until it has gone. */
export async function endProcess(child: BenchProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill();
  await once(child, "exit");
}
