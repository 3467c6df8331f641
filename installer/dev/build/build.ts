import { chmodSync, copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import process from "node:process";
import { projectRoot as root } from "../../../host/testing/paths.js";
import { hashOf } from "../check/tree.js";
import { readVersion } from "../package/version.js";
import { noticesName, noticesText } from "./notices.js";
import { playwrightTypes } from "./playwright-types.js";
import { composeManifest, extensionFiles, extensionFolders, type Target, targets } from "./targets.js";

const quiet = process.argv.includes("--quiet");

/** `npm run build`: all programs and both unpacked extensions into dist/. Arguments name the targets to build; none means all, where anything has changed. */
async function main(): Promise<void> {
  const started = performance.now();
  if (process.argv.length === 2 + Number(quiet) && existsSync(stampFile) && readFileSync(stampFile, "utf8") === stamp()) {
    say("dist/ is of these sources");
    return;
  }
  const version = readVersion(root);
  const names = process.argv.slice(2).filter((argument) => !argument.startsWith("--"));
  const chosen = targets.filter(({ name }) => names.length === 0 || names.includes(name));
  // Loaded where something has changed: that takes longer than to find that nothing has.
  const { compile } = await import("./compile.js");
  const built = await Promise.all(chosen.map(async (target) => ({ target, ...(await compile(root, target, version)) })));
  const isWhole = names.length === 0;
  // Whatever lies in an extension's folder is packed for its users: nothing is left over from an older one.
  if (isWhole) for (const folder of Object.values(extensionFolders)) rmSync(join(root, folder), { recursive: true, force: true });
  for (const { target, code } of built) {
    for (const output of target.outputs) write(output, code, target.executable === true ? 0o755 : 0o644);
    say(`${target.outputs.join(", ")}  ${Math.ceil(Buffer.byteLength(code) / 1024)} kB`);
  }
  for (const [family, folder] of Object.entries(extensionFolders)) assembleExtension(family, folder, version);
  // A part does not know the licences of the whole.
  if (isWhole) {
    writeNotices(built);
    write("dist/playwright.d.ts", playwrightTypes(), 0o644);
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
  return hashOf(paths.map((path) => [path, readFileSync(join(root, path), "latin1")]));
}

/** The files of a folder below the root, or the file itself, sorted: paths from the root, with `/`. */
function filesIn(path: string): readonly string[] {
  if (!statSync(join(root, path)).isDirectory()) return [path];
  const entries = readdirSync(join(root, path), { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return entries.map((entry) => relative(root, join(entry.parentPath, entry.name)).replaceAll("\\", "/")).sort();
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
