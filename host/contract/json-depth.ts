/** More than anything of ours needs, and little enough for every function that calls itself on the way down. */
export const jsonDepthMax = 64;

/**
 * Tells whether a JSON value is nested deeper than `max` levels. Level by level, without recursion: depth is what must not break this. Plain
 * loops, since captures hold half a million numbers.
 */
export function isDeeperThan(max: number, value: unknown): boolean {
  let level = isContainer(value) ? [value] : [];
  for (let depth = 1; level.length > 0; depth++) {
    if (depth > max) return true;
    const next: object[] = [];
    for (const container of level) {
      for (const entry of Array.isArray(container) ? container : Object.values(container)) if (isContainer(entry)) next.push(entry);
    }
    level = next;
  }
  return false;
}

function isContainer(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}
