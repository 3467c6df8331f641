import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { distPath } from "./paths.js";

const manifestSchema = z.looseObject({ permissions: z.array(z.string()), optional_permissions: z.array(z.string()) });

/** Copies a build into a folder and gives its path: what the browser runs stays as it is when somebody builds again. */
export function copyBuild(family: "chrome" | "firefox", folder: string): string {
  const target = join(folder, "extension");
  cpSync(distPath(family), target, { recursive: true });
  return target;
}

/**
 * Copies the Chrome build into a folder and gives its path. With `nativeAllowed` the optional permission becomes a plain one: the
 * browser's own prompt cannot be answered headless. Everything else is the build that users get, its id included.
 */
export function copyExtension(folder: string, options: { readonly nativeAllowed: boolean }): string {
  const target = copyBuild("chrome", folder);
  if (options.nativeAllowed) {
    const file = join(target, "manifest.json");
    const manifest = manifestSchema.parse(JSON.parse(readFileSync(file, "utf8")));
    const permissions = [...manifest.permissions, ...manifest.optional_permissions];
    writeFileSync(file, JSON.stringify({ ...manifest, permissions, optional_permissions: [] }));
  }
  return target;
}
