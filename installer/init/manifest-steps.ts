import { type ExtensionIds, idsInManifest, manifestText } from "../native/manifest.js";
import type { ManifestPlace } from "../native/places.js";
import { hostKey, isSameValue, readKey, writeKey } from "../native/registry-keys.js";
import { fileStep } from "./file-step.js";
import type { InitContext, Step } from "./step.js";
import { readText } from "./text-files.js";

interface ManifestOptions {
  /** The program that they name. */
  readonly wrapper: string;
  readonly extensionIds: ExtensionIds;
  readonly pathOf: (place: ManifestPlace) => string;
}

/** The host manifests of some places, then the registry keys that name them. Several browsers' keys may name one file, which is the first one's. */
export async function manifestSteps(
  context: InitContext,
  places: readonly ManifestPlace[],
  { wrapper, extensionIds, pathOf }: ManifestOptions,
): Promise<Step[]> {
  const files = new Map(places.toReversed().map((place) => [pathOf(place), place]));
  const manifests = [...files].toReversed().map(([path, { family, title }]) => {
    const text = manifestText(family, wrapper, idsInManifest(readText(path), wrapper, extensionIds));
    return fileStep({ receipt: context.receipt, purpose: "host-manifest", path, text, detail: title });
  });
  const keys = places.flatMap((place) =>
    place.key === undefined ? [] : [keyStep(context, hostKey(place.key), pathOf(place), place.title)],
  );
  return [...manifests, ...(await Promise.all(keys))];
}

/** The step that makes a registry key name a manifest file. */
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
