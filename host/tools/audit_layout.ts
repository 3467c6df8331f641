import { auditLayout } from "../analysis/layout/audit.js";
import { defineTool } from "./define.js";
import { captureArgument, elementAt, openCapture, refArgument } from "./open.js";

/** What looks wrong in the boxes of a page. */
export const auditLayoutTool = defineTool({
  name: "audit_layout",
  title: "Audit layout",
  description: "Overflow, overlaps, cut text, small targets, invisible controls.",
  input: { capture: captureArgument, ref: refArgument },
  effect: "reads",
  paging: "rows",
  async run(context, { capture: name, ref }) {
    const { filename, capture, reader } = await openCapture(context, name);
    const findings = auditLayout(reader, ref === undefined ? undefined : elementAt(reader, ref));
    const { viewport } = capture.metadata;
    return {
      capture: filename,
      fields: { capture: filename, viewport: [viewport.width, viewport.height], findings: findings.length },
      list: {
        columns: ["rule", "severity", "ref", "other", "selector", "amount", "message"],
        rows: findings.map(({ rule, severity, element, other, amount, message }) => [
          rule,
          severity,
          element.ref,
          other?.ref ?? null,
          element.selector,
          Math.round(amount),
          message,
        ]),
      },
    };
  },
});
