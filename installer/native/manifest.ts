import { basename, dirname } from "node:path";
import { chromeExtensionId, firefoxExtensionId, nativeHostName } from "../../host/contract/names.js";
import type { Family } from "../browsers/browsers.js";

export const manifestFileName = `${nativeHostName}.json`;

/** Further extensions that may start the host, beside our own two builds. */
export interface ExtensionIds {
  readonly chromium: readonly string[];
  readonly firefox: readonly string[];
}

/**
 * Text of a native host manifest, in the form that a browser family reads: `allowed_origins` (Chrome's documentation of native
 * messaging) or `allowed_extensions` (MDN, native manifests).
 */
export function manifestText(family: Family, wrapper: string, more: ExtensionIds): string {
  const host = { name: nativeHostName, description: "svc: hands page captures to your coding agent", path: wrapper, type: "stdio" };
  const allowed =
    family === "chromium"
      ? { allowed_origins: unique([chromeExtensionId, ...more.chromium]).map((id) => `chrome-extension://${id}/`) }
      : { allowed_extensions: unique([firefoxExtensionId, ...more.firefox]) };
  return `${JSON.stringify({ ...host, ...allowed }, null, 2)}\n`;
}

/**
 * Which form a folder given by hand gets: Firefox's where the folder is named as Firefox names it (`native-messaging-hosts` below a
 * dot folder, or `NativeMessagingHosts` below `Mozilla` or `LibreWolf`), Chromium's everywhere else.
 */
export function familyOfFolder(folder: string): Family {
  if (basename(folder) === "native-messaging-hosts" && !isSystemChromium(folder)) return "firefox";
  return /^(mozilla|librewolf)$/i.test(basename(dirname(folder))) ? "firefox" : "chromium";
}

/** System-wide, Chromium and Chrome use Firefox's spelling: /etc/opt/chrome/native-messaging-hosts. */
function isSystemChromium(folder: string): boolean {
  return /^\/etc\//.test(folder);
}

function unique(ids: readonly string[]): string[] {
  return [...new Set(ids)];
}
