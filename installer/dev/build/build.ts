import { createHash } from "node:crypto";
import { chmodSync, copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { readAbout } from "../package/about.js";
import { claudePlugin, claudePluginFolder } from "./claude-plugin.js";
import { noticesName, noticesText } from "./notices.js";
import { composeManifest, extensionFiles, extensionFolders, type Target, targets } from "./targets.js";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const quiet = process.argv.includes("--quiet");

/** `npm run build`: all programs and both unpacked extensions into dist/. Arguments name the targets to build; none means all, where anything has changed. */
async function main(): Promise<void> {
  const started = performance.now();
  if (process.argv.length === 2 + Number(quiet) && existsSync(stampFile) && readFileSync(stampFile, "utf8") === stamp()) {
    say("dist/ is of these sources");
    return;
  }
  const about = readAbout(root);
  const { version } = about;
  const names = process.argv.slice(2).filter((argument) => !argument.startsWith("--"));
  const chosen = targets.filter(({ name }) => names.length === 0 || names.includes(name));
  const built = await Promise.all(chosen.map(async (target) => ({ target, modules: await buildTarget(target, version) })));
  for (const [family, folder] of Object.entries(extensionFolders)) assembleExtension(family, folder, version);
  // A part knows neither the licences of the whole nor what is left over from an older one.
  if (names.length === 0) {
    writeNotices(built);
    rmSync(join(root, claudePluginFolder), { recursive: true, force: true });
    for (const [path, text] of claudePlugin(root, about)) write(path, text, 0o644);
    for (const folder of Object.values(extensionFolders)) removeStale(folder);
    writeFileSync(stampFile, stamp());
  }
  say(`built in ${Math.round(performance.now() - started)} ms`);
}

const sources = ["extension", "fallback-http", "host", "installer", "manifests", "LICENSE", "package.json", "package-lock.json"];
const noSources = /\.test\.tsx?$|^extension\/(fixtures|e2e)\//;
const stampFile = join(root, "dist", ".sources");
/** What others keep in dist/, and the stamp itself. */
const noOutput = /^dist\/(\.|fixture-apps\/|generated-tests-)/;

/** Hash of the names and contents of all sources, and of all that was built. */
function stamp(): string {
  const paths = [
    ...sources.flatMap(filesIn).filter((path) => !noSources.test(path)),
    ...filesIn("dist").filter((path) => !noOutput.test(path)),
  ];
  const hash = createHash("sha256");
  for (const path of paths)
    hash.update(`${path}\0`).update(
      createHash("sha256")
        .update(readFileSync(join(root, path)))
        .digest(),
    );
  return hash.digest("hex");
}

/** The files of a folder below the root, or the file itself, sorted: paths from the root, with `/`. */
function filesIn(path: string): readonly string[] {
  if (!statSync(join(root, path)).isDirectory()) return [path];
  const entries = readdirSync(join(root, path), { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return entries.map((entry) => relative(root, join(entry.parentPath, entry.name)).replaceAll("\\", "/")).sort();
}

/** Returns the paths of the files that were bundled. */
async function buildTarget(target: Target, version: string): Promise<readonly string[]> {
  // Loaded where something has changed: that takes longer than to find that nothing has.
  const { bundle } = await import("./compile.js");
  const { code, modules } = await bundle(root, target, version);
  for (const output of target.outputs) write(output, code, target.executable === true ? 0o755 : 0o644);
  say(`${target.outputs.join(", ")}  ${Math.ceil(Buffer.byteLength(code) / 1024)} kB`);
  return modules;
}

/** Each folder that is passed on by itself carries the licences of what is in it. */
function writeNotices(built: readonly { target: Target; modules: readonly string[] }[]): void {
  for (const folder of new Set(built.flatMap(({ target }) => target.outputs.map(dirname)))) {
    const inside = built.filter(({ target }) => target.outputs.some((output) => dirname(output) === folder));
    const modules = inside.flatMap((one) => one.modules);
    write(join(folder, noticesName), noticesText(root, modules), 0o644);
  }
}

function assembleExtension(family: string, folder: string, version: string): void {
  write(join(folder, "manifest.json"), composeManifest(root, family, version), 0o644);
  for (const [to, from] of Object.entries(extensionFiles)) {
    mkdirSync(dirname(join(root, folder, to)), { recursive: true });
    if (typeof from === "string") copyFileSync(join(root, from), join(root, folder, to));
    else write(join(folder, to), from.map((part) => readFileSync(join(root, part), "utf8")).join(""), 0o644);
  }
}

/** Whatever lies in an extension's folder is packed for its users. */
function removeStale(folder: string): void {
  const made = [...Object.keys(extensionFiles), ...targets.flatMap(({ outputs }) => outputs).map((path) => relative(folder, path))];
  const known = new Set([...made, "manifest.json", noticesName].map((path) => join(root, folder, path)));
  const entries = readdirSync(join(root, folder), { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  for (const path of entries.map((entry) => join(entry.parentPath, entry.name))) if (!known.has(path)) rmSync(path);
}

function write(path: string, text: string, mode: number): void {
  const file = join(root, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  chmodSync(file, mode);
}

function say(line: string): void {
  if (!quiet) console.log(line);
}

await main();
