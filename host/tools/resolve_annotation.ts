import { z } from "zod";
import { resolutionActions } from "../contract/annotation.js";
import { checksOf, isUnresolved } from "../contract/annotation-state.js";
import { limits } from "../contract/limits.js";
import { annotationFields, historyFields, settledFields } from "./annotation-rows.js";
import { defineTool } from "./define.js";
import { annotationArgument } from "./open.js";
import { isRead, markRead } from "./read-words.js";
import { waitArgument } from "./request_capture.js";
import { checksArgument, parseCheck, restsOn, verdictFields, verdictTokens, verify } from "./verify_annotation.js";

/** Marks an annotation settled, everywhere it stands, and has the page confirm a fix. */
export const resolveAnnotation = defineTool({
  title: "Resolve",
  description: "Settles an annotation. With checks the page is read again; a failed one reopens it.",
  input: {
    annotation: annotationArgument,
    action: z.enum(resolutionActions).describe("Outcome"),
    summary: z.string().min(1).max(limits.commentMaxChars).describe("What you did"),
    files: z.array(z.string().max(500)).max(50).optional().describe("Changed"),
    checks: checksArgument,
    waitSeconds: waitArgument,
  },
  effect: "changes",
  paging: "none",
  usualTokens: verdictTokens,
  async run(context, { annotation, action, summary, files = [], checks = [], waitSeconds }, call) {
    const { annotations, agent } = context;
    const resolution = { action, summary, files, agent, checks: checks.map(parseCheck) };
    const settled = await annotations.resolve(annotation, resolution, (known) => isRead(context, known));
    if (isUnresolved(settled.state)) {
      await markRead(context, [settled], "seen");
      return { fields: { notResolved, ...annotationFields(settled), ...historyFields(settled.annotation) } };
    }
    // Without anything to check a person would be bothered for nothing.
    const isChecked = action === "fixed" && (checksOf(settled.annotation).length > 0 || (waitSeconds ?? 0) > 0);
    const usual = checks.length === 0 ? 0 : usualWaitSeconds;
    const outcome = isChecked ? await verify(context, settled, { files, waitSeconds: waitSeconds ?? usual }, call) : { placed: settled };
    const stillOpen = (await annotations.unresolved()).length;
    const fields = { ...settledFields(outcome.placed), ...(await verdictFields(context, outcome, call)), stillOpen };
    return { fields, restsOn: restsOn(outcome) };
  },
});

const usualWaitSeconds = 15;

const notResolved = "The user has added words that you have not read: act on them, then resolve again.";
