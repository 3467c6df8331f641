import { z } from "zod";
import { ServiceError } from "../contract/errors.js";
import { parseUrl } from "../contract/hosts.js";
import { limits } from "../contract/limits.js";
import type { CaptureRequest } from "../contract/request.js";
import { type Answer, user } from "./answer.js";
import type { ToolContext } from "./context.js";
import { defineTool, type ToolCall } from "./define.js";
import { buildErrorOn, openCapture } from "./open.js";
import { markAnswerRead } from "./read-words.js";

export const waitArgument = z.int().min(0).max(limits.toolWaitMaxSeconds).optional().describe("0-50");

export const requestCapture = defineTool({
  title: "Request capture",
  description: "Asks the user for a fresh capture: only they can make one.",
  input: {
    url: z.string().min(1).max(limits.urlMaxChars).describe("Page"),
    purpose: z.string().max(500).optional().describe("Why"),
    guidance: z.string().max(1_000).optional().describe("What they do first"),
    waitSeconds: waitArgument,
  },
  effect: "asks",
  paging: "none",
  async run(context, { url, purpose = "", guidance = "", waitSeconds = 0 }, { signal, offers }) {
    refuseUnreachable(url);
    await refuseUnclaimed(context, url);
    const { requests } = context;
    const request = await requests.create({ url, purpose, guidance });
    return requestAnswer(context, offers, await waitForAnswer(context, request.id, waitSeconds, signal));
  },
});

/** Waits for the end of a request, and is seen to wait. Returns it as it is then. */
export async function waitFor(context: ToolContext, id: string, waitSeconds: number, signal: AbortSignal): Promise<CaptureRequest> {
  const timeoutMs = waitSeconds * 1_000;
  const request = await (timeoutMs === 0
    ? context.requests.get(id)
    : context.whileWaiting(timeoutMs, () => context.requests.wait(id, { timeoutMs, signal })));
  markAnswerRead(context, request);
  return request;
}

/** The same for the request of the call that waits: where that is abandoned, nobody is asked any longer. */
export async function waitForAnswer(context: ToolContext, id: string, waitSeconds: number, signal: AbortSignal): Promise<CaptureRequest> {
  const request = await waitFor(context, id, waitSeconds, signal);
  return signal.aborted ? context.requests.withdraw(id) : request;
}

/** Nobody would see it: the sidebar there belongs to another project, or to none. */
export async function refuseUnclaimed(context: ToolContext, url: string): Promise<void> {
  const patterns = await context.patternsWithout(url);
  if (patterns === undefined) return;
  const own = patterns.length === 0 ? "claims no page yet" : `claims ${patterns.join(", ")} alone`;
  const host = parseUrl(url)?.host || "its folder";
  throw new ServiceError(
    "no-match",
    `url: this project ${own}, so the user would not see the request there. Name a page of the project, or have them run svc-init --url ${host} in it.`,
  );
}

/** A page that no extension may read would only take the place of one that it can. */
function refuseUnreachable(url: string): void {
  if (["http:", "https:", "file:"].includes(parseUrl(url)?.protocol ?? "")) return;
  throw new ServiceError(
    "invalid-input",
    "url: this is no address of a page. Give a whole one that starts with http://, https:// or file://.",
  );
}

export async function requestAnswer(context: ToolContext, offers: ToolCall["offers"], request: CaptureRequest): Promise<Answer> {
  const { id, status, capture, answer, reason } = request;
  const buildError = capture && buildErrorOn((await openCapture(context, capture)).reader);
  const open = await openFields(context, offers, request);
  return { fields: { requestId: id, status, capture, buildError, answer: user(answer), reason: user(reason), ...open } };
}

/** Until when an open request waits, and what brings it on: whoever waits for it must know when nobody can see it. Nothing of one that has ended. */
export async function openFields(
  context: ToolContext,
  offers: ToolCall["offers"],
  { status, expiresAt }: CaptureRequest,
): Promise<{ readonly expiresAt?: string; readonly hint?: string }> {
  const isOpen = status === "pending" || status === "acknowledged";
  return isOpen ? { expiresAt, hint: await hintFor(context, offers, status) } : {};
}

async function hintFor({ connections }: ToolContext, offers: ToolCall["offers"], status: CaptureRequest["status"]): Promise<string> {
  const next = offers("get_request_status")
    ? "get_request_status with waitSeconds tells when it is answered."
    : "list_captures shows the capture when it is there.";
  if (status === "acknowledged") return `The user has seen it: ${next}`;
  const { nativeHosts, httpPort, problem } = await connections();
  if (problem !== undefined) return problem;
  return nativeHosts > 0 || httpPort !== undefined
    ? `The sidebar on that page shows it, once the user has that open: ${next}`
    : "No browser is connected now: ask the user to open the page and click the svc icon.";
}
