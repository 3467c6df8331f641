import { existsSync } from "node:fs";
import { homedir, userInfo } from "node:os";
import { posix, win32 } from "node:path";
import { parseJson } from "../../contract/json.js";
import { hostManifestsIn, receiptFileName } from "../../contract/user-state.js";
import { readInside } from "../fs/folder.js";

/** `$SVC_HOME`, else the platform's place (XDG Base Directory, Application Support, %LOCALAPPDATA%). Absolute; need not exist. */
export function stateFolder(env: NodeJS.ProcessEnv = process.env, platform: NodeJS.Platform = process.platform): string {
  const { resolve, join, isAbsolute } = platform === "win32" ? win32 : posix;
  const chosen = env["SVC_HOME"];
  if (chosen !== undefined && chosen !== "") return resolve(chosen);
  const homes = [platform === "win32" ? env["USERPROFILE"] : env["HOME"], homedir()];
  // A home that is empty or relative would change with the folder a process was started in.
  const home = homes.find((one) => one !== undefined && isAbsolute(one)) ?? userInfo().homedir;
  if (platform === "win32") return join(env["LOCALAPPDATA"] || join(home, "AppData", "Local"), "svc");
  if (platform === "darwin") return join(home, "Library", "Application Support", "svc");
  const xdg = env["XDG_STATE_HOME"];
  // By the XDG specification a relative path is to be ignored.
  return join(xdg !== undefined && isAbsolute(xdg) ? xdg : join(home, ".local", "state"), "svc");
}

const receiptMaxBytes = 4 * 1024 * 1024;

/** Whether one of the host manifests that svc-init wrote, wherever that was, is still there. */
export async function hasHostManifest(stateFolder: string): Promise<boolean> {
  const receipt = parseJson((await readInside({ base: stateFolder, parts: [] }, receiptFileName, receiptMaxBytes)) ?? "");
  return hostManifestsIn(receipt).some((path) => existsSync(path));
}
