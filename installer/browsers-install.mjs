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

/**
 * Path of a Chromium-like browser. As root on Debian and its relatives a missing one is installed with apt-get; anywhere else the
 * answer is undefined and `say` gets what to do. Rejects when apt-get fails, with its last lines.
 * @param {InstallOptions} [options]
 * @returns {Promise<string | undefined>}
 */
export function ensureChromium(options) {
  return ensure(chromium, options);
}

/**
 * Path of Firefox, as {@link ensureChromium}.
 * @param {InstallOptions} [options]
 * @returns {Promise<string | undefined>}
 */
export function ensureFirefox(options) {
  return ensure(firefox, options);
}

/**
 * Installs what tests use beside the browsers: a screen without a monitor (Xvfb), the program that moves its pointer and presses its keys, and
 * Chromium's headless shell. Tests run without them too, fewer or slower: where they cannot be installed `say` gets the reason.
 * @param {InstallOptions} [options]
 */
export function ensureTestPrograms({ env = process.env, root = "/", uid = process.getuid?.(), say = toStderr } = {}) {
  const here = { env, root, say };
  const missing = testPrograms.filter(({ path }) => !existsSync(join(root, path)));
  if (missing.length === 0 || !canInstall(root, uid)) return;
  try {
    apt(["update"], here);
    const known = missing.map(({ name }) => name).filter((name) => isRealPackage(name, here));
    if (known.length > 0) install(known, here);
  } catch (error) {
    say(error instanceof Error ? error.message : String(error));
  }
}

/** @typedef {{ name: string, variable: string, paths: readonly string[], packages: readonly string[] }} Wanted */

/** @type {Wanted} */
const chromium = {
  name: "Chromium",
  variable: "SVC_TEST_CHROMIUM",
  paths: [
    "/usr/bin/chromium",
    "/usr/bin/chromium-browser",
    "/usr/bin/google-chrome",
    "/usr/bin/google-chrome-stable",
    "/usr/bin/microsoft-edge",
    "/usr/bin/brave-browser",
  ],
  packages: ["chromium"],
};

/** @type {Wanted} */
const firefox = {
  name: "Firefox",
  variable: "SVC_TEST_FIREFOX",
  paths: ["/usr/bin/firefox-esr", "/usr/bin/firefox"],
  packages: ["firefox-esr", "firefox"],
};

const testPrograms = [
  { name: "xvfb", path: "/usr/bin/Xvfb" },
  { name: "xdotool", path: "/usr/bin/xdotool" },
  { name: "chromium-headless-shell", path: "/usr/bin/chromium-headless-shell" },
];

/**
 * @param {Wanted} wanted
 * @param {InstallOptions} [options]
 */
async function ensure(wanted, { env = process.env, root = "/", uid = process.getuid?.(), say = toStderr } = {}) {
  const here = { env, root, say };
  const found = find(wanted, here);
  if (found !== undefined) return found;
  if (!canInstall(root, uid)) {
    say(`No ${wanted.name} found. Install one, or set ${wanted.variable} to its path.`);
    return undefined;
  }
  apt(["update"], here);
  const candidate = wanted.packages.find((name) => isRealPackage(name, here));
  if (candidate === undefined) {
    say(`No ${wanted.name} found, and apt has none that is not a Snap (those cannot start native hosts). Install Google Chrome's package.`);
    return undefined;
  }
  install([candidate], here);
  return find(wanted, here);
}

/** As root, on Debian and its relatives. @param {string} root @param {number | undefined} uid */
function canInstall(root, uid) {
  return uid === 0 && existsSync(join(root, "/etc/debian_version"));
}

/** @typedef {{ env: NodeJS.ProcessEnv, root: string, say: (line: string) => void }} Here */

/** @param {Wanted} wanted @param {Here} here */
function find(wanted, { env, root }) {
  const chosen = env[wanted.variable];
  if (chosen !== undefined && existsSync(chosen)) return chosen;
  const path = wanted.paths.find((candidate) => existsSync(join(root, candidate)) && !isSnapStub(join(root, candidate)));
  return path === undefined ? undefined : join(root, path);
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

/** @param {string} line */
function toStderr(line) {
  process.stderr.write(`${line}\n`);
}
