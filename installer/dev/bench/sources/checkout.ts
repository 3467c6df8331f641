import { existsSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { execa } from "execa";
import { type App, apps, type Recipe } from "./apps.js";

/** The list of apps, each with the recipe that the cache holds for it. */
export async function withRecipes(cache: string): Promise<readonly App[]> {
  const path = join(cache, "recipes.json");
  const recipes: Readonly<Record<string, Recipe>> = existsSync(path) ? JSON.parse(await readFile(path, "utf8")) : {};
  return apps.map((app) => {
    const recipe = recipes[app.name];
    return recipe === undefined ? app : { ...app, recipe };
  });
}

/** Where an app stands on this disk: its repository, and its own folder, which svc is opened on. */
export function checkoutOf(cache: string, app: App): { repository: string; root: string } {
  const repository = join(cache, "apps", app.name);
  return { repository, root: app.folder === undefined ? repository : join(repository, app.folder) };
}

/** Fetches an app where it is missing, and runs the command of its recipe that installs its packages. */
export async function fetchApp(cache: string, app: App): Promise<void> {
  const { repository, root } = checkoutOf(cache, app);
  await mkdir(join(cache, "apps"), { recursive: true });
  if (!existsSync(repository)) await clone(`https://github.com/${app.repository}.git`, repository, app);
  await restore(cache, app);
  const installed = join(cache, "apps", `${app.name}.installed`);
  if (app.recipe?.install === undefined || existsSync(installed)) return;
  await execa(app.recipe.install, { cwd: root, shell: true });
  await writeFile(installed, "");
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
  for (const [file, from, to] of app.recipe?.edits ?? []) {
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
