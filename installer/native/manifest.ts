import { basename, dirname } from "node:path";
import { z } from "zod";
import { parseJson } from "../../host/contract/json.js";
import { chromeExtensionId, firefoxExtensionId, nativeHostName } from "../../host/contract/names.js";
import type { Family } from "../browsers/browsers.js";
import { readText } from "../init/text-files.js";
import type { Machine } from "../machine.js";
import { isSameValue, readKey } from "./registry-keys.js";

export const manifestFileName = `${nativeHostName}.json`;

/** Further extensions that may start the host, beside our own two builds. */
export interface ExtensionIds {
  readonly chromium: readonly string[];
  readonly firefox: readonly string[];
}

/** A native host manifest as Chrome's documentation of native messaging, or MDN's of native manifests, has it. */
export function manifestText(family: Family, wrapper: string, more: ExtensionIds): string {
  const host = { name: nativeHostName, description: "svc: hands page captures to your coding agent", path: wrapper, type: "stdio" };
  const allowed =
    family === "chromium"
      ? { allowed_origins: unique([chromeExtensionId, ...more.chromium]).map((id) => `chrome-extension://${id}/`) }
      : { allowed_extensions: unique([firefoxExtensionId, ...more.firefox]) };
  return `${JSON.stringify({ ...host, ...allowed }, null, 2)}\n`;
}

/** Firefox's form where a folder given by hand is named as Firefox names it, Chromium's everywhere else. */
export function familyOfFolder(folder: string): Family {
  // System-wide, Chromium and Chrome spell it so too: /etc/opt/chrome/native-messaging-hosts.
  if (basename(folder) === "native-messaging-hosts" && !folder.startsWith("/etc/")) return "firefox";
  return /^(mozilla|librewolf)$/i.test(basename(dirname(folder))) ? "firefox" : "chromium";
}

function unique(ids: readonly string[]): string[] {
  return [...new Set(ids)];
}

const manifestSchema = z.object({
  name: z.string(),
  path: z.string(),
  type: z.string(),
  allowed_origins: z.array(z.string()).default([]),
  allowed_extensions: z.array(z.string()).default([]),
});
type Manifest = z.infer<typeof manifestSchema>;

/** The extensions requested now and those that an earlier run let in through the same wrapper: a run takes nobody's access away. */
export function idsInManifest(text: string | undefined, wrapper: string, requested: ExtensionIds): ExtensionIds {
  const manifest = readManifest(text);
  if (manifest?.path !== wrapper) return requested;
  const ids = manifest.allowed_origins.map((origin) => /^chrome-extension:\/\/([a-p]{32})\/$/.exec(origin)?.[1]);
  return {
    chromium: [...ids.filter((id) => id !== undefined), ...requested.chromium],
    firefox: [...manifest.allowed_extensions, ...requested.firefox],
  };
}

/** Where a browser looks the host up: a registry key on Windows, and the manifest's path. */
interface HostEntry {
  readonly key: string | undefined;
  readonly path: string;
  readonly family: Family;
}

/** Follows a browser's way to the host, as it would. Returns the wrapper that the manifest names, or what is broken on the way. */
export async function findWrapper(machine: Machine, { key, path, family }: HostEntry): Promise<{ wrapper: string } | { problem: string }> {
  if (key !== undefined && !isSameValue(await readKey(machine, key), path)) return { problem: `the key ${key} does not name ${path}` };
  const text = readText(path);
  if (text === undefined) return { problem: `${path} is missing` };
  const manifest = readManifest(text);
  if (manifest === undefined) return { problem: `${path} is no host manifest` };
  if (manifest.name !== nativeHostName) return { problem: `${path} names another host, ${manifest.name}` };
  if (manifest.type !== "stdio") return { problem: `${path} has the type ${manifest.type}; only stdio is known` };
  const isLetIn =
    family === "chromium"
      ? manifest.allowed_origins.includes(`chrome-extension://${chromeExtensionId}/`)
      : manifest.allowed_extensions.includes(firefoxExtensionId);
  return isLetIn ? { wrapper: manifest.path } : { problem: `${path} does not let our extension in` };
}

function readManifest(text: string | undefined): Manifest | undefined {
  // Somebody else's damaged file is as good as none.
  return manifestSchema.safeParse(parseJson(text ?? "")).data;
}
