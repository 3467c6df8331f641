import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { pathToFileURL } from "node:url";
import { execa } from "execa";
import { type Capture, captureSchema } from "../../host/contract/capture.js";
import type { Config } from "../../host/contract/config.js";
import { openStore } from "../../host/store/store.js";
import { endProcessesOf } from "../../host/testing/leftovers.js";
import { distPath } from "../../host/testing/paths.js";
import { waitUntil } from "../../host/testing/wait-until.js";
import type { Values } from "../../installer/cli/arguments.js";
import { runInit } from "../../installer/init/run.js";
import { thisMachine } from "../../installer/machine.js";
import { findPrograms } from "../../installer/programs.js";
import { command } from "../../installer/testing/fake-machine.js";
import type { SidebarDriver } from "./sidebar-driver.js";
import type { TestPage } from "./test-page.js";

/** What a browser needs to know of a project: its home, its profile, and where the per-user state lies. */
export interface ProjectHome {
  readonly folder: string;
  readonly profile: string;
  readonly env: Readonly<Record<string, string>>;
}

/** A project of its own on a machine of its own: home, browser profile and per-user state lie in one temporary folder. */
export interface TestProject extends ProjectHome {
  readonly root: string;
  /** Names of the captures in the store, sorted. */
  captureNames(): readonly string[];
  /** The configuration as its file has it now. */
  config(): Readonly<Record<string, unknown>>;
  readCapture(name: string): { readonly text: string; readonly capture: Capture };
  remove(): void;
}

/** Changes the project's configuration as its user. */
export async function configure({ root, env }: Pick<TestProject, "root" | "env">, change: Partial<Config>): Promise<void> {
  const store = await openStore(root, { stateFolder: env["SVC_HOME"] ?? "" });
  await store.config.update(change);
  await store.close();
}

/** Registers a further project on the machine of another one. Returns its root. */
export async function addProject({ folder, env }: ProjectHome, name: string): Promise<string> {
  const root = join(folder, name);
  mkdirSync(root);
  await setUp(root, { folder, env }, {});
  return root;
}

/** As `svc-init` does it, in this process: one of its own takes 0.2 s of processor time, as all else that a scenario needs. */
async function setUp(root: string, { folder, env }: Pick<ProjectHome, "folder" | "env">, values: Values): Promise<void> {
  const machine = { ...thisMachine(), env: { ...process.env, ...env }, home: folder };
  const asked = command(machine, root, values, findPrograms(pathToFileURL(distPath("init.js")).href));
  const exitCode = await runInit(asked);
  if (exitCode !== 0) throw new Error(`the project was not set up:\n${asked.lines.join("\n")}`);
}

/** Lets a Firefox in over unsigned HTTP, as its user does with the command that the sidebar shows; Chromium's id is known. */
export async function letIn(
  { root, env }: Pick<TestProject, "root" | "env">,
  browser: { openOptions(): Promise<TestPage> },
): Promise<void> {
  const options = await browser.openOptions();
  const origin = await options.evaluate(() => location.origin);
  await options.close();
  if (!origin.startsWith("moz-extension:")) return;
  await execa(process.execPath, [distPath("init.js"), "pair", "--project", root, "--allow", origin], { env: { ...env }, cwd: root });
}

/** Pairs a browser with the project: its user enters the project's key in the options page. */
export async function pair({ root }: Pick<TestProject, "root">, browser: { openOptions(): Promise<TestPage> }): Promise<void> {
  const options = await browser.openOptions();
  await options.type("input[type=password]", readFileSync(join(root, ".svc", ".session-key"), "utf8").trim());
  await waitUntil(
    "the pairing",
    async () => /Paired with project/.test(await options.evaluate(() => document.body.textContent)) || undefined,
  );
  await options.close();
}

