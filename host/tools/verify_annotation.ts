import { z } from "zod";
import { kindsOfCheck } from "../contract/check-kinds.js";
import { type Check, checkKinds, checkSchema, type Verdict } from "../contract/checks.js";
import { fieldComplaint, ServiceError } from "../contract/errors.js";
import { limits } from "../contract/limits.js";
import { pageOf } from "../contract/picked-element.js";
import type { CaptureRequest } from "../contract/request.js";
import { isSamePage } from "../contract/routing.js";
import type { PlacedAnnotation } from "../store/project/annotations.js";
import { verdictValue } from "./annotation-rows.js";
import { page, type Value } from "./answer.js";
import type { ToolContext } from "./context.js";
import { defineTool, type ToolCall } from "./define.js";
import { annotationArgument } from "./open.js";
import { openFields, waitArgument, waitForAnswer } from "./request_capture.js";

/** Validated when the tool runs: the schema of each kind would stand in the agent's context. */
export const checksArgument = z
  .array(z.record(z.string(), z.unknown()))
  .max(limits.checksMax)
  .optional()
  .describe(
    "Each {kind}, in place of your earlier ones: exists, gone, visible, no-overlap, no-overflow, no-finding; with expected: text, role, name, contrast, {property|attribute|state, expected}, gap {to: next|e12, expected: 12px}; size {width, height}; aligned {with: e12, edge}; like-siblings {property}",
  );

/** By an estimate that counts a tenth more of such an answer than the tokenizer: 400. Who needs all that changed besides compares the captures. */
export const verdictTokens = 440;

/** Decides on a capture made after the change whether an annotation is settled. */
export const verifyAnnotationTool = defineTool({
  title: "Verify",
  description: "Reads the page again, settling nothing: do its checks pass, what else changed?",
  input: { annotation: annotationArgument, checks: checksArgument.describe("As resolve_annotation"), waitSeconds: waitArgument },
  effect: "asks",
  paging: "none",
  usualTokens: verdictTokens,
  async run(context, { annotation: id, checks = [], waitSeconds = usualWaitSeconds }, call) {
    const given = checks.map(parseCheck);
    const placed = given.length === 0 ? await context.annotations.find(id) : await context.annotations.addChecks(id, given);
    await context.annotations.markRead([placed], "working", context.agent);
    const outcome = await verify(context, placed, { waitSeconds }, call);
    const fields = { annotation: id, state: outcome.placed.state, ...(await verdictFields(context, outcome, call)) };
    return { fields, restsOn: restsOn(outcome) };
  },
});

const usualWaitSeconds = 30;

/** Throws ServiceError `invalid-input` for a check of no known kind. */
export function parseCheck(given: Readonly<Record<string, unknown>>, place: number): Check {
  const { data, error } = checkSchema.safeParse(given);
  if (data !== undefined) return data;
  const [issue] = error.issues;
  const where = ["checks", place, ...(issue?.path ?? [])].join(".");
  const kind = checkKinds.find((one) => one === given["kind"]);
  const takes = kind === undefined ? "" : ` ${kind} takes ${kindsOfCheck[kind].takes || "nothing else"}.`;
  throw new ServiceError("invalid-input", `${where}: ${issue === undefined ? "is no check" : fieldComplaint(issue.message)}.${takes}`);
}

interface Outcome {
  readonly placed: PlacedAnnotation;
  /** Undefined while the page was not read again. */
  readonly verdict?: Verdict | undefined;
  readonly request?: CaptureRequest;
}

