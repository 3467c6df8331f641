import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isRecord } from "../../host/contract/json.js";
import { distPath } from "../../host/testing/paths.js";

/** A folder with projects and a per-user state of its own. */
export interface Sandbox {
  readonly folder: string;
  readonly state: string;
  /** Starts the HTTP process of the build. */
  start(project: string, ...args: readonly string[]): Started;
  /** Ends every process that was started here, then removes the folder. */
  remove(): Promise<void>;
}

export interface Started {
  readonly child: ChildProcess;
  /** Where it listens, or who does; rejects when it ends without a word. */
  readonly announced: Promise<Announcement>;
  /** Exit code, or the signal that ended it. */
  readonly ended: Promise<number | string | null>;
  stderr(): string;
}

export interface Announcement {
  readonly pid: number;
  readonly port: number;
  readonly already: boolean;
  readonly base: string;
}

export async function makeSandbox(): Promise<Sandbox> {
  const folder = await mkdtemp(join(tmpdir(), "svc-http-"));
  const state = join(folder, "state");
  const children: ChildProcess[] = [];
  return {
    folder,
    state,
    start: (project, ...args) => {
      const argv = [distPath("http.js"), "--project", project, "--json", ...args];
      const child = spawn(process.execPath, argv, { env: { ...process.env, SVC_HOME: state }, stdio: ["ignore", "pipe", "pipe"] });
      children.push(child);
      return watch(child);
    },
    remove: async () => {
      for (const child of children) child.kill("SIGKILL");
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

function watch(child: ChildProcess): Started {
  let stdout = "";
  let stderr = "";
  child.stderr?.on("data", (data) => {
    stderr += String(data);
  });
  const ended = once(child, "exit").then(([code, signal]) => code ?? signal);
  const announced = new Promise<Announcement>((resolve, reject) => {
    child.stdout?.on("data", (data) => {
      stdout += String(data);
      if (stdout.includes("\n")) resolve(readLine(stdout));
    });
    void ended.then((code) => reject(new Error(`ended with ${code}: ${stderr}`)));
  });
  // A test that only waits for the end does not look at this one.
  announced.catch(() => undefined);
  return { child, announced, ended, stderr: () => stderr };
}

function readLine(text: string): Announcement {
  const line: unknown = JSON.parse(text.split("\n")[0] ?? "");
  const { pid, port, already } = isRecord(line) ? line : {};
  if (typeof pid !== "number" || typeof port !== "number" || typeof already !== "boolean") throw new Error(`no whereabouts: ${text}`);
  return { pid, port, already, base: `http://127.0.0.1:${port}` };
}
