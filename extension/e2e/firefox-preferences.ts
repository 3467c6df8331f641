import { writeFileSync } from "node:fs";
import { join } from "node:path";

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
  // Permission prompts are answered with yes; a real click on an extension page must still ask.
  "extensions.webextOptionalPermissionPrompts": false,
  // As in headless Chromium, scroll bars take no room.
  "ui.useOverlayScrollbars": 1,
} as const;

/** Writes a profile's preferences: those of every test browser, then the given ones. */
export function writePreferences(profile: string, preferences: Readonly<Record<string, string | number | boolean>>): void {
  const all = { ...basePreferences, ...preferences };
  const lines = Object.entries(all).map(([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`);
  writeFileSync(join(profile, "user.js"), `${lines.join("\n")}\n`);
}
