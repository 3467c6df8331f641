import type { Hole } from "../../host/contract/capture.js";
import type { Nodes } from "../../host/contract/nodes.js";
import { cleanText } from "../../host/contract/urls.js";
import type { AxNode } from "./accessibility/index.js";
import { flag } from "./flags.js";
import { compactStrings } from "./reduce-nodes.js";
import type { WalkState } from "./walk-state.js";
import { withholdTexts } from "./withhold.js";

/** Completes what can be known only after the whole walk: names, states, what repeats a field's value, and the boxes of holes. */
export function finish(walk: WalkState): { nodes: () => Nodes; holes: Hole[] } {
  const { columns, strings } = walk;
  walk.accessibility.finish();
  for (let index = 0; index < walk.ax.length; index++) {
    const node = walk.ax[index] as AxNode;
    const { name, role } = node;
    const flags = columns.flags[index] ?? 0;
    // A name that only a hidden element's content gives is hidden text too.
    const hidden = (flags & flag.withheld) !== 0 && !node.accessible;
    columns.role.push(role === "" ? 0 : strings.add(role));
    columns.name.push(hidden || name === "" ? 0 : strings.add(name.includes("=") ? cleanText(name).url : name));
    if (node.states !== "") columns.states.push(index, strings.add(node.states));
    columns.flags[index] =
      flags | (node.interactive ? flag.interactive : 0) | (node.focusable ? flag.focusable : 0) | (node.accessible ? flag.accessible : 0);
  }
  const isWithheld = withholdTexts(walk);
  const nodes = () => ({ ...columns, count: walk.elements.length, strings: strings.list, attributeSets: walk.attributes.sets });
  return {
    // What was taken out stands in the table of strings still.
    nodes: () => (isWithheld ? compactStrings(nodes()) : nodes()),
    holes: holesOf(walk),
  };
}

function holesOf(walk: WalkState): Hole[] {
  const boxes = boxesOf(walk);
  return walk.holes.slice(0, 10_000).map(({ kind, index, detail }) => ({ kind, ref: `e${index}`, box: boxes(index), detail }));
}

/** Boxes stand relative to their parents': sums up the way. Only holes ask for it. */
function boxesOf({ columns, parents }: WalkState): (index: number) => Hole["box"] {
  const { box, flags } = columns;
  return (index) => {
    if (((flags[index] ?? 0) & flag.rendered) === 0) return [0, 0, 0, 0];
    let left = 0;
    let top = 0;
    for (let at = index; at >= 0; at = parents[at] ?? -1) {
      left += box[at * 4] ?? 0;
      top += box[at * 4 + 1] ?? 0;
    }
    return [left / 4, top / 4, (box[index * 4 + 2] ?? 0) / 4, (box[index * 4 + 3] ?? 0) / 4];
  };
}
