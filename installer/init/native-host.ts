import { dirname, join } from "node:path";
import { version } from "../../host/contract/version.js";
import { fileMode, folderMode } from "../../host/store/fs/folder.js";
import type { BrowserName } from "../browsers/browsers.js";
import { type ExtensionIds, idsInManifest, manifestFileName, manifestText } from "../native/manifest.js";
import { type ManifestPlace, manifestPlaces } from "../native/places.js";
import { hostKey, isSameValue, readKey, writeKey } from "../native/registry-keys.js";
import { wrapperName, wrapperText } from "../native/wrapper.js";
import { fileStep } from "./file-step.js";
import type { InitContext, Plan, Step } from "./step.js";
import { readText } from "./text-files.js";

export interface NativeHostOptions {
  /** Only these browsers, found or not; undefined for all that are found. */
  readonly browsers: readonly BrowserName[] | undefined;
  readonly folders: readonly string[];
  readonly extensionIds: ExtensionIds;
}

export async function planNativeHost(context: InitContext, options: NativeHostOptions): Promise<Plan> {
  const { places, notes } = manifestPlaces(context.machine, options.browsers, options.folders);
  const wrapper = wrapperPath(context);
  if (places.length === 0) return { steps: [], notes, errors: [] };
  const manifests = await manifestSteps(context, places, wrapper, options.extensionIds);
  return { steps: [...programSteps(context), wrapperStep(context, wrapper), ...manifests], notes, errors: [] };
}

export function wrapperPath({ machine, stateFolder }: InitContext): string {
  return join(stateFolder, wrapperName(machine.platform));
}

/** Where the programs lie that must last: in a package runner's cache they would be swept, so they are copied out of it. */
export function lastingPrograms({ programs, stateFolder }: Pick<InitContext, "programs" | "stateFolder">): {
  server: string;
  http: string;
} {
  if (!programs.isTemporary) return programs;
  const folder = join(stateFolder, "programs", version);
  return { server: join(folder, "server.js"), http: join(folder, "http.js") };
}

/** The file of a place: below a folder, or for a registry key in the state folder. */
export function manifestPath({ stateFolder }: Pick<InitContext, "stateFolder">, { folder, family }: ManifestPlace): string {
  return join(folder ?? join(stateFolder, "manifests", family), manifestFileName);
}

function programSteps(context: InitContext): Step[] {
  const { programs, receipt } = context;
  if (!programs.isTemporary) return [];
  const lasting = lastingPrograms(context);
  const copies = [
    { path: lasting.server, text: readText(programs.server) ?? "" },
    { path: join(dirname(lasting.server), "program.js"), text: readText(join(dirname(programs.server), "program.js")) ?? "" },
    { path: lasting.http, text: readText(programs.http) ?? "" },
    // Node asks the nearest package.json above a program what it is, and that may be one in the user's home.
    { path: join(dirname(lasting.server), "package.json"), text: '{ "type": "module" }\n' },
  ];
  return copies.map((copy) => fileStep({ receipt, purpose: "program", ...copy, mode: copy.path.endsWith(".js") ? folderMode : fileMode }));
}

function wrapperStep(context: InitContext, path: string): Step {
  const { machine, programs, stateFolder, receipt } = context;
  const text = wrapperText(machine.platform, { node: programs.node, server: lastingPrograms(context).server, stateFolder });
  return fileStep({ receipt, purpose: "wrapper", path, text, mode: folderMode });
}

/** The host manifests of some places, then the registry keys that name them. Several browsers' keys may name one file, which is the first one's. */
async function manifestSteps(
  context: InitContext,
  places: readonly ManifestPlace[],
  wrapper: string,
  extensionIds: ExtensionIds,
): Promise<Step[]> {
  const files = new Map(places.toReversed().map((place) => [manifestPath(context, place), place]));
  const manifests = [...files].toReversed().map(([path, { family, title }]) => {
    const text = manifestText(family, wrapper, idsInManifest(readText(path), wrapper, extensionIds));
    return fileStep({ receipt: context.receipt, purpose: "host-manifest", path, text, detail: title });
  });
  const keys = places.flatMap((place) =>
    place.key === undefined ? [] : [keyStep(context, hostKey(place.key), manifestPath(context, place), place.title)],
  );
  return [...manifests, ...(await Promise.all(keys))];
}

async function keyStep({ machine, receipt }: InitContext, key: string, value: string, detail: string): Promise<Step> {
  const current = await readKey(machine, key);
  return {
    kind: "registry-key",
    target: key,
    changed: !isSameValue(current, value),
    detail,
    diff: current === undefined ? `+ ${value}` : `- ${current}\n+ ${value}`,
    apply: async () => {
      await writeKey(machine, key, value);
      // The first value found is the user's; a later one is our own.
      const before = receipt.key(key)?.before ?? (receipt.key(key) === undefined ? (current ?? null) : null);
      receipt.put({ kind: "registry-key", key, value, before });
    },
  };
}
