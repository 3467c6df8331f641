import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { hostManifestPurpose, receiptFileName } from "../../contract/user-state.js";
import { projectId } from "../../store/project-root.js";
import { openStore } from "../../store/store.js";
import { cleanup, temporaryFolder } from "../../store/testing/temporary.js";
import { listPresences, recordHello } from "../../store/user/presence.js";
import { openRegistry } from "../../store/user/registry.js";
import { distPath } from "../../testing/paths.js";

/** The built programs: what users run is what is tested. */
export function program(name: "server.js" | "http.js" | "init.js"): string {
  const path = distPath(name);
  if (!existsSync(path)) throw new Error(`dist/${name} is missing: run \`npm run build\` first`);
  return path;
}

/** A user's machine with a state of its own. Whatever started on it is ended after the test. */
export interface Machine {
  readonly folder: string;
  readonly state: string;
  readonly env: NodeJS.ProcessEnv;
  /** A registered project; `patterns` are the pages it claims. */
  project(name: string, patterns?: readonly string[]): Promise<Project>;
  /** Makes the machine one whose browser knows the native host and has called it before, so that nothing opens a port by itself. */
  knowNative(): Promise<void>;
  start(name: Parameters<typeof program>[0], args: readonly string[], env?: NodeJS.ProcessEnv): Started;
}

export interface Project {
  readonly root: string;
  readonly id: string;
}

export interface Started {
  readonly child: ChildProcess;
  readonly pid: number;
  stdout(): string;
  stderr(): string;
  /** Exit code, or the signal that ended it. */
  readonly ended: Promise<number | string>;
}

export async function makeMachine(): Promise<Machine> {
  const folder = await temporaryFolder();
  const state = join(folder, "state");
  const env = { ...process.env, HOME: folder, SVC_HOME: state, SVC_PORT: "", SVC_PROBE: "" };
  cleanup(async () => {
    // The HTTP process outlives whoever started it.
    for (const { pid } of await listPresences(state, { kind: "http" })) process.kill(pid, "SIGKILL");
  });
  return {
    folder,
    state,
    env,
    project: async (name, patterns = []) => {
      const root = join(folder, name);
      await mkdir(root);
      const store = await openStore(root, { stateFolder: state });
      if (patterns.length > 0) await store.config.update({ urlPatterns: [...patterns] });
      await store.close();
      await openRegistry(state).register(root);
      return { root, id: projectId(root) };
    },
    knowNative: async () => {
      const manifest = join(folder, "com.svc.host.json");
      await writeFile(manifest, "{}");
      await recordHello(state, { transport: "native", extension: "", browser: "" });
      const receipt = { version: 1, items: [{ kind: "file", purpose: hostManifestPurpose, path: manifest }] };
      await writeFile(join(state, receiptFileName), JSON.stringify(receipt));
    },
    start: (name, args, more = {}) =>
      watchProcess(spawn(process.execPath, [program(name), ...args], { cwd: folder, env: { ...env, ...more } })),
  };
}

/** Follows a process, and ends it after the test. */
export function watchProcess(child: ChildProcess): Started {
  let stdout = "";
  let stderr = "";
  child.stdout?.on("data", (data) => {
    stdout += String(data);
  });
  child.stderr?.on("data", (data) => {
    stderr += String(data);
  });
  // A process that was killed takes no more words.
  child.stdin?.on("error", () => undefined);
  const ended = once(child, "exit").then(([code, signal]) => code ?? signal);
  cleanup(async () => {
    if (child.exitCode === null && child.signalCode === null) child.kill("SIGKILL");
    await ended;
  });
  return { child, pid: child.pid ?? 0, ended, stdout: () => stdout, stderr: () => stderr };
}

/** Whether a process lives; one that nobody has looked at since its end does not. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return process.platform !== "linux" || !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, "utf8"));
  } catch {
    // The only error there is for a process of one's own: it has gone, perhaps between the two.
    return false;
  }
}
