/** What both sides know of an element. */
export interface Aligned {
  readonly parent: number;
  readonly tag: string;
}

/** Joins two trees in document order by paths of tags: returns for each of `ours` the position of the same element in `theirs`, -1 for none. */
export function alignTrees(ours: readonly Aligned[], theirs: readonly Aligned[]): number[] {
  const places = new Map(pathsOf(theirs).map((path, position) => [path, position]));
  return pathsOf(ours).map((path) => places.get(path) ?? -1);
}

/** Of each element: its tag and its place among siblings of that tag, below its parent's path. */
function pathsOf(tree: readonly Aligned[]): string[] {
  const counts = new Map<string, number>();
  const paths: string[] = [];
  for (const { parent, tag } of tree) {
    const step = `${parent} ${tag}`;
    const place = counts.get(step) ?? 0;
    counts.set(step, place + 1);
    paths.push(`${paths[parent] ?? ""}>${tag}:${place}`);
  }
  return paths;
}
