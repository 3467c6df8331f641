// @ts-check
// The first program of every npm script: runs on bare Node, installs what is missing, then hands over to TypeScript.
import { spawnSync } from "node:child_process";
import { existsSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** Script of each command; whether it needs a fresh build, real browsers and what else tests use first, and runs again after each change of a source. */
const commands = /** @type {Record<string, {script: string, build?: true, browsers?: true, programs?: true, watch?: true}>} */ ({
  start: { script: "installer/dev/start/main.ts", build: true },
  test: { script: "installer/dev/test.ts", build: true, browsers: true, programs: true },
  build: { script: "installer/dev/build/build.ts" },
  check: { script: "installer/dev/check.ts" },
  gen: { script: "installer/dev/gen.ts" },
  bench: { script: "installer/dev/bench/main.ts", build: true, browsers: true },
  mutations: { script: "installer/dev/mutations/main.ts", build: true, browsers: true },
  conformance: { script: "installer/dev/conformance/main.ts", browsers: true },
  fidelity: { script: "installer/dev/fidelity/main.ts", build: true, browsers: true },
  package: { script: "installer/dev/package/main.ts", build: true },
  screenshots: { script: "installer/dev/screenshots.ts", build: true, browsers: true },
  dev: { script: "installer/dev/build/build.ts", watch: true },
});

/** Folders whose changes `watch` waits for. */
const sources = ["host", "fallback-http", "extension", "installer", "manifests"];

// What is started from here can state how long the way to it took.
process.env["BOOTSTRAP_STARTED_AT"] = String(Date.now());
await main(process.argv.slice(2));

/** @param {string[]} args */
async function main([name = "", ...args]) {
  const command = commands[name];
  if (command === undefined) {
    console.error(`unknown command "${name}". Allowed: ${Object.keys(commands).join(", ")}.`);
    process.exit(2);
  }
  installDependencies();
  if (command.browsers) await installBrowsers(command.programs === true);
  if (command.build) run("installer/dev/build/build.ts", ["--quiet"]);
  run(command.script, args, command.watch);
}

/** `npm ci` when the installed packages are not those of the lock file. */
function installDependencies() {
  const lock = join(root, "package-lock.json");
  const installed = join(root, "node_modules", ".package-lock.json");
  if (existsSync(installed) && statSync(installed).mtimeMs >= statSync(lock).mtimeMs) return;
  console.error("Installing dependencies (npm ci) …");
  const shell = process.platform === "win32";
  finish(spawnSync("npm", ["ci", "--no-audit", "--no-fund", "--loglevel=error"], { cwd: root, stdio: ["ignore", 2, 2], shell }));
}

/** @param {boolean} withPrograms */
async function installBrowsers(withPrograms) {
  const { ensureChromium, ensureFirefox, ensureTestPrograms } = await import("./browsers-install.mjs");
  await ensureChromium();
  await ensureFirefox();
  if (withPrograms) ensureTestPrograms();
}

/**
 * @param {string} script
 * @param {string[]} args
 * @param {boolean} [watch]
 */
function run(script, args, watch = false) {
  const loader = join(root, "node_modules", "tsx", "dist", "cli.mjs");
  const watching = watch ? ["watch", "--clear-screen=false", ...sources.map((folder) => `--include=${folder}/**`)] : [];
  finish(spawnSync(process.execPath, [loader, ...watching, join(root, script), ...args], { cwd: root, stdio: "inherit" }));
}

/** Ends this process as the child ended, unless it ended well. @param {import("node:child_process").SpawnSyncReturns<Buffer>} result */
function finish(result) {
  if (result.error) throw result.error;
  if (result.status !== 0) process.exit(result.status ?? 1);
}
