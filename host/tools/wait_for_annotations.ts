import type { Annotation } from "../contract/annotation.js";
import { threadOf } from "../contract/annotation-state.js";
import { weaklyMemoized } from "../contract/memoized.js";
import { isPageUnder } from "../contract/routing.js";
import type { PlacedAnnotation } from "../store/project/annotations.js";
import { foreignHint } from "./annotation-rows.js";
import type { ToolContext } from "./context.js";
import { defineTool } from "./define.js";
import { unresolvedList } from "./get_unresolved.js";
import { urlArgument } from "./open.js";
import { markRead } from "./read-words.js";
import { waitArgument } from "./request_capture.js";

/** Annotations that were delivered already, each with its revision then, by the store of one agent's process. */
const deliveredOf = weaklyMemoized((_store: ToolContext["annotations"]) => new Map<string, number>());

/** Blocks until the user leaves or answers an annotation: the one push that works with every agent. */
export const waitForAnnotations = defineTool({
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
        for (const { annotation } of shown) deliveredOf(context.annotations).set(annotation.id, annotation.revision ?? 0);
        return markRead(context, shown, "seen");
      },
    };
  },
});

async function freshOnes(context: ToolContext, url: string | undefined, maxAgeMs: number): Promise<readonly PlacedAnnotation[]> {
  const known = deliveredOf(context.annotations);
  const isNews = (id: string, revision: number) => revision > (known.get(id) ?? -1);
  const news = await context.annotations.unresolved({ url, isNews, maxAgeMs });
  return news.filter(({ annotation }) => !known.has(annotation.id) || !endsWithAgent(annotation));
}

/** What an agent added itself is no news to it; what a verdict added is. */
function endsWithAgent(annotation: Annotation): boolean {
  const last = threadOf(annotation).at(-1);
  return last?.by === "agent" && last.agent !== "svc";
}

/** An annotation added to an existing capture is no event: the interval of polling for it, in milliseconds. */
const pollEveryMs = 500;
/** How old a listing may be that is not the first, in milliseconds: a capture that is reported was listed just before. */
const listingHoldsMs = 50;

/** Reads at once, at each new capture of the page and at each poll, until there is something, the time is over or the call is abandoned. */
async function waitForFresh(
  context: ToolContext,
  url: string | undefined,
  timeoutMs: number,
  signal: AbortSignal,
): Promise<readonly PlacedAnnotation[]> {
  const endsAtMs = performance.now() + timeoutMs;
  let wake: () => void = () => undefined;
  const stop = context.subscribe((event) => {
    if (event.type === "capture:created" && (url === undefined || isPageUnder(event.url, url))) wake();
  });
  signal.addEventListener("abort", () => wake());
  try {
    for (let maxAgeMs = 0; ; maxAgeMs = listingHoldsMs) {
      // Listens before it reads, so that nothing falls between the two.
      const news = new Promise<void>((resolve) => {
        wake = resolve;
      });
      const fresh = await freshOnes(context, url, maxAgeMs);
      const leftMs = endsAtMs - performance.now();
      if (fresh.length > 0 || leftMs <= 0 || signal.aborted) return fresh;
      const poll = setTimeout(wake, Math.min(pollEveryMs, leftMs));
      await news;
      clearTimeout(poll);
    }
  } finally {
    stop();
  }
}
