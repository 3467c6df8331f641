import type { Annotation } from "../contract/annotation.js";
import { threadOf } from "../contract/annotation-state.js";
import { isPageUnder } from "../contract/routing.js";
import type { PlacedAnnotation } from "../store/project/annotations.js";
import { foreignHint } from "./annotation-rows.js";
import type { ToolContext } from "./context.js";
import { defineTool } from "./define.js";
import { unresolvedList } from "./get_unresolved.js";
import { urlArgument } from "./open.js";
import { waitArgument } from "./request_capture.js";

/** Annotations that were delivered already, each with its revision then, by the store of one agent's process. */
const delivered = new WeakMap<ToolContext["annotations"], Map<string, number>>();

/** Blocks until the user leaves or answers an annotation: the one push that works with every agent. */
export const waitForAnnotations = defineTool({
  name: "wait_for_annotations",
  title: "Wait",
  description: "Waits for annotations and answers new since your last call.",
  input: { url: urlArgument, waitSeconds: waitArgument },
  effect: "reads",
  paging: "none",
  async run(context, { url, waitSeconds = 0 }, { signal }) {
    const timeoutMs = waitSeconds * 1_000;
    const wait = () => waitForFresh(context, url, timeoutMs, signal);
    const fresh = timeoutMs === 0 ? await wait() : await context.whileWaiting(timeoutMs, wait);
    return {
      fields: { waiting: fresh.length === 0, ...foreignHint(fresh) },
      list: await unresolvedList(context, fresh),
      // What does not fit comes with the next call.
      whenShown: (rows) => {
        const shown = fresh.slice(0, rows);
        for (const { annotation } of shown) deliveredBy(context).set(annotation.id, annotation.revision ?? 0);
        return context.annotations.markRead(shown, "seen", context.agent);
      },
    };
  },
});

function deliveredBy({ annotations }: ToolContext): Map<string, number> {
  const known = delivered.get(annotations) ?? new Map<string, number>();
  delivered.set(annotations, known);
  return known;
}

async function freshOnes(context: ToolContext, url: string | undefined): Promise<readonly PlacedAnnotation[]> {
  const known = deliveredBy(context);
  // What the index knows costs no file.
  const entries = await context.captures.entries({ url });
  const isChanged = (id: string, revision = 0) => revision > (known.get(id) ?? -1);
  if (!entries.some(({ openIds, revisions }) => openIds.some((id) => isChanged(id, revisions?.[id])))) return [];
  return (await context.annotations.unresolved({ url })).filter(
    ({ annotation }) => !known.has(annotation.id) || (isChanged(annotation.id, annotation.revision) && !endsWithAgent(annotation)),
  );
}

/** What an agent added itself is no news to it; what a verdict added is. */
function endsWithAgent(annotation: Annotation): boolean {
  const last = threadOf(annotation).at(-1);
  return last?.by === "agent" && last.agent !== "svc";
}

/** Subscribes before it reads, so that nothing falls between the two. */
async function waitForFresh(
  context: ToolContext,
  url: string | undefined,
  timeoutMs: number,
  signal: AbortSignal,
): Promise<readonly PlacedAnnotation[]> {
  const arrivals = makeArrivals(context, url);
  // Not AbortSignal.any: Node may collect a timeout that only a joined signal listens to, and then it never comes.
  const over = new AbortController();
  const end = () => over.abort();
  const timer = setTimeout(end, timeoutMs);
  signal.addEventListener("abort", end);
  if (signal.aborted) end();
  try {
    for (;;) {
      const next = arrivals.next(over.signal);
      const fresh = await freshOnes(context, url);
      if (fresh.length > 0 || over.signal.aborted) return fresh;
      await next;
    }
  } finally {
    arrivals.stop();
    clearTimeout(timer);
    signal.removeEventListener("abort", end);
  }
}

/** An annotation added to an existing capture is no event: the interval of polling for it, in milliseconds. */
const pollEveryMs = 500;

/** Turns the project's events into a promise for the next capture of a page, or the next poll. */
function makeArrivals(context: ToolContext, url: string | undefined) {
  let wake: () => void = () => undefined;
  const stop = context.subscribe((event) => {
    if (event.type === "capture:created" && (url === undefined || isPageUnder(event.url, url))) wake();
  });
  const ticks = setInterval(() => wake(), pollEveryMs);
  return {
    stop: () => {
      clearInterval(ticks);
      stop();
    },
    next: (ended: AbortSignal) =>
      new Promise<void>((resolve) => {
        wake = resolve;
        if (ended.aborted) resolve();
        else ended.addEventListener("abort", () => resolve(), { once: true });
      }),
  };
}
