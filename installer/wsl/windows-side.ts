import { existsSync, readFileSync } from "node:fs";
import { execa } from "execa";
import { type Machine, onDisk } from "../machine.js";

/** Variables that say where browsers and programs keep their things. */
const wanted = ["SystemRoot", "ProgramFiles", "ProgramFiles(x86)", "LOCALAPPDATA", "APPDATA", "USERPROFILE"] as const;
const answerMs = 15_000;

/** The Windows around a WSL, reached through its mounted drives: enough to run its programs, its variables unknown. */
export function windowsDisk(machine: Machine): Machine {
  return { platform: "win32", env: { SystemRoot: "C:\\Windows" }, home: "", root: machine.root, drives: driveRoot(machine) };
}

/** Returns whether the system drive of the Windows around us can be seen from here. */
export function isMounted(machine: Machine): boolean {
  return existsSync(shellOf(windowsDisk(machine)));
}

export interface WindowsSide {
  /** With its user's folders. */
  readonly machine: Machine;
  /** By what name Windows knows the distribution that we are in. */
  readonly distribution: string;
}

/** The Windows around a WSL; a sentence when it cannot be reached. */
export async function windowsSide(machine: Machine): Promise<WindowsSide | { readonly problem: string }> {
  const distribution = machine.env["WSL_DISTRO_NAME"];
  if (!distribution)
    return { problem: "The name of this distribution, WSL_DISTRO_NAME, is not set. Run svc-init as yourself, not with sudo." };
  const disk = windowsDisk(machine);
  const shell = shellOf(disk);
  if (!existsSync(shell)) return { problem: `The Windows drive is not mounted: ${shell} is missing.` };
  // With /u it writes UTF-16 whatever the console's code page; from a folder of Windows, because it can stand in no other.
  const options = { reject: false, encoding: "utf16le", cwd: onDisk(disk, "C:\\Windows"), timeout: answerMs, stdin: "ignore" } as const;
  const { exitCode, stdout = "" } = await execa(shell, ["/d", "/u", "/c", "set"], options);
  const env = readVariables(stdout);
  if (exitCode !== 0 || env["LOCALAPPDATA"] === undefined) {
    return { problem: "Programs of Windows cannot be started from here. Turn interop on in /etc/wsl.conf, then run `wsl --shutdown`." };
  }
  return { machine: { ...disk, env: { ...disk.env, ...env }, home: env["USERPROFILE"] ?? "" }, distribution };
}

function shellOf(disk: Machine): string {
  return onDisk(disk, "C:\\Windows\\System32\\cmd.exe");
}

/** Names of variables have no case on Windows. */
function readVariables(text: string): Record<string, string> {
  const lines = text.split(/\r?\n/).map((line) => /^([^=]+)=(.*)$/.exec(line));
  const values = new Map(lines.map((match) => [match?.[1]?.toLowerCase(), match?.[2]]));
  return Object.fromEntries(
    wanted.flatMap((name) => {
      const value = values.get(name.toLowerCase());
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

/** `root` in the section `automount` of wsl.conf; `/mnt` unless it was changed. Without its last slash. */
export function driveRoot(machine: Machine): string {
  const file = onDisk(machine, "/etc/wsl.conf");
  const text = existsSync(file) ? readFileSync(file, "utf8") : "";
  const section = /^\s*\[automount\]\s*$([^[]*)/im.exec(text)?.[1] ?? "";
  const root = /^\s*root\s*=\s*"?([^"#\n]*?)"?\s*(?:#.*)?$/im.exec(section)?.[1] ?? "/mnt";
  return root.replace(/\/+$/, "");
}
