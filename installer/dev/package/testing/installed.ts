import { mkdirSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { execa } from "execa";
import { projectRoot as root } from "../../../../host/testing/paths.js";
import { packTarball } from "../tarball.js";

/** A machine of its own in a temporary folder: an empty home, an empty cache of npm, no registry. */
export interface EmptyMachine {
  readonly folder: string;
  readonly env: Readonly<Record<string, string>>;
  /** The tarball that `npm run package` makes. */
  readonly tarball: string;
  /** An empty folder in it. */
  makeFolder(name: string): string;
  run(command: string, args: readonly string[], cwd: string): Promise<Ended>;
  remove(): void;
}

export interface Ended {
  readonly code: number | undefined;
  readonly stdout: string;
  readonly stderr: string;
}

/** Packs the build at hand and makes the machine. `node` is the Node that everything on it runs on. */
export async function emptyMachine(node: string = process.execPath): Promise<EmptyMachine> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "svc-installed-")));
  const packed = join(folder, "packed");
  mkdirSync(packed);
  const tarball = join(packed, packTarball(root, packed));
  const home = join(folder, "home");
  mkdirSync(home);
  const env = {
    HOME: home,
    PATH: [dirname(node), process.env["PATH"] ?? ""].join(delimiter),
    npm_config_cache: join(folder, "npm-cache"),
    npm_config_userconfig: join(folder, "no-npmrc"),
    npm_config_offline: "true",
    npm_config_update_notifier: "false",
    SVC_PORTS: process.env["SVC_PORTS"] ?? "",
  };
  return {
    folder,
    env,
    tarball,
    makeFolder: (name) => {
      mkdirSync(join(folder, name));
      return join(folder, name);
    },
    run: async (command, args, cwd) => {
      const { exitCode, stdout, stderr } = await execa(command, args, { cwd, env, extendEnv: false, reject: false, stdin: "ignore" });
      return { code: exitCode, stdout, stderr };
    },
    remove: () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }),
  };
}

/** Everything below folders: path → content, where a link leads, or that it is a folder. */
export function treeOf(...folders: readonly string[]): Map<string, string> {
  const entries = folders.flatMap((folder) => readdirSync(folder, { recursive: true, withFileTypes: true }));
  return new Map(
    entries.map((entry) => {
      const path = join(entry.parentPath, entry.name);
      if (entry.isSymbolicLink()) return [path, `→ ${readlinkSync(path)}`];
      return [path, entry.isDirectory() ? "folder" : readFileSync(path, "latin1")];
    }),
  );
}
