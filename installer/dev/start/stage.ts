import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { execa } from "execa";
import { z } from "zod";
import { type PageServer, servePages } from "../../../host/testing/page-server.js";
import { distPath } from "../../../host/testing/paths.js";
import type { StartOptions } from "./arguments.js";

/** The network fault that is planted in the demo. */
const failing = { "api/stock": { html: '{"error":"offline"}', status: 500, headers: { "content-type": "application/json" } } };

/** Everything that the quick start needs, in a folder that goes away with it. */
export interface Stage {
  readonly folder: string;
  readonly profile: string;
  readonly root: string;
  readonly pageUrl: string;
  /** The folder of the project goes away, too. */
  readonly isDemo: boolean;
  /** Of every process started: its state and its home lie in the folder. */
  readonly env: Readonly<Record<string, string>>;
  /** Number of things that svc-init set up. */
  readonly changes: number;
  clear(): void;
}

/** Makes the folder, copies the demo shop and serves it (or takes the real project), and runs svc-init into it. */
export async function setStage(real?: StartOptions["real"]): Promise<Stage> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "svc-start-")));
  const home = join(folder, "home");
  const profile = join(folder, "profile");
  for (const one of [home, profile]) mkdirSync(one);
  let demo: PageServer | undefined;
  const clear = () => {
    void demo?.close();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  };
  // Whatever ends this process, nothing of it stays behind.
  process.once("exit", clear);
  try {
    const root = real?.root ?? copyDemo(folder);
    if (real === undefined) demo = await servePages(failing, root);
    const pageUrl = real?.pageUrl ?? (demo === undefined ? "" : demo.url(""));
    const pattern = real?.pattern ?? new URL(pageUrl).host;
    const env = { HOME: home, USERPROFILE: home, SVC_HOME: join(folder, "state"), XDG_CONFIG_HOME: join(home, ".config") };
    const changes = await runInit(root, pattern, profile, env);
    return { folder, profile, root, pageUrl, isDemo: demo !== undefined, env, changes, clear };
  } catch (error) {
    clear();
    throw error;
  }
}

function copyDemo(folder: string): string {
  const root = join(folder, "lamp-shop");
  cpSync(fileURLToPath(new URL("../demo/shop", import.meta.url)), root, { recursive: true });
  return root;
}

const initReport = z.object({ actions: z.array(z.object({ changed: z.boolean() })) });

/** The real program, as a user runs it; the browser's profile is passed as a further folder for the host manifest. */
async function runInit(root: string, pattern: string, profile: string, env: Record<string, string>): Promise<number> {
  const folders = ["--host-manifest-dir", join(profile, "NativeMessagingHosts")];
  const args = ["--project", root, "--url", pattern, ...folders, "--agent", "claude-code", "--no-start", "--json"];
  const { stdout } = await execa(process.execPath, [distPath("init.js"), ...args], { env, stdin: "ignore" });
  return initReport.parse(JSON.parse(stdout)).actions.filter(({ changed }) => changed).length;
}
