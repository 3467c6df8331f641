import { groupBy } from "../../contract/group-by.js";
import type { CapturedElement, CaptureReader } from "../../contract/reader.js";
import { Flow } from "./flow.js";
import type { LayoutFinding } from "./rule.js";

export interface FindingGroup {
  /** The worst of them stands for all. */
  readonly first: LayoutFinding;
  /** The others, worst first. */
  readonly more: readonly LayoutFinding[];
  /** The two blocks that lie on each other as a whole, where that is the cause. */
  readonly blocks?: readonly [CapturedElement, CapturedElement];
}

/** Fewer are reported one by one. */
const leastAlike = 4;

/** Joins findings of one cause: the same in each row of a list, or one block on another with all in both. In the order of the first ones. */
export function groupFindings(reader: CaptureReader, findings: readonly LayoutFinding[]): FindingGroup[] {
  const flow = new Flow(reader);
  const byCause = groupBy(findings, (finding) => causeOf(flow, finding));
  return findings.flatMap((first) => {
    const [worst, ...more] = byCause.get(causeOf(flow, first)) ?? [];
    if (more.length + 1 < leastAlike) return { first, more: [] };
    return first === worst ? { first, more, ...blocksOf(flow, first) } : [];
  });
}

function causeOf(flow: Flow, finding: LayoutFinding): string {
  const { rule, severity, element } = finding;
  const { blocks } = blocksOf(flow, finding);
  if (blocks !== undefined) return [rule, ...blocks.map(({ ref }) => ref).sort()].join(" ");
  return JSON.stringify([rule, severity, kindOf(flow, element)]);
}

/** The parts of the nearest element around both that hold the one and the other; none where these are the two themselves, as in a stack. */
function blocksOf(flow: Flow, { rule, element, other }: LayoutFinding): { blocks?: readonly [CapturedElement, CapturedElement] } {
  if (rule !== "overlap" || other === undefined) return {};
  const common = flow.common(element, other);
  const block = (of: CapturedElement) => [...flow.upTo(of, common)].at(-1) ?? of;
  const [one, two] = [block(element), block(other)];
  return one === element && two === other ? {} : { blocks: [one, two] };
}

const levels = 4;

/** Elements of one kind have the same tags around them, and their own classes and layout in common. */
function kindOf(flow: Flow, element: CapturedElement): string {
  const tags = [element, ...flow.ancestors(element)].slice(0, levels).map(({ tag }) => tag);
  const styles = ["display", "position", "font", "margin", "padding", "overflow"].map((property) => flow.style(element, property));
  return [...tags, element.attributes["class"] ?? "", ...styles].join(" < ");
}
