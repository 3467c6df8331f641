import type { VersionSkew } from "../messages.js";

/**
 * Returns which of the two must be updated; undefined when they are compatible. Patch releases are always compatible, since the stores
 * publish them with a delay.
 */
export function versionSkew(extension: string, service: string): VersionSkew | undefined {
  const [ours, theirs] = [partsOf(extension), partsOf(service)];
  if (ours === undefined || theirs === undefined) return undefined;
  const difference = ours[0] - theirs[0] || ours[1] - theirs[1];
  if (difference === 0) return undefined;
  return { older: difference < 0 ? "extension" : "service", extension, service };
}

/** Returns undefined for what is not a release: unbuilt programs have version 0.0.0. */
function partsOf(version: string): readonly [major: number, minor: number] | undefined {
  const match = /^(\d+)\.(\d+)\.\d+/.exec(version);
  return match === null || version === "0.0.0" ? undefined : [Number(match[1]), Number(match[2])];
}
