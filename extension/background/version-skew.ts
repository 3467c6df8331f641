import type { VersionSkew } from "../messages.js";

/**
 * Which of the two is to be updated; undefined when they go together. A new patch alone changes nothing between them, and the stores
 * take their time with it.
 */
export function versionSkew(extension: string, service: string): VersionSkew | undefined {
  const [ours, theirs] = [partsOf(extension), partsOf(service)];
  if (ours === undefined || theirs === undefined) return undefined;
  const difference = ours[0] - theirs[0] || ours[1] - theirs[1];
  if (difference === 0) return undefined;
  return { older: difference < 0 ? "extension" : "service", extension, service };
}

/** Undefined for what is no release: programs that run unbuilt call themselves 0.0.0. */
function partsOf(version: string): readonly [major: number, minor: number] | undefined {
  const match = /^(\d+)\.(\d+)\.\d+/.exec(version);
  return match === null || version === "0.0.0" ? undefined : [Number(match[1]), Number(match[2])];
}
