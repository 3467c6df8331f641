import { existsSync } from "node:fs";
import { homedir, userInfo } from "node:os";
import { isAbsolute, join } from "node:path";
import { isWsl as isWslSystem } from "../host/store/user/http-needed.js";

export const platforms = ["linux", "darwin", "win32"] as const;
export type Platform = (typeof platforms)[number];

/** What differs between machines. All look-ups take it, so that each platform can be tested with a fake root. */
export interface Machine {
  readonly platform: Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The user's home, as the platform writes it. */
  readonly home: string;
  /** Folder that stands for the root of the file system; empty on a real machine. */
  readonly root: string;
}

/** The machine this process runs on. Every Unix that is not macOS is laid out as Linux is. */
export function thisMachine(): Machine {
  const platform = platforms.find((one) => one === process.platform) ?? "linux";
  // On Windows process.env answers in any case, a copy does not: keep the original.
  const home = homedir();
  return { platform, env: process.env, home: isAbsolute(home) ? home : userInfo().homedir, root: "" };
}

/** Where a path of the machine is found on the disk at hand. */
export function onDisk({ root }: Machine, path: string): string {
  return root === "" ? path : join(root, path.replaceAll("\\", "/"));
}

/** `~` is the home, `{config}` XDG's folder, `{claude}`, `{codex}`, `{copilot}` the agents', `%NAME%` a variable; undefined without. */
export function expandPath(machine: Machine, template: string): string | undefined {
  const { env, home } = machine;
  let isWhole = true;
  const path = template
    .replace(/^~/, () => home)
    .replace(/^\{config\}/, () => env["XDG_CONFIG_HOME"] || `${home}/.config`)
    .replace(/^\{claude\}/, () => env["CLAUDE_CONFIG_DIR"] || home)
    .replace(/^\{codex\}/, () => env["CODEX_HOME"] || joinOn(machine, home, ".codex"))
    .replace(/^\{copilot\}/, () => env["COPILOT_HOME"] || joinOn(machine, home, ".copilot"))
    .replace(/%([^%]+)%/g, (_all, name: string) => {
      const value = env[name];
      isWhole &&= value !== undefined && value !== "";
      return value ?? "";
    });
  return isWhole ? path : undefined;
}

/** Joins with the machine's separator, not with this one's. */
export function joinOn({ platform }: Machine, ...parts: readonly string[]): string {
  return parts.join(platform === "win32" ? "\\" : "/");
}

/** Full path of a command on the machine's PATH; undefined when there is none. */
export function findCommand(machine: Machine, name: string): string | undefined {
  const windows = machine.platform === "win32";
  const folders = (machine.env["PATH"] ?? machine.env["Path"] ?? "").split(windows ? ";" : ":").filter((folder) => folder !== "");
  const names = windows ? [`${name}.exe`, `${name}.cmd`, `${name}.bat`] : [name];
  return folders.flatMap((folder) => names.map((one) => joinOn(machine, folder, one))).find((path) => existsSync(onDisk(machine, path)));
}

/** Returns whether this is Linux inside Windows: its browsers live on the other side and cannot start our host. */
export function isWsl(machine: Machine): boolean {
  return isWslSystem(machine, (path) => onDisk(machine, path));
}
