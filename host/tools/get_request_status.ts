import { z } from "zod";
import { undefinedIfMissing } from "../contract/errors.js";
import { defineTool } from "./define.js";
import { requestAnswer, waitArgument, waitFor } from "./request_capture.js";
import { answeredCheck, restsOn, verdictFields } from "./verify_annotation.js";

export const getRequestStatus = defineTool({
  title: "Request status",
  description: "Has the user answered a request or question?",
  input: { requestId: z.string().min(1).max(64).describe("Its id"), waitSeconds: waitArgument },
  effect: "reads",
  paging: "none",
  async run(context, { requestId, waitSeconds = 0 }, call) {
    const request = await waitFor(context, requestId, waitSeconds, call.signal);
    const answer = await requestAnswer(context, call.offers, request);
    const outcome = await answeredCheck(context, request).catch(undefinedIfMissing);
    if (outcome === undefined) return answer;
    const { annotation, state } = outcome.placed;
    const judged = { annotation: annotation.id, state, ...(await verdictFields(context, outcome, call)) };
    return { fields: { ...answer.fields, ...judged }, restsOn: restsOn(outcome) };
  },
});
