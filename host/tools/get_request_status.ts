import { z } from "zod";
import { defineTool } from "./define.js";
import { requestAnswer, waitArgument, waitFor } from "./request_capture.js";

export const getRequestStatus = defineTool({
  title: "Request status",
  description: "Has the user answered a request or question?",
  input: { requestId: z.string().min(1).max(64).describe("Its id"), waitSeconds: waitArgument },
  effect: "reads",
  paging: "none",
  async run(context, { requestId, waitSeconds = 0 }, { signal, offers }) {
    return requestAnswer(context, offers, await waitFor(context, requestId, waitSeconds, signal));
  },
});
