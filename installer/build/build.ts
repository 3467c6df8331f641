import { chmodSync, copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import { compile } from "./compile.js";
import { composeManifest } from "./manifest.js";
import { extensionFiles, extensionFolders, type Target, targets } from "./targets.js";

const root = fileURLToPath(new URL("../..", import.meta.url));
const quiet = process.argv.includes("--quiet");

/** `npm run build`: all programs and both unpacked extensions into dist/. Arguments name the targets to build; none means all. */
async function main(): Promise<void> {
  const started = performance.now();
  const { version } = z.object({ version: z.string() }).parse(JSON.parse(readFileSync(join(root, "package.json"), "utf8")));
  const names = process.argv.slice(2).filter((argument) => !argument.startsWith("--"));
  const chosen = targets.filter(({ name }) => names.length === 0 || names.includes(name));
  await Promise.all(chosen.map((target) => buildTarget(target, version)));
  for (const [family, folder] of Object.entries(extensionFolders)) assembleExtension(family, folder, version);
  say(`built in ${Math.round(performance.now() - started)} ms`);
}

async function buildTarget(target: Target, version: string): Promise<void> {
  if (!existsSync(join(root, target.entry))) {
    // An old file would pass for a new one.
    for (const output of target.outputs) rmSync(join(root, output), { force: true });
    console.error(`skipped ${target.name}: ${target.entry} is not there`);
    return;
  }
  const code = await compile(root, target, version);
  for (const output of target.outputs) write(output, code, target.executable === true ? 0o755 : 0o644);
  say(`${target.outputs.join(", ")}  ${Math.ceil(Buffer.byteLength(code) / 1024)} kB`);
}

function assembleExtension(family: string, folder: string, version: string): void {
  write(join(folder, "manifest.json"), composeManifest(root, family, version), 0o644);
  for (const [to, from] of Object.entries(extensionFiles)) {
    mkdirSync(dirname(join(root, folder, to)), { recursive: true });
    copyFileSync(join(root, from), join(root, folder, to));
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
