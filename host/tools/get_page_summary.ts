import { z } from "zod";
import { mergeFindings } from "../analysis/accessibility/audit.js";
import { unreadOf } from "../analysis/fidelity.js";
import { summaryOf } from "../analysis/summary.js";
import { page, type Value } from "./answer.js";
import { buildErrorFields } from "./build-error-fields.js";
import { defineTool, type ToolCall } from "./define.js";
import { captureArgument, type OpenedCapture, openCapture } from "./open.js";

const parts = ["headings", "landmarks", "forms", "console", "network", "holes", "findings"] as const;

/** Failed requests shown in the whole summary, whose addresses cost about 65 tokens each; `part: network` has all. */
const mostFailed = 8;

/** What a page is and holds, at a glance. */
export const getPageSummary = defineTool({
  name: "get_page_summary",
  title: "Page summary",
  description: "A page at a glance: build error, headings, forms, counts, console, network, findings.",
  input: { capture: captureArgument, part: z.enum(parts).optional().describe("Only this") },
  effect: "reads",
  paging: "rows",
  async run(context, { capture: name, part }, { offers }) {
    const opened = await openCapture(context, name);
    const all = partsOf(opened, offers, part === undefined ? mostFailed : Number.POSITIVE_INFINITY);
    const { filename, capture } = opened;
    const notReadable: Readonly<Record<string, string>> = unreadOf(capture);
    return {
      capture: filename,
      fields:
        part === undefined
          ? {
              ...identityOf(opened),
              ...buildErrorFields(opened.reader),
              notReadable,
              ...all,
              annotations: annotationCounts(capture.annotations.map(({ status }) => status)),
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
    console: { columns: ["message", "at"], rows: capture.console.map(({ message, at }) => [message, at]) },
    network: {
      pass: withStatus("pass").length,
      fail: failed.length,
      unknown: withStatus("unknown").length,
      failed: {
        columns: ["url", "kind"],
        rows: failed.slice(0, atMost).map(({ url, kind }) => [shortUrl(url, capture.metadata.url), kind]),
      },
      ...(failed.length > atMost ? { hint: `The first ${atMost} of ${failed.length} failed; all with part: network.` } : {}),
    },
    holes: { columns: ["kind", "ref", "detail"], rows: capture.holes.map(({ kind, ref, detail }) => [kind, ref, detail]) },
    findings: {
      status: accessibility.status,
      ...(accessibility.status === "not-run"
        ? {
            hint: `axe-core did not run at capture time${offers("audit_accessibility") ? "; audit_accessibility decides by our rules" : ""}.`,
          }
        : {}),
      total: findings.length,
      list: {
        columns: ["rule", "impact", "elements", "message"],
        rows: findings.map(({ rule, impact, refs, message }) => [rule, impact, refs.length, message]),
      },
    },
  };
}

/** Addresses of the page's own origin are shown without it. */
function shortUrl(url: string, pageUrl: string): string {
  const origin = /^https?:\/\/[^/]+(?=\/)/.exec(pageUrl)?.[0];
  return origin !== undefined && url.startsWith(`${origin}/`) ? url.slice(origin.length) : url;
}

function annotationCounts(statuses: readonly string[]): { total: number; unresolved: number } {
  return { total: statuses.length, unresolved: statuses.filter((status) => status === "unresolved").length };
}
