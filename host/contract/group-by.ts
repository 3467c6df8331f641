/** `Map.groupBy` of ECMAScript 2024, which Node 20 lacks. An entry whose key is undefined is in no group. */
export function groupBy<T, Key>(entries: Iterable<T>, keyOf: (entry: T) => Key | undefined): Map<Key, T[]> {
  const groups = new Map<Key, T[]>();
  for (const entry of entries) addToGroup(groups, keyOf(entry), entry);
  return groups;
}

/** The same for one entry, where not all are at hand or one is in several groups. */
export function addToGroup<T, Key>(groups: Map<Key, T[]>, key: Key | undefined, entry: T): void {
  if (key === undefined) return;
  const group = groups.get(key);
  if (group === undefined) groups.set(key, [entry]);
  else group.push(entry);
}
