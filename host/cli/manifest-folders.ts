import { existsSync } from "node:fs";
import { join } from "node:path";
import { nativeHostName } from "../contract/names.js";

/**
 * Whether some browser of this user has the manifest of our native host. On Windows the registry names it, which is too slow to ask at
 * every start: there the answer is yes, and a host that never answered decides.
 */
export function hasHostManifest(home: string, platform: NodeJS.Platform): boolean {
  if (platform === "win32") return true;
  const folders =
    platform === "darwin"
      ? macFolders.map((folder) => join(home, "Library", "Application Support", folder))
      : [...linuxFolders.map((folder) => join(home, folder)), ...systemFolders];
  return folders.some((folder) => existsSync(join(folder, `${nativeHostName}.json`)));
}

const linuxFolders = [
  ".config/google-chrome/NativeMessagingHosts",
  ".config/google-chrome-beta/NativeMessagingHosts",
  ".config/chromium/NativeMessagingHosts",
  ".config/microsoft-edge/NativeMessagingHosts",
  ".config/BraveSoftware/Brave-Browser/NativeMessagingHosts",
  ".mozilla/native-messaging-hosts",
];

const systemFolders = [
  "/etc/opt/chrome/native-messaging-hosts",
  "/etc/chromium/native-messaging-hosts",
  "/usr/lib/mozilla/native-messaging-hosts",
];

const macFolders = [
  "Google/Chrome/NativeMessagingHosts",
  "Chromium/NativeMessagingHosts",
  "Microsoft Edge/NativeMessagingHosts",
  "BraveSoftware/Brave-Browser/NativeMessagingHosts",
  "Mozilla/NativeMessagingHosts",
];
