import { z } from "zod";
import { mergeFindings } from "../analysis/accessibility/audit.js";
import { unreadOf } from "../analysis/fidelity.js";
import { summaryOf } from "../analysis/summary.js";
import { page, tableOf, type Value } from "./answer.js";
import { defineTool, type ToolCall } from "./define.js";
import { buildErrorOn, captureArgument, type OpenedCapture, openCapture } from "./open.js";

const parts = ["headings", "landmarks", "forms", "console", "network", "holes", "findings"] as const;

/** Failed requests shown in the whole summary, whose addresses cost about 65 tokens each; `part: network` has all. */
const mostFailed = 8;

export const getPageSummary = defineTool({
  title: "Summary",
  description: "A page at a glance: build error, counts, console, network, findings.",
  input: { capture: captureArgument, part: z.enum(parts).optional().describe("Only this") },
  effect: "reads",
  paging: "rows",
  async run(context, { capture: name, part }, { offers }) {
    const opened = await openCapture(context, name);
    const all = partsOf(opened, offers, part === undefined ? mostFailed : Number.POSITIVE_INFINITY);
    const { filename, capture } = opened;
    const notReadable: Readonly<Record<string, string>> = unreadOf(capture);
    return {
      fields:
        part === undefined
          ? {
              ...identityOf(opened),
              buildError: buildErrorOn(opened.reader),
              notReadable,
              ...all,
              annotations: {
                total: capture.annotations.length,
                unresolved: capture.annotations.filter(({ status }) => status === "unresolved").length,
              },
            }
          : { capture: filename, url: page(capture.metadata.url, 300), notReadable: notReadable[part], [part]: all[part] },
    };
  },
});

function identityOf({ filename, capture, reader }: OpenedCapture): Readonly<Record<string, Value>> {
  const { url, title, capturedAt, viewport, language, frameworks } = capture.metadata;
  return {
    capture: filename,
    url: page(url, 500),
    title: page(title, 200),
    capturedAt,
    viewport: [viewport.width, viewport.height],
    language: page(language, 40),
    frameworks: frameworks.map(({ name, version }) => page(version === undefined ? name : `${name} ${version}`, 60)),
    counts: summaryOf(reader).counts,
  };
}

function partsOf(
  { capture, reader }: OpenedCapture,
  offers: ToolCall["offers"],
  atMost: number,
): Readonly<Record<(typeof parts)[number], Value>> {
  const { landmarks, headings, forms } = summaryOf(reader);
  const { network, accessibility } = capture;
  const findings = mergeFindings(accessibility.findings);
  const failed = network.filter(({ status }) => status === "fail");
  const withStatus = (status: string) => network.filter((request) => request.status === status);
  return {
    headings: { columns: ["ref", "level", "name"], rows: headings },
    landmarks: { columns: ["ref", "role", "name"], rows: landmarks },
    forms: { columns: ["ref", "name", "fields"], rows: forms },
    console: tableOf(["message", "at"], capture.console),
    network: {
      pass: withStatus("pass").length,
      fail: failed.length,
      unknown: withStatus("unknown").length,
      failed: tableOf(
        ["url", "kind"],
        failed.slice(0, atMost).map(({ url, kind }) => ({ url: shortUrl(url, capture.metadata.url), kind })),
      ),
      hint: failed.length > atMost ? `The first ${atMost} of ${failed.length} failed; all with part: network.` : undefined,
    },
    holes: tableOf(["kind", "ref", "detail"], capture.holes),
    findings: {
      status: accessibility.status,
      hint:
        accessibility.status === "not-run"
          ? `axe-core did not run at capture time${offers("audit_accessibility") ? "; audit_accessibility decides by our rules" : ""}.`
          : undefined,
      total: findings.length,
      list: tableOf(
        ["rule", "impact", "elements", "message"],
        findings.map((finding) => ({ ...finding, elements: finding.refs.length })),
      ),
    },
  };
}

/** Addresses of the page's own origin are shown without it. */
function shortUrl(url: string, pageUrl: string): string {
  const origin = /^https?:\/\/[^/]+(?=\/)/.exec(pageUrl)?.[0];
  return origin !== undefined && url.startsWith(`${origin}/`) ? url.slice(origin.length) : url;
}
