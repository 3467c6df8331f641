import type { Capture } from "../../host/contract/capture.js";
import type { Nodes } from "../../host/contract/nodes.js";

const dense = ["tag", "role", "name", "text", "step"] as const;
const sparse = ["states", "before", "after", "component", "source", "spill"] as const;

/** Keeps the first elements of a capture, in document order, and what belongs to them. */
export function cutElements(capture: Capture, count: number): Capture {
  const { nodes } = capture;
  const first = (column: readonly number[]) => column.slice(0, count);
  const pairs = (column: readonly number[]) => column.filter((_, at) => (column[at - (at % 2)] ?? 0) < count);
  const kept: Nodes = {
    ...nodes,
    count,
    depth: first(nodes.depth),
    tag: first(nodes.tag),
    role: first(nodes.role),
    name: first(nodes.name),
    text: first(nodes.text),
    attributes: first(nodes.attributes),
    box: nodes.box.slice(0, count * 4),
    style: first(nodes.style),
    flags: first(nodes.flags),
    step: first(nodes.step),
    from: first(nodes.from),
    roots: nodes.roots.filter(({ host }) => host < count),
    rootRuns: pairs(nodes.rootRuns),
    states: pairs(nodes.states),
    before: pairs(nodes.before),
    after: pairs(nodes.after),
    component: pairs(nodes.component),
    source: pairs(nodes.source),
    spill: pairs(nodes.spill ?? []),
  };
  const holes = capture.holes.filter(({ ref }) => ref === "" || Number(ref.slice(1)) < count);
  return { ...capture, nodes: compactStrings(kept), holes };
}

/** Leaves out strings and attribute sets that nothing names any more. */
export function compactStrings(nodes: Nodes): Nodes {
  const strings: string[] = [""];
  const places = new Map<number, number>([[0, 0]]);
  const moved = (place: number) => {
    const known = places.get(place);
    if (known !== undefined) return known;
    places.set(place, strings.length);
    return strings.push(nodes.strings[place] ?? "") - 1;
  };
  const columns = Object.fromEntries(dense.map((name) => [name, nodes[name].map(moved)]));
  const pairs = Object.fromEntries(
    sparse.map((name) => [name, (nodes[name] ?? []).map((value, at) => (at % 2 === 0 ? value : moved(value)))]),
  );
  const used = new Set(nodes.attributes);
  const attributeSets = nodes.attributeSets.map((set, place) => (used.has(place) ? set.map(moved) : []));
  return { ...nodes, ...columns, ...pairs, strings, attributeSets };
}
