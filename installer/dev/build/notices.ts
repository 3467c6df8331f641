import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";

const packageSchema = z.object({
  name: z.string(),
  version: z.string(),
  license: z.string(),
  repository: z.union([z.string(), z.object({ url: z.string() })]).optional(),
  homepage: z.string().optional(),
});

export const noticesName = "THIRD-PARTY-NOTICES.txt";

/**
 * The licences of the packages whose code was bundled: name, version, licence, where the source is, and every notice that the package
 * itself carries. `modules` are the paths of bundled files. Throws for a package without a licence text: it may not be passed on.
 */
export function noticesText(root: string, modules: readonly string[]): string {
  const folders = new Set(modules.map((path) => packageFolder(root, path)).filter((folder) => folder !== undefined));
  // Two folders may hold the same version of the same package.
  const notices = new Map([...folders].map((folder) => noticeOf(folder)));
  const sections = [...notices].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, text]) => text);
  return [head, ...sections].join(`\n${"-".repeat(80)}\n\n`);
}

const head = "This software contains code of the packages below, each under its own licence.\n";

/** The folder of the package that a file belongs to; undefined for the project's own. */
function packageFolder(root: string, path: string): string | undefined {
  // Code that the bundler itself adds has a name instead of a path, behind a NUL character.
  const helper = /^\0([a-z-]+)\//.exec(path)?.[1];
  if (helper !== undefined) return join(root, "node_modules", helper);
  return /^.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+/.exec(path)?.[0];
}

function noticeOf(folder: string): [title: string, text: string] {
  const { name, version, license, repository, homepage } = packageSchema.parse(
    JSON.parse(readFileSync(join(folder, "package.json"), "utf8")),
  );
  const files = existsSync(folder) ? readdirSync(folder).filter((file) => noticeFile.test(file)) : [];
  const texts = files.sort().map((file) => readFileSync(join(folder, file), "utf8").replaceAll("\r\n", "\n").trim());
  if (texts.length === 0) throw new Error(`${name} ${version} carries no licence text: it cannot be bundled`);
  const source = typeof repository === "string" ? repository : (repository?.url ?? homepage);
  const title = `${name} ${version} (${license})`;
  return [title, [title, ...(source === undefined ? [] : [`Source: ${source}`]), "", texts.join("\n\n"), ""].join("\n")];
}

const noticeFile = /^(licen[cs]e|copying|notice|third.?party)/i;
