import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { execa } from "execa";
import { projectRoot } from "../../../host/testing/paths.js";

/** A Node script of this project that runs; its stderr is ours. It ends with `kill()`. */
export type BenchProcess = ReturnType<typeof startNode>;

export function startNode(script: string, args: readonly string[] = [], env: Readonly<Record<string, string>> = {}) {
  return execa(process.execPath, [join(projectRoot, script), ...args], {
    ...{ env, cwd: projectRoot, buffer: false, reject: false, encoding: "buffer" },
    ...{ stdin: "pipe", stdout: "pipe", stderr: "inherit" },
  } as const);
}

/** The port in the first line that a server prints; to be asked for at its start, as what nobody reads is lost. */
export async function portOf({ stdout }: BenchProcess): Promise<number> {
  const [line] = await once(createInterface({ input: stdout }), "line");
  const { port }: { port: number } = JSON.parse(String(line));
  return port;
}

/** Ends processes and waits until they have gone. */
export async function endAll(processes: readonly BenchProcess[]): Promise<void> {
  for (const one of processes) one.kill();
  await Promise.all(processes);
}
