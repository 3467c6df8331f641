import { createServer } from "node:net";
import { execa } from "execa";
import { socketsOf } from "../../../../host/testing/sockets.js";
import { waitUntil } from "../../../../host/testing/wait-until.js";
import type { App } from "./apps.js";

/** An app's development server. */
export interface AppServer {
  /** `http://127.0.0.1:port`, without a slash at the end. */
  readonly origin: string;
  readonly stop: () => Promise<void>;
}

const startMs = 400_000;

/**
 * Serves an app by its recipe on `port`, with the app's own programs on the path, and resolves once it answers. What somebody else serves there is not
 * taken for it (Linux only). It ends with this process.
 */
export async function startServer({ name, recipe }: App, cwd: string, port?: number): Promise<AppServer> {
  if (recipe === undefined) throw new Error(`${name}: recipes.json in the cache does not say how to run it`);
  const at = port ?? (await freePort());
  const child = execa(recipe.serve.replaceAll("{port}", String(at)), {
    cwd,
    shell: true,
    preferLocal: true,
    env: { BROWSER: "none", CI: "1" },
    detached: true,
    stdio: ["ignore", "ignore", "inherit"],
    reject: false,
  });
  const { pid } = child;
  if (pid === undefined) throw new Error(`${name}: the server did not start`);
  const end = () => void (child.exitCode === null && process.kill(-pid, "SIGKILL"));
  const exit = () => process.exit(1);
  process.once("exit", end).once("SIGTERM", exit);
  const stop = async () => {
    process.off("exit", end).off("SIGTERM", exit);
    end();
    await child;
  };
  const origin = `http://127.0.0.1:${at}`;
  const answers = async () => {
    if (child.exitCode !== null) throw new Error(`${name}: the server did not start`);
    // Nothing answers while a page is compiled, for minutes: that it listens is asked first.
    const listens = socketsOf([pid]).some(({ local, remote }) => remote === undefined && local.endsWith(`:${at}`));
    return listens ? fetch(`${origin}/`, { signal: AbortSignal.timeout(60_000) }).catch(() => undefined) : undefined;
  };
  await waitUntil(`${name}'s server to answer`, answers, startMs).catch(async (error: unknown) => {
    await stop();
    throw error;
  });
  return { origin, stop };
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === "string") throw new Error("no free port");
  return address.port;
}
