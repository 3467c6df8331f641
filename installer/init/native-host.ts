import { join } from "node:path";
import { version } from "../../host/contract/version.js";
import type { BrowserPlace, Family } from "../browsers/browser.js";
import { type FoundBrowser, findBrowsers } from "../browsers/find.js";
import { type BrowserName, browsers } from "../browsers/record.js";
import { expandPath, isWsl, type Machine, onDisk } from "../machine.js";
import { type ExtensionIds, familyOfFolder, manifestFileName, manifestText } from "../native/manifest.js";
import { hostKey } from "../native/registry-keys.js";
import { wrapperName, wrapperText } from "../native/wrapper.js";
import { fileStep } from "./file-step.js";
import { keyStep } from "./key-step.js";
import { idsInManifest } from "./manifest-ids.js";
import type { Plan, Step, Surroundings } from "./step.js";
import { readText } from "./text-files.js";

export interface NativeHostWish {
  /** Only these browsers, found or not; undefined for all that are found. */
  readonly browsers: readonly BrowserName[] | undefined;
  /** Further folders that get a manifest. */
  readonly folders: readonly string[];
  readonly extensionIds: ExtensionIds;
}

/** Where a manifest goes: a folder (Linux, macOS, and folders given by hand), or a registry key that names the file (Windows). */
interface Place {
  readonly family: Family;
  readonly title: string;
  readonly folder?: string;
  readonly key?: string;
}

/** The manifests, the wrapper they name, and what the wrapper starts. */
export async function planNativeHost(here: Surroundings, wish: NativeHostWish): Promise<Plan> {
  const { machine, stateFolder } = here;
  const { places, notes } = isWsl(machine) ? wslPlaces() : browserPlaces(machine, wish.browsers);
  const given = wish.folders.map((folder): Place => ({ family: familyOfFolder(folder), title: "folder given", folder }));
  const all = [...places, ...given];
  if (all.length === 0) return { steps: [], notes, errors: [] };
  const wrapper = join(stateFolder, wrapperName(machine.platform));
  const steps = [...programSteps(here), wrapperStep(here, wrapper)];
  for (const place of unique(all)) steps.push(...(await placeSteps(here, place, wrapper, wish.extensionIds)));
  return { steps, notes, errors: [] };
}

/** The folder that a lasting copy of the programs lives in, where they would otherwise lie in a package runner's cache. */
export function lastingPrograms({ programs, stateFolder }: Pick<Surroundings, "programs" | "stateFolder">): {
  server: string;
  http: string;
} {
  if (!programs.isTemporary) return programs;
  const folder = join(stateFolder, "programs", version);
  return { server: join(folder, "server.js"), http: join(folder, "http.js") };
}

function programSteps(here: Surroundings): Step[] {
  const { programs, receipt } = here;
  if (!programs.isTemporary) return [];
  const lasting = lastingPrograms(here);
  const copies = [
    [programs.server, lasting.server],
    [programs.http, lasting.http],
  ] as const;
  return copies.map(([from, path]) => fileStep({ receipt, purpose: "program", path, text: readText(from) ?? "", mode: 0o755 }));
}

function wrapperStep(here: Surroundings, path: string): Step {
  const { machine, programs, stateFolder, receipt } = here;
  const text = wrapperText(machine.platform, { node: programs.node, server: lastingPrograms(here).server, stateFolder });
  return fileStep({ receipt, purpose: "wrapper", path, text, mode: 0o755 });
}

async function placeSteps(here: Surroundings, place: Place, wrapper: string, more: ExtensionIds): Promise<Step[]> {
  const { receipt, stateFolder } = here;
  const { family, title, folder = join(stateFolder, "manifests", family), key } = place;
  const path = join(folder, manifestFileName);
  const text = manifestText(family, wrapper, idsInManifest(readText(path), wrapper, more));
  const file = fileStep({ receipt, purpose: "host-manifest", path, text, detail: title });
  return key === undefined ? [file] : [file, await keyStep(here, hostKey(key), path, title)];
}

function wslPlaces(): { places: Place[]; notes: string[] } {
  const notes = [
    "WSL: browsers on the Windows side cannot start a native host in here, so none is registered; signed HTTP is used.",
    "Pair the extension once per browser session: `svc-init pair` prints the key to paste on its options page.",
  ];
  return { places: [], notes };
}

function browserPlaces(machine: Machine, wanted: readonly BrowserName[] | undefined): { places: Place[]; notes: string[] } {
  const found = findBrowsers(machine).filter(({ name }) => wanted === undefined || wanted.includes(name));
  const notes = found.filter(({ packaging }) => packaging !== "plain").map(sandboxNote);
  const plain = found.filter(({ packaging }) => packaging === "plain").map(({ name }) => name);
  // A browser named by hand may live where nobody would look; a sandboxed one could not use the manifest.
  const absent = (wanted ?? []).filter((name) => !found.some((one) => one.name === name));
  const here = absent.filter((name) => placeOf(machine, name) !== undefined);
  notes.push(
    ...here.map((name) => `${browsers[name].title} was not found in its usual places; its host manifest is written all the same.`),
  );
  notes.push(...absent.filter((name) => !here.includes(name)).map((name) => `There is no ${browsers[name].title} for this platform.`));
  if (wanted === undefined && found.length === 0) {
    notes.push("No browser found. Name one with --browser, or its manifest folder with --host-manifest-dir.");
  }
  return { places: [...plain, ...here].flatMap((name) => placesOf(machine, name)), notes };
}

function sandboxNote({ name, packaging }: FoundBrowser): string {
  const how = packaging === "snap" ? "a Snap" : "a Flatpak";
  return `${browsers[name].title} is ${how}: its sandbox cannot start a native host, so it will use HTTP.`;
}

function placesOf(machine: Machine, name: BrowserName): Place[] {
  const { title, family } = browsers[name];
  const { manifestFolders = [], registryKeys = [] } = placeOf(machine, name) ?? {};
  const folders = manifestFolders.map((template) => expandPath(machine, template)).filter((path) => path !== undefined);
  return [
    ...folders.map((folder) => ({ family, title, folder: onDisk(machine, folder) })),
    ...registryKeys.map((key) => ({ family, title, key })),
  ];
}

function placeOf(machine: Machine, name: BrowserName): BrowserPlace | undefined {
  const places: Partial<Record<string, BrowserPlace>> = browsers[name].places;
  return places[machine.platform];
}

/** Several browsers may read one folder or key. */
function unique(places: readonly Place[]): Place[] {
  return [...new Map(places.map((place) => [place.folder ?? place.key, place])).values()];
}
