import { summaryOf } from "../analysis/summary.js";
import { page } from "./answer.js";
import { defineTool } from "./define.js";
import { captureArgument, openCapture } from "./open.js";

/** What a page is and holds, at a glance. */
export const getPageSummary = defineTool({
  name: "get_page_summary",
  title: "Page summary",
  description: "A page at a glance: headings, forms, counts, console, network, findings.",
  input: { capture: captureArgument },
  effect: "reads",
  paging: "rows",
  async run(context, input) {
    const { filename, capture, reader } = await openCapture(context, input.capture);
    const { url, title, capturedAt, viewport, language, frameworks } = capture.metadata;
    const { landmarks, headings, forms, counts } = summaryOf(reader);
    const failed = capture.network.filter(({ status }) => status === "fail");
    return {
      capture: filename,
      fields: {
        capture: filename,
        url: page(url, 500),
        title: page(title, 200),
        capturedAt,
        viewport: [viewport.width, viewport.height],
        language: page(language, 40),
        frameworks: frameworks.map(({ name, version }) => page(version === undefined ? name : `${name} ${version}`, 60)),
        counts,
        headings: { columns: ["ref", "level", "name"], rows: headings },
        landmarks: { columns: ["ref", "role", "name"], rows: landmarks },
        forms: { columns: ["ref", "name", "fields"], rows: forms },
        annotations: annotationCounts(capture.annotations.map(({ status }) => status)),
        console: { columns: ["message", "at"], rows: capture.console.map(({ message, at }) => [message, at]) },
        network: {
          pass: capture.network.filter(({ status }) => status === "pass").length,
          fail: failed.length,
          unknown: capture.network.filter(({ status }) => status === "unknown").length,
          failed: { columns: ["url", "kind"], rows: failed.map((request) => [request.url, request.kind]) },
        },
        holes: { columns: ["kind", "ref", "detail"], rows: capture.holes.map(({ kind, ref, detail }) => [kind, ref, detail]) },
        findings: {
          status: capture.accessibility.status,
          total: capture.accessibility.findings.length,
          list: {
            columns: ["rule", "impact", "elements", "message"],
            rows: capture.accessibility.findings.map(({ rule, impact, refs, message }) => [rule, impact, refs.length, message]),
          },
        },
      },
    };
  },
});

function annotationCounts(statuses: readonly string[]): { total: number; unresolved: number } {
  return { total: statuses.length, unresolved: statuses.filter((status) => status === "unresolved").length };
}
