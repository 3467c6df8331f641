import { type ChildProcess, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, mkdtempSync, realpathSync, renameSync, rmSync, statSync } from "node:fs";
import { rm } from "node:fs/promises";
import { createServer } from "node:net";
import { dirname, join } from "node:path";
import { firefoxExtensionId } from "../../host/contract/names.js";
import { makeBrowserFolder, noteBrowser } from "../../host/testing/browsers-run.js";
import { isLong } from "../../host/testing/long.js";
import { projectRoot } from "../../host/testing/paths.js";
import { patience } from "../../host/testing/wait-until.js";
import { basePreferences, writePreferences } from "./firefox-preferences.js";
import { connectMarionette, type Marionette } from "./marionette.js";

const candidates = ["/usr/bin/firefox-esr", "/usr/bin/firefox"];

export interface FirefoxOptions {
  /** Folder that the browser takes for the user's home: native messaging manifests stand below it. */
  readonly home: string;
  /** Unpacked build to install. */
  readonly extension?: string;
  readonly headless?: boolean;
  /** Folder of a profile that outlives the browser; without one it is thrown away. */
  readonly profile?: string;
  readonly preferences?: Readonly<Record<string, string | number | boolean>>;
  readonly env?: Readonly<Record<string, string | undefined>>;
}

export interface Firefox extends Marionette {
  readonly process: ChildProcess;
  /** Runs a function body in the browser's own privileged scope; `arguments` holds the values, the last one is the resolve function. */
  chrome<T>(body: string, ...values: unknown[]): Promise<T>;
  /** Runs a function body in the page's scope, as a web page's script would. */
  page<T>(body: string, ...values: unknown[]): Promise<T>;
  navigate(url: string): Promise<void>;
  /** A real click on the extension's toolbar icon, for the tab in front: grants activeTab. */
  clickIcon(): Promise<void>;
  /** Runs several commands with none of another caller between them: the protocol has one current tab and one current scope. */
  alone<T>(run: () => Promise<T>): Promise<T>;
  quit(): Promise<void>;
}

/** Path of Firefox for tests; `SVC_TEST_FIREFOX` wins. Undefined when there is none. */
export function firefoxPath(): string | undefined {
  const chosen = process.env["SVC_TEST_FIREFOX"];
  return [...(chosen === undefined ? [] : [chosen]), ...candidates].find((path) => existsSync(path));
}

/** Starts Firefox with a throw-away profile, driven over Marionette. Call `quit` when done. */
export async function launchFirefox(options: FirefoxOptions): Promise<Firefox> {
  const path = firefoxPath();
  if (path === undefined) throw new Error("no Firefox found: install the Debian package `firefox-esr` or set SVC_TEST_FIREFOX");
  const folder = makeBrowserFolder();
  const { profile = join(folder, "profile") } = options;
  // One start with an empty profile costs less than that of the used one.
  if (!existsSync(profile)) {
    if (isLong) cpSync(await usedProfile(path), profile, { recursive: true });
    else mkdirSync(profile);
  }
  const begin = () => start(path, folder, { ...options, profile });
  return begin().catch((error: unknown) => {
    console.log(`Firefox did not start, and is tried once more: ${String(error)}`);
    return begin();
  });
}

/** How long a page may take to load; Marionette's own limit is five minutes. */
const pageLoadMs = patience(30_000);

/** What Firefox writes at its first start with a profile and reads at the next ones: compiled scripts, what add-ons are built in, and that it shows PDF documents itself. */
const startFiles = ["startupCache", "compatibility.ini", "addonStartup.json.lz4", "extensions.json", "prefs.js", "handlers.json"];

/** Folder with the start files of a profile that this Firefox has used once, without an extension: a start with them takes two thirds of the time. */
async function usedProfile(path: string): Promise<string> {
  // A profile keeps what it was given once.
  const hash = createHash("sha256").update(JSON.stringify([path, statSync(realpathSync(path)).mtimeMs, basePreferences, startFiles]));
  const folder = join(projectRoot, "node_modules", ".cache", "svc", `firefox-${hash.digest("hex").slice(0, 16)}`);
  if (existsSync(folder)) return folder;
  const fresh = makeBrowserFolder();
  const profile = join(fresh, "profile");
  mkdirSync(profile);
  const firefox = await start(path, fresh, { home: fresh });
  await firefox.end();
  mkdirSync(dirname(folder), { recursive: true });
  const draft = mkdtempSync(`${folder}-`);
  for (const name of startFiles) if (existsSync(join(profile, name))) cpSync(join(profile, name), join(draft, name), { recursive: true });
  await removeFolder(fresh);
  try {
    renameSync(draft, folder);
  } catch (error) {
    // Another process was faster; its files are as good.
    if (!existsSync(folder)) throw error;
    await removeFolder(draft);
  }
  return folder;
}

