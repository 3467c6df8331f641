import { nativeHostName } from "../../host/contract/names.js";
import { type BrowserName, browserPlace, browsers, type Family } from "../browsers/browsers.js";
import { type FoundBrowser, findBrowsers } from "../browsers/find.js";
import { expandPath, isWsl, type Machine, onDisk } from "../machine.js";
import { familyOfFolder } from "./manifest.js";

/** Where a manifest goes: a folder (Linux, macOS, and folders given by hand), or a registry key that names the file (Windows). */
export interface ManifestPlace {
  readonly family: Family;
  readonly title: string;
  readonly folder?: string;
  readonly key?: string;
}

export interface Places {
  readonly places: readonly ManifestPlace[];
  readonly notes: readonly string[];
}

/** All places that get a manifest: those of the browsers found or named, and the folders given by hand. */
export function manifestPlaces(machine: Machine, wanted: readonly BrowserName[] | undefined, folders: readonly string[]): Places {
  const { places, notes } = isWsl(machine) ? wslPlaces : browserPlaces(machine, wanted, folders.length > 0);
  const given = folders.map((folder): ManifestPlace => ({ family: familyOfFolder(folder), title: "folder given", folder }));
  // Several browsers may read one folder or key; it is named after the first.
  const byTarget = new Map([...places, ...given].toReversed().map((place) => [place.folder ?? place.key, place]));
  return { places: [...byTarget.values()].toReversed(), notes };
}

const wslPlaces: Places = {
  places: [],
  notes: [
    "WSL: browsers on the Windows side cannot start a native host in here; they reach this project over signed HTTP once they are paired.",
    "Pair each browser once: run `svc-init pair | clip.exe` here, press *Pair this browser* in the extension's sidebar, and paste.",
  ],
};

function browserPlaces(machine: Machine, wanted: readonly BrowserName[] | undefined, hasFolders: boolean): Places {
  const found = findBrowsers(machine).filter(({ name }) => wanted === undefined || wanted.includes(name));
  const notes = found.filter(({ packaging }) => packaging !== "plain").map(sandboxNote);
  const able = found.filter((one) => one.packaging === "plain" || portalName(one) !== undefined).map(({ name }) => name);
  // A browser named by hand may live where nobody would look; a sandboxed one could not use the manifest.
  const absent = (wanted ?? []).filter((name) => !found.some((one) => one.name === name));
  const here = absent.filter((name) => browserPlace(name, machine.platform) !== undefined);
  notes.push(
    ...here.map((name) => `${browsers[name].title} was not found in its usual places; its host manifest is written all the same.`),
  );
  notes.push(...absent.filter((name) => !here.includes(name)).map((name) => `There is no ${browsers[name].title} for this platform.`));
  if (wanted === undefined && found.length === 0 && !hasFolders) {
    notes.push("No browser found. Name one with --browser, or its manifest folder with --host-manifest-dir.");
  }
  return { places: [...new Set([...able, ...here])].flatMap((name) => placesOf(machine, name)), notes };
}

/** What the desktop's portal calls a sandboxed browser for which it starts native hosts; undefined for others. */
export function portalName({ name, packaging }: FoundBrowser): string | undefined {
  if (name !== "firefox" || packaging === "plain") return undefined;
  return packaging === "snap" ? "snap.firefox" : "org.mozilla.firefox";
}

function sandboxNote(browser: FoundBrowser): string {
  const { name, packaging } = browser;
  const how = packaging === "snap" ? "a Snap" : "a Flatpak";
  const portal = portalName(browser);
  if (portal !== undefined)
    return `${browsers[name].title} is ${how}: where the desktop's portal starts native hosts (Snaps since Ubuntu 22.04, Flatpaks from Firefox 157) it asks you once, else HTTP is used. After a refusal: \`flatpak permission-set webextensions ${nativeHostName} ${portal} yes\`.`;
  return `${browsers[name].title} is ${how}: its sandbox cannot start a native host, so it will use HTTP.`;
}

function placesOf(machine: Machine, name: BrowserName): ManifestPlace[] {
  const { title, family } = browsers[name];
  const { manifestFolders = [], registryKeys = [] } = browserPlace(name, machine.platform) ?? {};
  const folders = manifestFolders.map((template) => expandPath(machine, template)).filter((path) => path !== undefined);
  return [
    ...folders.map((folder) => ({ family, title, folder: onDisk(machine, folder) })),
    ...registryKeys.map((key) => ({ family, title, key })),
  ];
}
