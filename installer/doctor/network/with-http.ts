import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";

export interface HttpStart {
  readonly node: string;
  readonly http: string;
  readonly root: string;
  readonly env: Readonly<Record<string, string>>;
  readonly onStart: (pid: number) => void;
}

const patienceMs = 15_000;

/** Runs a project's HTTP process on any free port for as long as a function talks to it, given its base URL. */
export async function withHttp<T>({ node, http, root, env, onStart }: HttpStart, use: (base: string) => Promise<T>): Promise<T> {
  const child = spawn(node, [http, "--project", root, "--port", "0", "--json"], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "ignore"],
    windowsHide: true,
  });
  const ended = once(child, "exit");
  try {
    await once(child, "spawn");
    onStart(child.pid ?? 0);
    const lines = createInterface({ input: child.stdout });
    const [line] = await once(lines, "line", { signal: AbortSignal.timeout(patienceMs) });
    return await use(`http://127.0.0.1:${JSON.parse(String(line)).port}`);
  } finally {
    child.kill();
    await ended;
  }
}
