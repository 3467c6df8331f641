import { existsSync } from "node:fs";
import { copyFile, mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { execa } from "execa";
import type { App } from "./apps.js";

/** Where an app stands on this disk. */
export interface Checkout {
  /** The repository's root. */
  readonly repository: string;
  /** The app's own folder: what svc is opened on. */
  readonly root: string;
}

export function checkoutOf(cache: string, app: App): Checkout {
  const repository = join(cache, "apps", app.name);
  return { repository, root: app.folder === undefined ? repository : join(repository, app.folder) };
}

/** Where the source maps are copied to that an app's server had built when the app was recorded. */
export function mapsOf(cache: string, app: App): string {
  return join(cache, "recorded", `${app.name}.maps`);
}

/** Copies the source maps of a folder, without those of packages. */
export async function copyMaps(from: string, to: string): Promise<void> {
  for (const path of await readdir(from, { recursive: true })) {
    if (!path.endsWith(".map") || /(^|\/)node_modules[_/]/.test(path)) continue;
    await mkdir(dirname(join(to, path)), { recursive: true });
    await copyFile(join(from, path), join(to, path));
  }
}

/**
 * Fetches an app and its packages where they are missing. `mirror`: a folder with repositories as `owner+name/repo`, asked instead of GitHub.
 * No package's own scripts run.
 */
export async function fetchApp(cache: string, app: App, mirror: string | undefined): Promise<void> {
  const { repository, root } = checkoutOf(cache, app);
  await mkdir(join(cache, "apps"), { recursive: true });
  if (!existsSync(repository)) {
    await clone(
      mirror === undefined ? `https://github.com/${app.repository}.git` : join(mirror, app.repository.replace("/", "+"), "repo"),
      repository,
      app,
    );
  }
  await restore(cache, app);
  if (app.pythonPackages !== undefined && !existsSync(join(root, "env"))) {
    await execa("python3", ["-m", "venv", "env"], { cwd: root });
    await execa(join(root, "env", "bin", "python"), ["-m", "pip", "install", "--quiet", ...app.pythonPackages], { cwd: root });
  }
  if (existsSync(join(root, "node_modules"))) return;
  // Never in a folder above.
  const flags = ["--prefix", ".", "--no-audit", "--no-fund", "--ignore-scripts", "--legacy-peer-deps"];
  const install = async (...more: string[]): Promise<void> => {
    // A locked version may be gone from the registry.
    await execa("npm", ["install", ...flags, ...more], { cwd: root }).catch(() =>
      execa("npm", ["install", ...flags, "--no-package-lock", ...more], { cwd: root }),
    );
  };
  if (existsSync(join(root, "package.json"))) await install();
  if (app.alsoInstall !== undefined) await install("--no-save", ...app.alsoInstall);
}

/** Clones a repository of an app at the app's commit; of an app that stands in a folder only that folder, for what is around it is not needed. */
export async function clone(from: string, to: string, app: App, ...options: readonly string[]): Promise<void> {
  await execa("git", ["clone", "--quiet", "--no-checkout", ...options, from, to]);
  if (app.folder !== undefined) await execa("git", ["-C", to, "sparse-checkout", "set", app.folder]);
  await execa("git", ["-C", to, "checkout", "--quiet", app.commit]);
}

/** Brings the app's files back to the listed commit, with its few edits. What git ignores stays: packages and caches. */
export async function restore(cache: string, app: App): Promise<void> {
  const { repository, root } = checkoutOf(cache, app);
  await execa("git", ["-C", repository, "checkout", "--quiet", "--force", app.commit]);
  for (const [file, from, to] of app.edits ?? []) {
    const text = await readFile(join(root, file), "utf8");
    if (!text.includes(from)) throw new Error(`${app.name}: ${file} does not hold ${JSON.stringify(from)}`);
    await writeFile(join(root, file), text.replace(from, to));
  }
}

/** The app's files as git lists them, without those that are no part of it. */
export async function filesOf(root: string): Promise<string[]> {
  const { stdout } = await execa("git", ["-C", root, "ls-files"]);
  return stdout.split("\n").filter((path) => path !== "");
}
