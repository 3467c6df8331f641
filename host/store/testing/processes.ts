import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { cleanup } from "./temporary.js";

/** Bundles `worker.ts` into a folder, so that many real processes start quickly; returns its path. */
export async function bundleWorker(folder: string): Promise<string> {
  const outfile = join(folder, "worker.mjs");
  await build({
    entryPoints: [fileURLToPath(new URL("worker.ts", import.meta.url))],
    outfile,
    bundle: true,
    platform: "node",
    format: "esm",
    logLevel: "error",
  });
  return outfile;
}

export interface Worker {
  readonly process: ChildProcess;
  /** Lines of standard output so far. */
  readonly lines: readonly string[];
  /** Exit code and signal, after its output has been read. */
  readonly ended: Promise<{ code: number | null; signal: string | null; stderr: string }>;
  /** Resolves when a line has come; rejects when the process ends without one. */
  line(): Promise<string>;
}

/** Starts a worker with a task and its arguments. It is killed after the test if it still runs. */
export function startWorker(path: string, ...args: readonly string[]): Worker {
  const child = spawn(process.execPath, [path, ...args], { stdio: ["pipe", "pipe", "pipe"] });
  const lines: string[] = [];
  let rest = "";
  let stderr = "";
  child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
    const parts = (rest + chunk).split("\n");
    rest = parts.pop() ?? "";
    lines.push(...parts);
  });
  child.stderr.setEncoding("utf8").on("data", (chunk: string) => {
    stderr += chunk;
  });
  const ended = once(child, "close").then(() => ({ code: child.exitCode, signal: child.signalCode, stderr }));
  cleanup(() => {
    if (child.exitCode === null && child.signalCode === null) child.kill("SIGKILL");
  });
  async function line(): Promise<string> {
    while (lines.length === 0) {
      const chunk = await Promise.race([once(child.stdout, "data").then(() => undefined), ended]);
      if (chunk !== undefined && lines.length === 0) throw new Error(`the worker ended without a word: ${chunk.stderr}`);
    }
    return lines[0] ?? "";
  }
  return { process: child, lines, ended, line };
}
