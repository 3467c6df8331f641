import { z } from "zod";
import { isUnresolved } from "../contract/annotation-state.js";
import { ServiceError } from "../contract/errors.js";
import { limits } from "../contract/limits.js";
import type { CaptureRequest } from "../contract/request.js";
import { elementTargetOf } from "../contract/targets.js";
import { user } from "./answer.js";
import type { ToolContext } from "./context.js";
import { defineTool } from "./define.js";
import { annotationArgument, captureArgument, elementAt, elementOfSelector, openCapture, refArgument } from "./open.js";
import { openFields, refuseUnclaimed, waitArgument, waitForAnswer } from "./request_capture.js";

/** Asks the user about an annotation or an element: the question stands in the annotation's thread or at a pin, and in the sidebar, until it is answered or declined. */
export const askAboutAnnotation = defineTool({
  title: "Ask the user",
  description: "Asks the user about an annotation or element and waits. Ask rather than guess.",
  input: {
    annotation: annotationArgument.optional(),
    ref: refArgument,
    selector: z.string().min(1).max(limits.commentMaxChars).optional().describe("Or this"),
    capture: captureArgument,
    question: z.string().min(1).max(limits.commentMaxChars).describe("Short"),
    waitSeconds: waitArgument,
  },
  effect: "asks",
  paging: "none",
  async run(context, { question, waitSeconds = limits.toolWaitMaxSeconds, ...about }, { signal, offers }) {
    const request = await ask(context, about, question);
    const ended = await waitForAnswer(context, request.id, waitSeconds, signal);
    const { status, answer, reason } = ended;
    const { expiresAt, hint = about.annotation === undefined ? undefined : hints[status] } = await openFields(context, offers, ended);
    const requestId = expiresAt && request.id;
    return { fields: { status, answer: user(answer), reason: user(reason), requestId, expiresAt, hint } };
  },
});

type About = Readonly<Partial<Record<"annotation" | "ref" | "selector" | "capture", string | undefined>>>;

/** Puts the question to the user. Throws ServiceError `not-found`, `invalid-input`, and `conflict` for an annotation that is resolved. */
async function ask(context: ToolContext, { annotation: id, ref, selector, capture }: About, question: string): Promise<CaptureRequest> {
  const { annotations, requests, agent } = context;
  if ([id, ref, selector].filter((one) => one !== undefined).length !== 1)
    throw new ServiceError("invalid-input", "Name what the question is about: annotation, ref or selector, one of them.");
  if (id === undefined) {
    const { reader } = await openCapture(context, capture);
    const { index } = ref === undefined ? elementOfSelector(reader, selector ?? "") : elementAt(reader, ref);
    const { url } = reader.capture.metadata;
    await refuseUnclaimed(context, url);
    return requests.create({ kind: "question", url, question, element: elementTargetOf(reader, index) });
  }
  const placed = await annotations.find(id);
  if (!isUnresolved(placed.state))
    throw new ServiceError("conflict", `This annotation is ${placed.state}: nothing is left to ask. The user can reopen it.`);
  return requests.create({ kind: "question", url: placed.url, annotation: id, question }, async ({ id: requestId }) => {
    const entry = { id: requestId, by: "agent", kind: "question", text: question, at: new Date().toISOString() } as const;
    await annotations.append(id, { ...entry, ...(agent === "" ? {} : { agent }) });
    await annotations.markRead([placed], "working", agent);
  });
}

/** What to do after a question about an annotation that was not answered. */
const hints: { readonly [status: string]: string } = {
  declined: "The user does not want to answer: decide yourself and report how, or leave it.",
  expired: "An answer that comes later stands in the annotation's thread.",
};
