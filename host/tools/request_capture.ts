import { z } from "zod";
import { ServiceError } from "../contract/errors.js";
import { parseUrl } from "../contract/hosts.js";
import { limits } from "../contract/limits.js";
import type { CaptureRequest } from "../contract/request.js";
import { type Answer, user } from "./answer.js";
import { buildErrorFields } from "./build-error-fields.js";
import type { ToolContext } from "./context.js";
import { defineTool, type ToolCall } from "./define.js";
import { openCapture } from "./open.js";

export const waitArgument = z.int().min(0).max(limits.toolWaitMaxSeconds).optional().describe("0-50");

/** Asks the user for a fresh capture. */
export const requestCapture = defineTool({
  name: "request_capture",
  title: "Request capture",
  description: "Asks the user for a fresh capture: only they can make one.",
  input: {
    url: z.string().min(1).max(limits.urlMaxChars).describe("Page to capture"),
    purpose: z.string().max(500).optional().describe("Why"),
    guidance: z.string().max(1_000).optional().describe("What the user does first"),
    waitSeconds: waitArgument,
  },
  effect: "asks",
  paging: "none",
  async run(context, { url, purpose = "", guidance = "", waitSeconds = 0 }, { signal, offers }) {
    refuseUnreachable(url);
    const { requests } = context;
    const request = await requests.create({ url, purpose, guidance });
    return requestAnswer(context, offers, waitSeconds === 0 ? request : await waitFor(context, request.id, waitSeconds, signal));
  },
});

/** Waits for the end of a request, and is seen to wait. */
export function waitFor(context: ToolContext, id: string, waitSeconds: number, signal: AbortSignal): Promise<CaptureRequest> {
  const timeoutMs = waitSeconds * 1_000;
  return context.whileWaiting(timeoutMs, () => context.requests.wait(id, { timeoutMs, signal }));
}

/** A page that no extension may read would only take the place of one that it can. */
function refuseUnreachable(url: string): void {
  if (["http:", "https:", "file:"].includes(parseUrl(url)?.protocol ?? "")) return;
  throw new ServiceError(
    "invalid-input",
    "url: this is no address of a page. Give a whole one that starts with http://, https:// or file://.",
  );
}

/** The answer of `request_capture` and `get_request_status`. */
export async function requestAnswer(
  context: ToolContext,
  offers: ToolCall["offers"],
  { id, status, capture, answer, reason, expiresAt }: CaptureRequest,
): Promise<Answer> {
  const open = status === "pending" || status === "acknowledged";
  return {
    fields: {
      requestId: id,
      status,
      ...(capture === undefined ? {} : { capture, ...buildErrorFields((await openCapture(context, capture)).reader) }),
      ...(answer === undefined ? {} : { answer: user(answer) }),
      ...(reason === undefined ? {} : { reason: user(reason) }),
      ...(open ? { expiresAt, hint: await hintFor(context, offers, status) } : {}),
    },
  };
}

/** What brings an open request on: whoever waits for it must know when nobody can see it. */
export async function hintFor({ connections }: ToolContext, offers: ToolCall["offers"], status: CaptureRequest["status"]): Promise<string> {
  const next = offers("get_request_status")
    ? "get_request_status with waitSeconds tells when the capture is there."
    : "list_captures shows the capture when it is there.";
  if (status === "acknowledged") return `The user has seen it: ${next}`;
  const { nativeHosts, httpPort, problem } = await connections();
  if (problem !== undefined) return problem;
  return nativeHosts > 0 || httpPort !== undefined
    ? `The user sees it in the sidebar on that page: ${next}`
    : "No browser is connected now: ask the user to open the page and click the svc icon.";
}
