import { z } from "zod";
import { limits } from "../contract/limits.js";
import type { CaptureRequest } from "../contract/request.js";
import { type Answer, user } from "./answer.js";
import { defineTool } from "./define.js";

export const waitArgument = z.int().min(0).max(limits.toolWaitMaxSeconds).optional().describe("At most 50");

/** Asks the user for a fresh capture. */
export const requestCapture = defineTool({
  name: "request_capture",
  title: "Request capture",
  description: "Asks the user for a fresh capture of a page. Then get_request_status.",
  input: {
    url: z.string().min(1).max(limits.urlMaxChars).describe("Page to capture"),
    purpose: z.string().max(500).optional().describe("Why"),
    guidance: z.string().max(1_000).optional().describe("What to do first"),
    waitSeconds: waitArgument,
  },
  effect: "asks",
  paging: "none",
  async run({ requests }, { url, purpose = "", guidance = "", waitSeconds = 0 }, { signal }) {
    const request = await requests.create({ url, purpose, guidance });
    return requestAnswer(waitSeconds === 0 ? request : await requests.wait(request.id, { timeoutMs: waitSeconds * 1_000, signal }));
  },
});

/** The answer of `request_capture` and `get_request_status`. */
export function requestAnswer({ id, status, capture, reason, expiresAt }: CaptureRequest): Answer {
  const open = status === "pending" || status === "acknowledged";
  return {
    fields: {
      requestId: id,
      status,
      ...(capture === undefined ? {} : { capture }),
      ...(reason === undefined ? {} : { reason: user(reason) }),
      ...(open ? { expiresAt } : {}),
    },
  };
}
