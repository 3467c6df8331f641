import { execa } from "execa";
import { nativeHostName } from "../../host/contract/names.js";
import { expandPath, type Machine, onDisk } from "../machine.js";

/** The key below which a browser on Windows finds our host; its default value is the manifest's path. */
export function hostKey(parent: string): string {
  return `${parent}\\${nativeHostName}`;
}

/** The default value of a key of the Windows registry; undefined when there is no such key. */
export async function readKey(machine: Machine, key: string): Promise<string | undefined> {
  const { exitCode, stdout } = await reg(machine, ["QUERY", key, "/ve"]);
  // The value's name is translated ("(Standard)"); its type is not.
  return exitCode === 0 ? /\bREG_SZ\s+(.*?)\s*$/m.exec(stdout)?.[1] : undefined;
}

/** Sets the default value of a key and makes the key when it is missing. */
export async function writeKey(machine: Machine, key: string, value: string): Promise<void> {
  await mustReg(machine, ["ADD", key, "/ve", "/t", "REG_SZ", "/d", value, "/f"]);
}

export async function deleteKey(machine: Machine, key: string): Promise<void> {
  await mustReg(machine, ["DELETE", key, "/f"]);
}

/** reg.exe prints in the console's code page: characters beyond ASCII come back changed and are not compared. */
export function isSameValue(one: string | undefined, other: string | undefined): boolean {
  return one !== undefined && other !== undefined && comparable(one) === comparable(other);
}

function comparable(text: string): string {
  return text.replace(/[^\x20-\x7e]+/g, "?");
}

async function mustReg(machine: Machine, args: readonly string[]): Promise<void> {
  const { exitCode, stderr } = await reg(machine, args);
  if (exitCode !== 0) throw new Error(`reg.exe ${args[0]} failed: ${stderr.trim() || `exit code ${exitCode}`}`);
}

async function reg(machine: Machine, args: readonly string[]) {
  // Not through PATH, and with the arguments as a list: nothing of a value is ever read by a shell.
  const program = onDisk(machine, expandPath(machine, "%SystemRoot%\\System32\\reg.exe") ?? "C:\\Windows\\System32\\reg.exe");
  const result = await execa(program, args, { reject: false });
  // No answer is not the answer that there is no such key.
  if (result.exitCode === undefined) throw new Error(`reg.exe cannot be started: ${result.originalMessage ?? result.shortMessage}.`);
  return result;
}
