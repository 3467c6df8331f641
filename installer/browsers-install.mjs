// @ts-check
// Runs in a fresh clone before node_modules exist: Node's own modules only.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * @typedef {object} InstallOptions
 * @property {NodeJS.ProcessEnv} [env] PATH finds apt-get; `SVC_TEST_CHROMIUM` and `SVC_TEST_FIREFOX` name a browser and win
 * @property {string} [root] folder that stands for `/`
 * @property {number} [uid] user id of this process; undefined where users have none
 * @property {(line: string) => void} [say] takes progress; stderr by default
 */

/** @typedef {{ env: NodeJS.ProcessEnv, root: string, mayInstall: boolean, say: (line: string) => void }} Here */

/** Packages are installed as root, on Debian and its relatives. @param {InstallOptions} options @returns {Here} */
function machineOf({ env = process.env, root = "/", uid = process.getuid?.(), say = (line) => process.stderr.write(`${line}\n`) }) {
  return { env, root, mayInstall: uid === 0 && existsSync(join(root, "/etc/debian_version")), say };
}

/**
 * Path of a Chromium-like browser. Where packages may be installed a missing one is, with apt-get; anywhere else the answer is undefined and
 * `say` gets what to do. Rejects when apt-get fails, with its last lines.
 * @param {InstallOptions} [options]
 */
export function ensureChromium(options = {}) {
  const names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "microsoft-edge", "brave-browser"];
  return ensure({ name: "Chromium", variable: "SVC_TEST_CHROMIUM", programs: names, packages: ["chromium"] }, machineOf(options));
}

/**
 * Path of Firefox, as {@link ensureChromium}.
 * @param {InstallOptions} [options]
 */
export function ensureFirefox(options = {}) {
  const names = ["firefox-esr", "firefox"];
  return ensure({ name: "Firefox", variable: "SVC_TEST_FIREFOX", programs: names, packages: names }, machineOf(options));
}

/**
 * Installs what tests use beside the browsers: a screen without a monitor (Xvfb), the program that moves its pointer and presses its keys, and
 * Chromium's headless shell. Tests run without them too, fewer or slower: where they cannot be installed `say` gets the reason.
 * @param {InstallOptions} [options]
 */
export function ensureTestPrograms(options = {}) {
  const here = machineOf(options);
  const programs = { xvfb: "Xvfb", xdotool: "xdotool", "chromium-headless-shell": "chromium-headless-shell" };
  const missing = Object.entries(programs).filter(([, program]) => !existsSync(join(here.root, "/usr/bin", program)));
  if (missing.length === 0 || !here.mayInstall) return;
  try {
    apt(["update"], here);
    const known = missing.map(([name]) => name).filter((name) => isRealPackage(name, here));
    if (known.length > 0) install(known, here);
  } catch (error) {
    here.say(error instanceof Error ? error.message : String(error));
  }
}

/** @typedef {{ name: string, variable: string, programs: readonly string[], packages: readonly string[] }} Wanted */

/**
 * @param {Wanted} wanted
 * @param {Here} here
 * @returns {Promise<string | undefined>}
 */
async function ensure(wanted, here) {
  const found = find(wanted, here);
  if (found !== undefined) return found;
  if (!here.mayInstall) {
    here.say(`No ${wanted.name} found. Install one, or set ${wanted.variable} to its path.`);
    return undefined;
  }
  apt(["update"], here);
  const candidate = wanted.packages.find((name) => isRealPackage(name, here));
  if (candidate === undefined) {
    here.say(
      `No ${wanted.name} found, and apt has none that is not a Snap (those cannot start native hosts). Install Google Chrome's package.`,
    );
    return undefined;
  }
  install([candidate], here);
  return find(wanted, here);
}

/** @param {Wanted} wanted @param {Here} here */
function find({ variable, programs }, { env, root }) {
  const chosen = env[variable];
  if (chosen !== undefined && existsSync(chosen)) return chosen;
  return programs.map((name) => join(root, "/usr/bin", name)).find((path) => existsSync(path) && !isSnapStub(path));
}

/** Ubuntu's /usr/bin/chromium-browser is a script that only starts, or asks for, the Snap. @param {string} path */
function isSnapStub(path) {
  const start = readFileSync(path).subarray(0, 4_096).toString("latin1");
  return start.startsWith("#!") && /\/snap\/|snap install/.test(start);
}

/** A package that needs snapd holds no browser. @param {string} name @param {Here} here */
function isRealPackage(name, { env }) {
  const { stdout, status } = spawnSync("apt-cache", ["show", "--no-all-versions", name], { env, encoding: "utf8" });
  return status === 0 && stdout.includes("Package:") && !/\bsnapd\b/.test(stdout);
}

/** @param {readonly string[]} packages @param {Here} here */
function install(packages, here) {
  apt(["install", "--yes", "--no-install-recommends", ...packages], here);
}

/** @param {readonly string[]} args @param {Here} here */
function apt(args, { env, say }) {
  const bounds = ["-o", "Acquire::Retries=3", "-o", "DPkg::Lock::Timeout=120"];
  say(`apt-get ${args.join(" ")}`);
  const { status, error, stdout, stderr } = spawnSync("apt-get", ["-q", ...bounds, ...args], {
    env: { ...env, DEBIAN_FRONTEND: "noninteractive" },
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
  });
  if (status === 0) return;
  const last = `${stdout ?? ""}\n${stderr ?? ""}`.trim().split("\n").slice(-5).join("\n");
  throw new Error(`apt-get ${args[0]} failed${error === undefined ? "" : `: ${error.message}`}\n${last}`);
}
