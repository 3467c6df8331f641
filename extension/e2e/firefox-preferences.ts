import { writeFileSync } from "node:fs";
import { join } from "node:path";

/** What keeps a test browser quiet, still and local. */
export const basePreferences = {
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
  // No spare processes: each costs as much as one that is used.
  "dom.ipc.processPrelaunch.enabled": false,
  // The next tab of the same site takes the process of the last one: a tab costs a fifth less.
  "dom.ipc.keepProcessesAlive.web": 2,
  "dom.ipc.keepProcessesAlive.webIsolated.max": 4,
  "dom.ipc.keepProcessesAlive.webIsolated.perOrigin": 2,
  // Permission prompts are answered with yes; a real click on an extension page must still ask.
  "extensions.webextOptionalPermissionPrompts": false,
  // As after a person's yes, remembered: the address of an editor goes to the system at once.
  "network.protocol-handler.external.vscode": true,
  "network.protocol-handler.warn-external.vscode": false,
  // What is not on this machine is refused at once, by a proxy that is not there.
  "network.proxy.type": 1,
  "network.proxy.http": "127.0.0.1",
  "network.proxy.http_port": 9,
  "network.proxy.ssl": "127.0.0.1",
  "network.proxy.ssl_port": 9,
  "network.proxy.no_proxies_on": "localhost, 127.0.0.1, .example",
  // As in headless Chromium, scroll bars take no room.
  "ui.useOverlayScrollbars": 1,
} as const;

/** Writes a profile's preferences: those of every test browser, then the given ones. */
export function writePreferences(profile: string, preferences: Readonly<Record<string, string | number | boolean>>): void {
  const all = { ...basePreferences, ...preferences };
  const lines = Object.entries(all).map(([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`);
  writeFileSync(join(profile, "user.js"), `${lines.join("\n")}\n`);
}