/** Judges a capture made after the last change, or asks for one; again while the server may still be building, where no click is needed. */
export async function verify(
  context: ToolContext,
  placed: PlacedAnnotation,
  { files, waitSeconds }: { files?: readonly string[]; waitSeconds: number },
  { signal }: Pick<ToolCall, "signal">,
): Promise<Outcome> {
  const { id } = placed.annotation;
  const judged = async (capture: string, isTentative: boolean, idle?: string): Promise<Outcome> => {
    const after = await context.verify({ annotation: id, capture, files, isTentative, idle });
    return { placed: after, verdict: after.annotation.verdict };
  };
  const known = await freshCapture(context, placed);
  if (known !== undefined) return judged(known, false);
  const endsAt = Date.now() + waitSeconds * 1_000;
  const url = pageOf(placed.annotation, placed.url);
  const isAutomatic = waitSeconds > 0 && (await context.isAnsweredAutomatically(url));
  const writtenAt = isAutomatic ? await lastWriteOf(context) : 0;
  await pause(Math.min(writtenAt + quietMs, endsAt) - Date.now(), signal);
  let tried: string | undefined;
  // A capture that shows the whole change, and when it was asked for.
  let built: { readonly capture: string; readonly at: number } | undefined;
  for (let pauseMs = 1_500; ; pauseMs *= 1.5) {
    const purpose = "Check it once the page shows the change";
    const askedAt = Date.now();
    const decidedUntil = isAutomatic ? { decidedUntilMs: endsAt } : {};
    const request = await context.requests.create({ kind: "verify", url, annotation: id, purpose, ...decidedUntil });
    const ended = await waitForAnswer(context, request.id, Math.max(0, endsAt - Date.now()) / 1_000, signal);
    if (ended.status !== "completed" || ended.capture === undefined)
      return tried === undefined ? { placed, request: ended } : judged(tried, false);
    tried = ended.capture;
    const next = Date.now() + pauseMs;
    const idle = built !== undefined && (await context.sources.writtenAfter(built.at, () => true)).length === 0 ? built.capture : undefined;
    if (!isAutomatic || signal.aborted || next > endsAt - answerMs) return judged(tried, false, idle);
    const { verdict } = await judged(tried, true, idle);
    const window = verdict?.status === "fail" && verdict.reason === undefined ? updateMs : buildMs;
    const isBuilt = verdict?.status === "pass" || next > writtenAt + window;
    // Two captures separate what changes by itself from what the edit has changed.
    if (isBuilt && (built !== undefined || (verdict?.alsoChangedTotal ?? 0) === 0)) return judged(tried, false, idle);
    if (isBuilt) built = { capture: tried, at: askedAt };
    await pause(next - Date.now(), signal);
  }
}

/** The verdict of a request to check an annotation, once it is there: whoever stored the answering capture judges it, in the time of the agent that asked. */
export async function answeredCheck({ annotations }: ToolContext, request: CaptureRequest): Promise<Outcome | undefined> {
  if (request.kind !== "verify" || request.annotation === undefined || request.capture === undefined) return undefined;
  const placed = await annotations.find(request.annotation);
  const { verdict } = placed.annotation;
  return Date.parse(verdict?.at ?? "") >= Date.parse(request.createdAt) ? { placed, verdict } : undefined;
}

/** After so long without a write a server has most often sent the page what was written; times in milliseconds. */
const quietMs = 1_500;
/** A page that shows some of a change shows all of it within so long after the write. */
const updateMs = 5_000;
/** Longest wait for a page that is as it was, where the caller waits as long: some development servers build that slowly on a busy machine. */
const buildMs = 30_000;
/** Left for the answer to a request. */
const answerMs = 2_000;

/** When a file of the project was last written, unix ms, as far as that was a moment ago; else 0. */
async function lastWriteOf({ sources }: ToolContext): Promise<number> {
  const [newest] = await sources.writtenAfter(Date.now() - buildMs, () => true);
  return newest?.at ?? 0;
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, Math.max(0, ms));
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

/** The newest capture of the page, when no file of the project was written since and it was not judged yet. */
async function freshCapture({ annotations, captures, sources }: ToolContext, placed: PlacedAnnotation): Promise<string | undefined> {
  const { id, verdict } = placed.annotation;
  const first = await annotations.first(id);
  const page = pageOf(first.annotation, first.url);
  const newest = (await captures.entries({ url: page })).find(({ url }) => isSamePage(page, url));
  if (newest === undefined || newest.filename === first.capture || newest.filename === verdict?.capture) return undefined;
  const written = await sources.writtenAfter(Date.parse(newest.capturedAt), () => true);
  return written.length === 0 ? newest.filename : undefined;
}

export function restsOn({ verdict }: Outcome): readonly string[] {
  return verdict === undefined || verdict.capture === "" ? [] : [verdict.capture];
}

/** The verdict as fields of an answer, or how the request for the page stands. */
export async function verdictFields(
  context: ToolContext,
  { verdict, request }: Outcome,
  { offers }: Pick<ToolCall, "offers">,
): Promise<{ readonly [field: string]: Value | undefined }> {
  if (verdict !== undefined) return { verdict: verdictValue(verdict) };
  if (request === undefined) return {};
  const { id: requestId, status, reason } = request;
  return { verification: { requestId, status, reason: page(reason, 300), ...(await openFields(context, offers, request)) } };
}
