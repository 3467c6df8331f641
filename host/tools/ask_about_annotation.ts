import { z } from "zod";
import { isUnresolved } from "../contract/annotation-state.js";
import { ServiceError } from "../contract/errors.js";
import { limits } from "../contract/limits.js";
import { user } from "./answer.js";
import { defineTool } from "./define.js";
import { annotationArgument } from "./open.js";
import { openFields, waitArgument, waitForAnswer } from "./request_capture.js";

/** Asks the user about an annotation: the question stands in its thread and in the sidebar until it is answered or declined. */
export const askAboutAnnotation = defineTool({
  title: "Ask the user",
  description: "Asks the user about an annotation and waits. Ask rather than guess.",
  input: {
    annotation: annotationArgument,
    question: z.string().min(1).max(limits.commentMaxChars).describe("One short question"),
    waitSeconds: waitArgument,
  },
  effect: "asks",
  paging: "none",
  async run(context, { annotation: id, question, waitSeconds = limits.toolWaitMaxSeconds }, { signal, offers }) {
    const { annotations, requests, agent } = context;
    const placed = await annotations.find(id);
    if (!isUnresolved(placed.state))
      throw new ServiceError("conflict", `This annotation is ${placed.state}: nothing is left to ask. The user can reopen it.`);
    const request = await requests.create({ kind: "question", url: placed.url, annotation: id, question }, async ({ id: requestId }) => {
      const entry = { id: requestId, by: "agent", kind: "question", text: question, at: new Date().toISOString() } as const;
      await annotations.append(id, { ...entry, ...(agent === "" ? {} : { agent }) });
      await annotations.markRead([placed], "working", agent);
    });
    const ended = await waitForAnswer(context, request.id, waitSeconds, signal);
    const { status, answer, reason } = ended;
    const { expiresAt, hint = hints[status] } = await openFields(context, offers, ended);
    const requestId = expiresAt && request.id;
    return { fields: { status, answer: user(answer), reason: user(reason), requestId, expiresAt, hint } };
  },
});

/** What to do after a question that was not answered. */
const hints: { readonly [status: string]: string } = {
  declined: "The user does not want to answer: decide yourself and report how, or leave it.",
  expired: "An answer that comes later stands in the annotation's thread.",
};
