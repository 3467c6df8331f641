import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { httpPorts, httpPortsIn } from "../../host/contract/limits.js";
import { distPath } from "../../host/testing/paths.js";
import type { LaunchOptions } from "./extension-browser.js";

const manifestSchema = z.looseObject({
  permissions: z.array(z.string()),
  optional_permissions: z.array(z.string()),
  commands: z.looseObject({ pick: z.looseObject({}) }),
});

/** Copies a build into a folder and returns its path: what the browser runs stays as it is when somebody builds again. */
export function copyBuild(family: "chrome" | "firefox", folder: string, version?: string): string {
  const target = join(folder, "extension");
  cpSync(distPath(family), target, { recursive: true });
  replacePorts(target, httpPortsIn(process.env["SVC_PORTS"]));
  if (version !== undefined) changeManifest(target, () => ({ version }));
  return target;
}

/**
 * Copies the Chrome build into a folder and returns its path. With `nativeAllowed` the optional permission becomes a plain one: the
 * browser's own prompt cannot be answered headless. Everything else is the build that users get, its id included.
 */
export function copyExtension(
  folder: string,
  { nativeAllowed, version, pickKey }: Pick<LaunchOptions, "nativeAllowed" | "version" | "pickKey">,
): string {
  const target = copyBuild("chrome", folder, version);
  if (pickKey !== undefined) {
    const suggested_key = { default: pickKey };
    changeManifest(target, ({ commands: { pick, ...others } }) => ({ commands: { ...others, pick: { ...pick, suggested_key } } }));
  }
  if (nativeAllowed) {
    changeManifest(target, ({ permissions, optional_permissions }) => ({
      permissions: [...permissions, ...optional_permissions],
      optional_permissions: [],
    }));
  }
  return target;
}

/** Replaces the service's ports in a copied build; test files that run side by side have ports of their own. */
function replacePorts(extension: string, ports: readonly number[]): void {
  const file = join(extension, "background.js");
  const text = readFileSync(file, "utf8");
  const usual = JSON.stringify(httpPorts);
  if (!text.includes(usual)) throw new Error(`the build's background does not hold its ports as ${usual}`);
  writeFileSync(file, text.replace(usual, JSON.stringify(ports)));
}

function changeManifest(extension: string, change: (manifest: z.infer<typeof manifestSchema>) => object): void {
  const file = join(extension, "manifest.json");
  const manifest = manifestSchema.parse(JSON.parse(readFileSync(file, "utf8")));
  writeFileSync(file, JSON.stringify({ ...manifest, ...change(manifest) }));
}