/** Waits until the sidebar states that the page was sent. Returns the name of the newest capture: they end with their time. */
export async function sentCapture(
  { captureNames }: Pick<TestProject, "captureNames">,
  sidebar: Pick<SidebarDriver, "waitForText">,
): Promise<string> {
  await sidebar.waitForText(/^Sent \d/);
  const timeOf = (name: string) => /\d{4}-\d\d-\d\dT[^.]*/.exec(name)?.[0] ?? "";
  return (
    captureNames()
      .toSorted((one, other) => timeOf(one).localeCompare(timeOf(other)))
      .at(-1) ?? ""
  );
}

/** A project as `svc-init` leaves it: registered, native host and wrapper written, nothing started. */
export async function makeProject(options: { readonly urls?: readonly string[] } = {}): Promise<TestProject> {
  const folder = mkdtempSync(join(tmpdir(), "svc-e2e-"));
  const [root, profile] = [join(folder, "project"), join(folder, "profile")];
  for (const path of [root, profile]) mkdirSync(path);
  const env = {
    SVC_HOME: join(folder, "state"),
    HOME: folder,
    XDG_CONFIG_HOME: join(folder, "config"),
    XDG_STATE_HOME: join(folder, "local"),
    SVC_PORTS: process.env["SVC_PORTS"] ?? "",
  };
  const urls = options.urls === undefined ? {} : { url: [...options.urls] };
  await setUp(root, { folder, env }, { ...urls, "host-manifest-dir": [join(profile, "NativeMessagingHosts")] });
  const captures = join(root, ".svc", "captures");
  return {
    folder,
    root,
    profile,
    env,
    captureNames: () =>
      readdirSync(captures)
        .filter((name) => name.endsWith(".json"))
        .sort(),
    config: () => JSON.parse(readFileSync(join(root, ".svc", "config.json"), "utf8")),
    readCapture: (name) => {
      const text = readFileSync(join(captures, name), "utf8");
      return { text, capture: captureSchema.parse(JSON.parse(text)) };
    },
    remove: () => removeWhole(folder, env.SVC_HOME),
  };
}

const removeMs = 15_000;

/** A process that started at the last moment announces itself while its folder goes: it is ended too. Throws what stays in the way. */
function removeWhole(folder: string, stateFolder: string): void {
  const end = Date.now() + removeMs;
  for (;;) {
    endProcesses(stateFolder);
    endProcessesOf(folder);
    try {
      rmSync(folder, { recursive: true, force: true });
    } catch (error) {
      if (Date.now() > end) throw error;
    }
    // A process that was just starting writes its first.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 50);
    if (!existsSync(folder) || Date.now() > end) return;
  }
}

/**
 * Ends the processes that announce themselves in a per-user state folder. An HTTP process outlives the agent that started it by an hour,
 * and there are only four ports: tests must not leave it behind.
 */
function endProcesses(stateFolder: string): void {
  for (const pid of announcedIn(stateFolder, /^(?:http|native)-(\d+)-/)) end(pid);
}

function announcedIn(stateFolder: string, name: RegExp): readonly number[] {
  const folder = join(stateFolder, "run");
  if (!existsSync(folder)) return [];
  return readdirSync(folder).flatMap((file) => Number(name.exec(file)?.[1] ?? 0) || []);
}

/** Runs what closes the connections of a browser, then waits until the native hosts have ended: they write into the project's state until then. */
export async function untilHostsEnd({ env }: ProjectHome, close: () => Promise<void>): Promise<void> {
  const hosts = announcedIn(env["SVC_HOME"] ?? "", /^native-(\d+)-/);
  await close();
  await waitUntil("the native hosts to end", () => (hosts.some(isAlive) ? undefined : true));
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    // It has ended.
    return false;
  }
}

function end(pid: number): void {
  try {
    process.kill(pid, "SIGTERM");
  } catch (error) {
    // It has ended by itself in the meantime.
    if (!(error instanceof Error && "code" in error && error.code === "ESRCH")) throw error;
  }
}
