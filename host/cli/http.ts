import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { debugLog } from "../store/log.js";
import { findProject } from "../store/project-root.js";
import { httpNeeded, isWsl, storedHttpFacts } from "../store/user/http-needed.js";
import { listPresences } from "../store/user/presence.js";
import { hasHostManifest } from "../store/user/state-folder.js";
import { preferredPort } from "./environment.js";

/** The program of the HTTP process stands beside this one; it is started, never imported. */
const program = fileURLToPath(new URL("./http.js", import.meta.url));

/** `svc-capture --http`: the HTTP process takes over terminal, arguments and exit code, and ends when this one is killed. */
export async function runHttp({ project, rest }: { project: string | undefined; rest: readonly string[] }): Promise<number> {
  const root = findProject(process.cwd(), project);
  const child = spawn(process.execPath, argumentsFor(root, rest), { stdio: ["inherit", "inherit", "inherit", "ipc"] });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => child.kill(signal));
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("exit", (code) => resolve(code ?? 1));
  });
}

/** Starts the project's HTTP process where native messaging does not reach the browser, to live on by itself. A second one ends at once. */
export async function startHttpWhenNeeded(root: string, stateFolder: string, requestWaitedMs?: number): Promise<void> {
  const [native, hasManifest, stored, http] = await Promise.all([
    listPresences(stateFolder, { kind: "native" }),
    hasHostManifest(stateFolder),
    storedHttpFacts(stateFolder),
    listPresences(stateFolder, { kind: "http", projectRoot: root }),
  ]);
  if (http.length > 0) return;
  const reason = httpNeeded({ ...stored, isWsl: isWsl(), hasManifest, nativeHosts: native.length, requestWaitedMs });
  if (reason === undefined) return;
  if (!existsSync(program)) return debugLog(`HTTP would be needed (${reason.text}), but its program is not built`);
  debugLog(`starting HTTP: ${reason.text}`);
  // Under WSL no native host of ours will ever serve the browser; everywhere else the port closes as soon as one does.
  const child = spawn(process.execPath, argumentsFor(root, reason.isForNow ? ["--until-native"] : []), {
    detached: true,
    stdio: "ignore",
    windowsHide: true,
  });
  child.on("error", (error) => debugLog(`HTTP could not be started: ${error.message}`));
  child.unref();
}

/** Later arguments win: the user's port, and the project that was found. */
function argumentsFor(root: string, rest: readonly string[]): string[] {
  const port = preferredPort();
  return [program, ...(port === undefined ? [] : ["--prefer-port", String(port)]), ...rest, "--project", root];
}