/** Starts Firefox with a folder for its temporary files, and for its profile unless that is another. */
async function start(path: string, folder: string, options: FirefoxOptions): Promise<Firefox & { end(): Promise<void> }> {
  const { profile = join(folder, "profile") } = options;
  const port = await freePort();
  writePreferences(profile, { ...options.preferences, "marionette.port": port });
  const headless = options.headless === false ? [] : ["--headless"];
  const driven = ["--marionette", "--remote-allow-system-access", "--no-remote", "--new-instance"];
  const env = { ...process.env, ...options.env, HOME: options.home, TMPDIR: folder };
  const child = spawn(path, ["--profile", profile, ...driven, ...headless, "about:blank"], { env, stdio: "ignore" });
  // A process that ends with a browser open takes it along: nothing else would end it.
  const endWithProcess = () => {
    child.kill("SIGKILL");
    rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 20 });
  };
  process.once("exit", endWithProcess);
  // Without a listener the signal ends this process with no `exit`.
  if (process.listenerCount("SIGTERM", exitOnSignal) === 0) process.once("SIGTERM", exitOnSignal);
  const connection = await connectMarionette(port).catch((error: unknown) => {
    process.off("exit", endWithProcess);
    child.kill("SIGKILL");
    throw error;
  });
  const session = await connection.send<{ capabilities: { browserVersion: string } }>("WebDriver:NewSession", sessionOptions);
  await connection.send("WebDriver:SetTimeouts", { pageLoad: pageLoadMs });
  noteBrowser(`Firefox ${session.capabilities.browserVersion}`);
  if (options.extension !== undefined) await connection.send("Addon:Install", { path: options.extension, temporary: true });
  const end = () => endProcess(connection, child);
  const quit = async () => {
    process.off("exit", endWithProcess);
    await end();
    await removeFolder(folder);
  };
  return { ...connection, process: child, ...driver(connection), end, quit };
}

function exitOnSignal(): void {
  process.exit(143);
}

const sessionOptions = { capabilities: { alwaysMatch: { acceptInsecureCerts: true } } };

function driver(connection: Marionette): Pick<Firefox, "chrome" | "page" | "navigate" | "clickIcon" | "alone"> {
  let last: Promise<unknown> = Promise.resolve();
  const alone = <T>(run: () => Promise<T>): Promise<T> => {
    const mine = last.then(run);
    // The next in line waits for this one's end, whatever it is; its own caller hears of an error.
    last = mine.catch(() => undefined);
    return mine;
  };
  const run = async <T>(context: "chrome" | "content", body: string, values: readonly unknown[]): Promise<T> => {
    await connection.send("Marionette:SetContext", { value: context });
    const answer = await connection.send<{ value: T }>("WebDriver:ExecuteAsyncScript", { script: body, args: values, newSandbox: true });
    return answer.value;
  };
  return {
    alone,
    chrome: (body, ...values) => alone(() => run("chrome", body, values)),
    page: (body, ...values) => alone(() => run("content", body, values)),
    navigate: (url) =>
      alone(async () => {
        await connection.send("Marionette:SetContext", { value: "content" });
        await connection.send("WebDriver:Navigate", { url });
      }),
    clickIcon: () => alone(() => run("chrome", iconClick, [firefoxExtensionId])),
  };
}

/** The toolbar button's own action, as its click handler calls it. */
const iconClick = `
  const [id, done] = arguments;
  const { extension } = WebExtensionPolicy.getByID(id);
  const action = extension.apiManager.global.browserActionFor(extension);
  action.triggerAction(window);
  done();
`;

async function endProcess(connection: Marionette, child: ChildProcess): Promise<void> {
  const ended = new Promise((resolve) => child.once("exit", resolve));
  // The answer may not come: the browser is going away. Either way the process's end is what counts.
  connection.send("Marionette:Quit", { flags: ["eForceQuit"] }).catch((error: unknown) => {
    if (child.exitCode === null && child.signalCode === null) child.kill("SIGKILL");
    return error;
  });
  await ended;
  connection.close();
}

function removeFolder(folder: string): Promise<void> {
  return rm(folder, { recursive: true, force: true, maxRetries: 5 });
}

/** A port of this machine that nobody listens on at the moment. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => (typeof address === "object" && address !== null ? resolve(address.port) : reject(new Error("no port"))));
    });
    server.on("error", reject);
  });
}
