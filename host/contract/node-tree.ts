import type { Nodes } from "./nodes.js";
import * as pickLimits from "./pick-limits.js";

export interface NodeTree {
  readonly parents: readonly number[];
  /** The first index after the element's subtree. */
  end(index: number): number;
  children(index: number): readonly number[];
}

/** Who is whose parent (-1 for the first element), child and last descendant: read out of the depths in one pass, whatever is asked later. */
export function treeOf(nodes: Pick<Nodes, "count" | "depth">): NodeTree {
  const parents: number[] = [];
  const ends: number[] = [];
  const path: number[] = [];
  for (let index = 0; index < nodes.count; index++) {
    const depth = nodes.depth[index] ?? 0;
    for (const closed of path.splice(depth)) ends[closed] = index;
    parents.push(path[depth - 1] ?? -1);
    path.push(index);
  }
  for (const open of path) ends[open] = nodes.count;
  const end = (index: number) => ends[index] ?? index + 1;
  return {
    parents,
    end,
    children(index: number): readonly number[] {
      const found: number[] = [];
      for (let child = index + 1; child < end(index); child = end(child)) found.push(child);
      return found;
    },
  };
}

/** Returns the host or frame element of the root that an element belongs to; -1 for the document. */
export function hostsOf({ rootRuns, roots, count }: Pick<Nodes, "rootRuns" | "roots" | "count">): (index: number) => number {
  const hosts: number[] = [];
  for (let run = 0; run < rootRuns.length; run += 2) {
    const host = roots[rootRuns[run + 1] ?? 0]?.host ?? -1;
    const next = rootRuns[run + 2] ?? count;
    for (let index = rootRuns[run] ?? 0; index < next; index++) hosts[index] = host;
  }
  return (index) => hosts[index] ?? -1;
}

/** Returns the address of the document that an element's frame shows; undefined for one of the page's own document, and where it is not known. */
export function framesOf(nodes: Nodes): (index: number) => string | undefined {
  const urls = new Map(nodes.roots.map(({ host, url }) => [host, url]));
  const host = hostsOf(nodes);
  return (index) => {
    let url: string | undefined;
    for (let [at, outer] = [index, host(index)]; url === undefined && outer >= 0 && outer < at; [at, outer] = [outer, host(outer)])
      url = urls.get(outer);
    return url;
  };
}

/** Each element's selector, ` > ` between steps, ` >>> ` between roots; empty for more than `pickLimits.selectorMaxChars` characters. */
export function selectorsOf(nodes: Nodes): (index: number) => string {
  const host = hostsOf(nodes);
  const known = new Map<number, string>();
  /** The element whose selector begins this one's, and what joins them. */
  const before = (index: number): readonly [number, string] => {
    const back = nodes.from[index] ?? 0;
    if (back > 0) return [index - back, " > "];
    const outer = host(index);
    return outer >= 0 && outer < index ? [outer, " >>> "] : [-1, ""];
  };
  return (index) => {
    const way: number[] = [];
    for (let at = index; at >= 0 && !known.has(at); at = before(at)[0]) way.push(at);
    for (const at of way.reverse()) {
      const [outer, join] = before(at);
      const step = nodes.strings[nodes.step[at] ?? 0] ?? "";
      const path = outer < 0 ? "" : (known.get(outer) ?? "");
      const isKnown = (outer < 0 || path !== "") && path.length + join.length + step.length <= pickLimits.selectorMaxChars;
      known.set(at, isKnown ? `${path}${join}${step}` : "");
    }
    return known.get(index) ?? "";
  };
}
