import type { Nodes } from "../../host/contract/nodes.js";

/** The columns of a capture while they grow. */
export type Columns = {
  -readonly [Key in keyof Nodes as Nodes[Key] extends readonly number[] ? Key : never]: number[];
} & { spill: number[]; count: number; roots: { kind: Nodes["roots"][number]["kind"]; host: number }[] };

export function makeColumns(): Columns {
  return {
    count: 0,
    depth: [],
    tag: [],
    role: [],
    name: [],
    text: [],
    attributes: [],
    box: [],
    style: [],
    flags: [],
    step: [],
    from: [],
    roots: [],
    rootRuns: [],
    states: [],
    before: [],
    after: [],
    component: [],
    source: [],
    spill: [],
  };
}
