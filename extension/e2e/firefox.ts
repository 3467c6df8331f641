import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, mkdtempSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { firefoxExtensionId } from "../../host/contract/names.js";
import { connectMarionette, type Marionette } from "./marionette.js";

const candidates = ["/usr/bin/firefox-esr", "/usr/bin/firefox"];

export interface FirefoxOptions {
  /** Folder that the browser takes for the user's home: native messaging manifests stand below it. */
  readonly home: string;
  /** Unpacked build to install. */
  readonly extension?: string;
  readonly headless?: boolean;
  readonly preferences?: Readonly<Record<string, string | number | boolean>>;
}

export interface Firefox extends Marionette {
  readonly process: ChildProcess;
  /** Runs a function body in the browser's own privileged scope; `arguments` holds the values, the last one is the resolve function. */
  chrome<T>(body: string, ...values: unknown[]): Promise<T>;
  /** Runs a function body in the page's scope, as a web page's script would. */
  page<T>(body: string, ...values: unknown[]): Promise<T>;
  navigate(url: string): Promise<void>;
  /** A real click on the extension's toolbar icon: grants activeTab. */
  clickIcon(): Promise<void>;
  quit(): Promise<void>;
}

/** Path of Firefox for tests; `SVC_TEST_FIREFOX` wins. Undefined when there is none. */
export function firefoxPath(): string | undefined {
  const chosen = process.env["SVC_TEST_FIREFOX"];
  return [...(chosen === undefined ? [] : [chosen]), ...candidates].find((path) => existsSync(path));
}

/** What keeps a test browser quiet, still and local. */
const basePreferences = {
  "browser.shell.checkDefaultBrowser": false,
  "browser.startup.homepage_override.mstone": "ignore",
  "datareporting.policy.dataSubmissionEnabled": false,
  "toolkit.telemetry.reportingpolicy.firstRun": false,
  "app.normandy.enabled": false,
  "app.update.disabledForTesting": true,
  "browser.safebrowsing.downloads.remote.enabled": false,
  "network.captive-portal-service.enabled": false,
  "network.connectivity-service.enabled": false,
  "services.settings.server": "data:,#remote-settings-dummy/v1",
  "browser.newtabpage.enabled": false,
  "extensions.webextOptionalPermissionPrompts": false,
} as const;

/** Starts Firefox with a throw-away profile, driven over Marionette. Call `quit` when done. */
export async function launchFirefox(options: FirefoxOptions): Promise<Firefox> {
  const path = firefoxPath();
  if (path === undefined) throw new Error("no Firefox found: install the Debian package `firefox-esr` or set SVC_TEST_FIREFOX");
  const port = await freePort();
  const profile = mkdtempSync(join(tmpdir(), "svc-firefox-"));
  writePreferences(profile, { ...basePreferences, ...options.preferences, "marionette.port": port });
  const headless = options.headless === false ? [] : ["--headless"];
  const args = [
    "--profile",
    profile,
    "--marionette",
    "--remote-allow-system-access",
    "--no-remote",
    "--new-instance",
    ...headless,
    "about:blank",
  ];
  const child = spawn(path, args, { env: { ...process.env, HOME: options.home }, stdio: "ignore" });
  const connection = await connectMarionette(port);
  await connection.send("WebDriver:NewSession", { capabilities: { alwaysMatch: { acceptInsecureCerts: true } } });
  if (options.extension !== undefined) await connection.send("Addon:Install", { path: options.extension, temporary: true });
  return { ...connection, process: child, ...driver(connection), quit: () => quit(connection, child, profile) };
}

function driver(connection: Marionette): Pick<Firefox, "chrome" | "page" | "navigate" | "clickIcon"> {
  const run = async <T>(context: "chrome" | "content", body: string, values: readonly unknown[]): Promise<T> => {
    await connection.send("Marionette:SetContext", { value: context });
    const answer = await connection.send<{ value: T }>("WebDriver:ExecuteAsyncScript", { script: body, args: values, newSandbox: true });
    return answer.value;
  };
  return {
    chrome: (body, ...values) => run("chrome", body, values),
    page: (body, ...values) => run("content", body, values),
    navigate: async (url) => {
      await connection.send("Marionette:SetContext", { value: "content" });
      await connection.send("WebDriver:Navigate", { url });
    },
    clickIcon: () => run("chrome", iconClick, [firefoxExtensionId]),
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

function writePreferences(profile: string, preferences: Record<string, string | number | boolean>): void {
  const lines = Object.entries(preferences).map(([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`);
  writeFileSync(join(profile, "user.js"), `${lines.join("\n")}\n`);
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => (typeof address === "object" && address !== null ? resolve(address.port) : reject(new Error("no port"))));
    });
    server.on("error", reject);
  });
}

async function quit(connection: Marionette, child: ChildProcess, profile: string): Promise<void> {
  const ended = new Promise((resolve) => child.once("exit", resolve));
  // The answer may not come: the browser is going away. Either way the process's end is what counts.
  connection.send("Marionette:Quit", { flags: ["eForceQuit"] }).catch((error: unknown) => {
    if (child.exitCode === null && child.signalCode === null) child.kill("SIGKILL");
    return error;
  });
  await ended;
  connection.close();
  await rm(profile, { recursive: true, force: true, maxRetries: 5 });
}
