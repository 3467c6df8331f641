import { z } from "zod";
import { auditAccessibility, foldFindings, ownRules } from "../analysis/accessibility/audit.js";
import { standards } from "../analysis/accessibility/rule.js";
import { makeShortSelectorOf } from "../analysis/short-selectors.js";
import type { Capture } from "../contract/capture.js";
import { page, tableBy } from "./answer.js";
import { defineTool } from "./define.js";
import { captureArgument, elementAt, openCapture, refArgument } from "./open.js";

/** Accessibility findings: axe-core's from capture time, else what the capture itself decides. */
export const auditAccessibilityTool = defineTool({
  title: "Accessibility",
  description: "Accessibility findings, worst first, of axe-core or our own rules.",
  input: {
    capture: captureArgument,
    ref: refArgument,
    rule: z.string().min(1).max(100).optional().describe("Like color-contrast"),
    standard: z.enum(standards).optional().describe("Only its rules"),
  },
  effect: "reads",
  paging: "rows",
  async run(context, { capture: name, ref, rule: only, standard }) {
    const { filename, capture, reader } = await openCapture(context, name);
    const within = ref === undefined ? undefined : elementAt(reader, ref);
    const { source, partial, findings: all } = auditAccessibility(reader, { standard, within, rule: only });
    const findings = foldFindings(reader, all);
    const selectorOf = makeShortSelectorOf(reader);
    return {
      fields: {
        capture: filename,
        source: source === "axe" ? `${engineOf(capture)}${partial ? " (not complete)" : ""}` : "rules on the capture",
        detail: page(partial ? capture.accessibility.detail : undefined, 300),
        rulesChecked: source === "axe" ? undefined : ownRules.filter((one) => only === undefined || one === only).length,
        findings: findings.length,
        holes: capture.holes.length,
      },
      list: tableBy(findings, {
        rule: ({ rule }) => rule,
        impact: ({ impact }) => impact,
        wcag: ({ wcag }) => wcag.join(" "),
        ref: ({ element }) => element?.ref,
        selector: ({ element }) => element && selectorOf(element),
        message: ({ message }) => message,
      }),
    };
  },
});

/** The engine's name and version, if they read like some: the capture's text is not ours. */
function engineOf({ accessibility: { engine = "" } }: Capture): string {
  return /^axe-core \d+\.\d+\.\d+$/.test(engine) ? engine : "axe-core";
}
