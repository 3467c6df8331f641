/**
 * `Map.groupBy` of ECMAScript 2024, which Node 20 lacks: keys and entries in order of appearance. An entry whose key is undefined is in no
 * group. Linear, however many entries share a key.
 */
export function groupBy<T, Key extends string | number>(entries: Iterable<T>, keyOf: (entry: T) => Key | undefined): Map<Key, T[]> {
  const groups = new Map<Key, T[]>();
  for (const entry of entries) {
    const key = keyOf(entry);
    if (key === undefined) continue;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [entry]);
    else group.push(entry);
  }
  return groups;
}
