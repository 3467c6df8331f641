/** The entry of a list at a place where there is one. Throws RangeError where there is none. */
export function at<T>(list: readonly T[], place: number): T {
  const entry = list[place];
  if (entry === undefined) throw new RangeError(`no entry ${place} in a list of ${list.length}`);
  return entry;
}
