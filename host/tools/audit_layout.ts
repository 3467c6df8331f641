import { auditLayout } from "../analysis/layout/audit.js";
import { type FindingGroup, groupFindings } from "../analysis/layout/groups.js";
import { makeShortSelectorOf } from "../analysis/short-selectors.js";
import { tableBy } from "./answer.js";
import { defineTool } from "./define.js";
import { captureArgument, elementAt, openCapture, refArgument } from "./open.js";

export const auditLayoutTool = defineTool({
  title: "Layout",
  description: "Overflow, overlaps, cut text, small targets, invisible controls.",
  input: { capture: captureArgument, ref: refArgument },
  effect: "reads",
  paging: "rows",
  async run(context, { capture: name, ref }) {
    const { filename, capture, reader } = await openCapture(context, name);
    const findings = auditLayout(reader, ref === undefined ? undefined : elementAt(reader, ref));
    const groups = groupFindings(reader, findings);
    const { viewport } = capture.metadata;
    const selectorOf = makeShortSelectorOf(reader);
    return {
      fields: { capture: filename, viewport: [viewport.width, viewport.height], findings: groups.length },
      list: tableBy(groups, {
        rule: ({ first }) => first.rule,
        severity: ({ first }) => first.severity,
        ref: ({ first }) => first.element.ref,
        other: ({ first }) => first.other?.ref,
        selector: ({ first }) => selectorOf(first.element),
        amount: ({ first }) => Math.round(first.amount),
        message: (group) => (group.more.length === 0 ? group.first.message : `${group.first.message} ${alsoText(group)}`),
      }),
    };
  },
});

const mostRefs = 40;

function alsoText({ more, blocks }: FindingGroup): string {
  const refs = more.map(({ element, other }) => (blocks === undefined ? element.ref : `${element.ref}+${other?.ref}`));
  const listed = `${refs.slice(0, mostRefs).join(" ")}${refs.length > mostRefs ? " …" : ""}`;
  if (blocks === undefined) return `So do ${more.length} alike: ${listed}`;
  const [one, other] = blocks;
  return `${one.ref} lies on ${other.ref} as a whole, ${more.length} more pairs collide: ${listed}`;
}
