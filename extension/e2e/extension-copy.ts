import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import type { LaunchOptions } from "./extension-browser.js";
import { distPath } from "./paths.js";

const manifestSchema = z.looseObject({ permissions: z.array(z.string()), optional_permissions: z.array(z.string()) });

/** Copies a build into a folder and gives its path: what the browser runs stays as it is when somebody builds again. */
export function copyBuild(family: "chrome" | "firefox", folder: string, version?: string): string {
  const target = join(folder, "extension");
  cpSync(distPath(family), target, { recursive: true });
  if (version !== undefined) changeManifest(target, () => ({ version }));
  return target;
}

/**
 * Copies the Chrome build into a folder and gives its path. With `nativeAllowed` the optional permission becomes a plain one: the
 * browser's own prompt cannot be answered headless. Everything else is the build that users get, its id included.
 */
export function copyExtension(folder: string, { nativeAllowed, version }: Pick<LaunchOptions, "nativeAllowed" | "version">): string {
  const target = copyBuild("chrome", folder, version);
  if (nativeAllowed) {
    changeManifest(target, ({ permissions, optional_permissions }) => ({
      permissions: [...permissions, ...optional_permissions],
      optional_permissions: [],
    }));
  }
  return target;
}

function changeManifest(extension: string, change: (manifest: z.infer<typeof manifestSchema>) => object): void {
  const file = join(extension, "manifest.json");
  const manifest = manifestSchema.parse(JSON.parse(readFileSync(file, "utf8")));
  writeFileSync(file, JSON.stringify({ ...manifest, ...change(manifest) }));
}
